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
