package concurrent

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// ReportPrefix begins the line that has the report.
const ReportPrefix = "\nrtest-race-report: "

// Main answers the request on standard input, and ends the process.
func Main(subjects ...*Subject) {
	var q Request
	if err := json.NewDecoder(os.Stdin).Decode(&q); err != nil {
		fmt.Fprintln(os.Stderr, "reading the request:", err)
		os.Exit(3)
	}
	sched.Started()
	go watch()
	var r Report
	for _, s := range subjects {
		if s.Name == q.Subject {
			r = (&search{subject: s, Limits: q.Limits, points: map[int32]bool{}}).run(q.Only)
		}
	}
	data, err := json.Marshal(r)
	if err != nil {
		fmt.Fprintln(os.Stderr, "writing the report:", err)
		os.Exit(3)
	}
	fmt.Println(ReportPrefix + string(data))
	os.Exit(0)
}

// A goroutine may go without a step for patience looks, one each interval. They are counted, and not
// timed, because a process that gets no processor does not look either.
const (
	interval = 100 * time.Millisecond
	patience = 200
)

// watch ends the process if a goroutine does not come to its next step: it waits for something
// outside the schedule, or computes for ever.
func watch() {
	last, still := sched.Progress(), 0
	for {
		time.Sleep(interval)
		if now := sched.Progress(); now != last {
			last, still = now, 0
		} else if still++; still > patience {
			panic("rtest: the code waits for something that is not under its control, or does not end")
		}
	}
}
