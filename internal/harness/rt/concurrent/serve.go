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

// patience is how long a goroutine may go without a step before the process ends.
const patience = 20 * time.Second

// watch ends the process if a goroutine does not come to its next step: it waits for something
// outside the schedule, or computes for ever.
func watch() {
	last, since := sched.Progress(), time.Now()
	for {
		time.Sleep(patience / 20)
		if now := sched.Progress(); now != last {
			last, since = now, time.Now()
		} else if time.Since(since) > patience {
			panic("rtest: the code waits for something that is not under its control, or does not end")
		}
	}
}
