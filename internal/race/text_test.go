package race

import (
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/concurrent"
)

// TestSummary checks the last line and the verdict if not all schedules were run.
func TestSummary(t *testing.T) {
	for _, test := range []struct {
		exhausted, leftOut int
		text, verdict      string
	}{
		{2, 0, "2 cases, 9 schedules, all with at most 2 preemptions", "exhausted"},
		{1, 0, "2 cases, 9 schedules, all with at most 1 preemption", "spent"},
		{0, 3, "2 cases, 9 schedules, all with at most 0 preemptions; 3 cases left out: -schedules is too small for them", "spent"},
		{-1, 0, "2 cases, 9 schedules, no bound on preemptions finished", "spent"},
	} {
		r := &Result{Package: "p", Type: "T", Preemptions: 2, Report: concurrent.Report{Cases: 2, Schedules: 9, Exhausted: test.exhausted, LeftOut: test.leftOut}}
		if got := strings.TrimPrefix(r.Summary(), "ok    p.T  "); got != test.text || r.Verdict().String() != test.verdict {
			t.Errorf("exhausted up to %d, %d left out: %q, %s; want %q, %s", test.exhausted, test.leftOut, got, r.Verdict(), test.text, test.verdict)
		}
	}
}

// TestAfterwards shows the results of calls at the end, also of those that return nothing, wait or do not end.
func TestAfterwards(t *testing.T) {
	for _, test := range []struct {
		results []string
		text    string
	}{
		{[]string{"1", "1", "1"}, "= 1"},
		{[]string{"1", "0", "0"}, "= 1, then 0"},
		{[]string{"", "", ""}, "returns"},
		{[]string{"", "waits for ever"}, "returns, then waits for ever"},
		{[]string{"does not end"}, "does not end"},
	} {
		if got := afterwards(test.results); got != test.text {
			t.Errorf("%q: %q, want %q", test.results, got, test.text)
		}
	}
}
