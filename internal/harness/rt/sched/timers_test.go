package sched_test

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/time"
)

// TestClockMovesEarly has a timer that rings before another goroutine has sent, as if that one took its time.
func TestClockMovesEarly(t *testing.T) {
	result := ""
	got := explore(t, func() {
		c := make(chan int, 1)
		sched.Together([][]func(){{func() {
			sched.Go(func() { sched.To(c).Send(1) })
			after := time.After(1)
			switch sched.Choose(false, sched.From(c), sched.From(after)) {
			case 0:
				result = "value"
			case 1:
				result = "timeout"
			}
		}}})
	}, func() string {
		if result == "timeout" && !sched.Early() {
			t.Error("a timer rang although a goroutine could go on, and the clock did not move early")
		}
		return result
	})
	expect(t, got, "value", "timeout")
}
