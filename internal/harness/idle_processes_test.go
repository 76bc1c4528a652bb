package harness_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/internal/harness"
)

// TestIdleProcesses compares jobs in the process in which another function was tested before with
// jobs in a process of their own.
func TestIdleProcesses(t *testing.T) {
	p := loadProgram(t, txtar.Parse([]byte(dividedProgram)))
	for _, t := range p.unit.Targets {
		t.Apart = !t.Hints.Keeps
	}
	p.build(t, harness.Options{Timeout: 300 * time.Millisecond})
	run := func(target int) string {
		r := p.binary.Runner()
		defer r.Release()
		tally, err := r.Run(context.Background(), harness.Job{Target: target, Form: numbersForm(99), AfterFailure: 50})
		if err != nil {
			t.Fatal(err)
		}
		return summary(tally) + fmt.Sprint(r.Reached())
	}
	var alone []string
	for target := range p.unit.Targets {
		got := run(target)
		alone = append(alone, got)
		p.binary.EndIdle()
	}
	const fine, late, dies, sleeps, counts = 0, 1, 2, 3, 4
	for _, tt := range []struct {
		before, target int
		left           bool // after both
	}{
		{fine, late, true}, {late, fine, true}, {fine, fine, true}, {late, dies, true}, {dies, late, true},
		{fine, sleeps, true}, {counts, fine, true}, {fine, counts, true}, {counts, counts, false},
	} {
		run(tt.before)
		got := run(tt.target)
		if got != alone[tt.target] {
			t.Errorf("%d after %d: got\n%s\nwant\n%s", tt.target, tt.before, got, alone[tt.target])
		}
		if left := p.binary.Idle() > 0; left != tt.left {
			t.Errorf("%d after %d: a process is left: %t", tt.target, tt.before, left)
		}
		if n := p.binary.Idle(); n > 1 {
			t.Errorf("%d after %d: %d processes are left", tt.target, tt.before, n)
		}
		p.binary.EndIdle()
	}
}
