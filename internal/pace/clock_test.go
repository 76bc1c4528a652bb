package pace

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestLost(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		while, ran, waited time.Duration
		processors         int
		want               time.Duration
	}{
		{s, 0, 0, 2, 0},                   // it sleeps
		{s, s, 0, 2, 0},                   // it has one processor
		{s, 2 * s, 0, 2, 0},               // it has both
		{s, 2 * s, 3 * s, 2, 0},           // it waits for itself
		{s, s / 2, s / 2, 2, s / 2},       // one thread runs half of the time
		{s, s / 2, 5 * s, 2, s * 3 / 4},   // many threads want both processors, and get a quarter
		{s, s / 5, s / 5, 2, s / 5},       // it sleeps for a while, then has half
		{s, s / 100, 5 * s, 2, s * 4 / 5}, // it has next to nothing
		{s, 0, 5 * s, 2, s * 4 / 5},
		{0, 0, 0, 2, 0},
	} {
		if got := lost(c.while, c.ran, c.waited, c.processors); (got - c.want).Abs() > time.Millisecond {
			t.Errorf("of %v in which threads ran %v and waited %v %v are lost, want %v", c.while, c.ran, c.waited, got, c.want)
		}
	}
}

// TestClock sets a clock back and looks at what hangs on it.
func TestClock(t *testing.T) {
	c := &Clock{quit: make(chan struct{})}
	then := time.Now().Add(time.Minute)
	if c.Over(then) || c.Over(time.Time{}) || !c.Over(time.Now().Add(-time.Minute)) {
		t.Error("a clock without lag does not go like that on the wall")
	}
	c.lag.Add(int64(2 * time.Minute))
	if left := c.Until(then); left < 170*time.Second || left > 180*time.Second {
		t.Errorf("two minutes behind it takes %v for a minute", left)
	}
	cause := errors.New("the end")
	ctx, cancel := c.Within(context.Background(), then, cause)
	if ctx.Err() != nil {
		t.Error("it ends at once")
	}
	cancel()
	cancel()
	if ctx, cancel = c.Within(context.Background(), c.Now(), cause); true {
		<-ctx.Done()
		cancel()
	}
	if context.Cause(ctx) != cause {
		t.Errorf("it ends with %v", context.Cause(ctx))
	}
	var none *Clock
	if none.Stop(); none.Lag() != 0 || !none.Over(time.Now().Add(-time.Minute)) {
		t.Error("no clock does not go like that on the wall")
	}
}
