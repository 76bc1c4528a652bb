package concurrent

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// ReportPrefix begins the line that has the report. BeginMark is what the process writes first.
const (
	ReportPrefix = "\nrtest-race-report: "
	BeginMark    = "\nrtest-race-begins\n"
)

// The collector runs when there is garbage times as much garbage as what is used, in percent, and more often with
// more than memory bytes. With more garbage most of the memory would be touched for the first time.
const (
	garbage = 400
	memory  = 1 << 30
)

// Main answers the request on standard input, and ends the process.
func Main(subjects ...*Subject) {
	fmt.Print(BeginMark)
	var q Request
	if err := json.NewDecoder(os.Stdin).Decode(&q); err != nil {
		fmt.Fprintln(os.Stderr, "reading the request:", err)
		os.Exit(3)
	}
	// Schedules leave much garbage and keep little.
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(memory)
	sched.Started()
	go watch(q.Dir)
	var r Report
	for _, s := range subjects {
		if s.Name == q.Subject {
			x := &search{subject: s, Limits: q.Limits, points: map[int32]bool{}}
			sched.OnOutside(x.outside)
			r = x.run(q.Only)
		}
	}
	r.send()
}

// outside ends the search because code runs outside the schedule. What was found before counts.
func (s *search) outside(why string) {
	if len(s.report.Findings) == 0 {
		s.report.Unsupported = why
	}
	s.report.send()
}

// send writes the report and ends the process.
func (r Report) send() {
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

// watch ends the process if a goroutine does not reach its next step: it waits for something outside the
// schedule, or computes for ever.
func watch(dir string) {
	last, still := sched.Progress(), 0
	for {
		time.Sleep(interval)
		if now := sched.Progress(); now != last {
			last, still = now, 0
		} else if still++; still > patience {
			Report{Unsupported: "its code waits for something that is not under control, or does not end" + placeOfAll(dir)}.send()
		}
	}
}

// placeOfAll returns where some goroutine is in the files of a folder.
func placeOfAll(dir string) string {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	for line := range strings.Lines(string(stacks)) {
		file, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(file, dir+string(filepath.Separator)) && !ours(file) {
			return ": " + file
		}
	}
	return ""
}
