package observe

import (
	"time"

	"github.com/rtest-dev/rtest/internal/pace"
)

// A Budget is the time that the runs of a function may take, or those of several functions that
// are compared. It begins with the first run, on the clock of the process. The nil Budget has no
// limit.
type Budget struct {
	// left is what is left of the time before the clock of this process was started.
	left  time.Duration
	clock *pace.Clock
	until time.Time
}

// NewBudget returns a budget; no limit is 0.
func NewBudget(limit time.Duration) *Budget {
	if limit <= 0 {
		return nil
	}
	return &Budget{left: limit}
}

// end is when the time is over on a clock. Each process has a clock of its own.
func (b *Budget) end(c *pace.Clock) time.Time {
	if b == nil {
		return time.Time{}
	}
	if b.until.IsZero() || b.clock != c {
		b.left = b.rest()
		b.clock, b.until = c, c.Now().Add(b.left)
	}
	return b.until
}

func (b *Budget) rest() time.Duration {
	if b.until.IsZero() {
		return b.left
	}
	return max(0, b.clock.Until(b.until))
}

// Spent reports whether the time is over.
func (b *Budget) Spent() bool { return b != nil && b.rest() <= 0 }

// listingPart is the part of the time in which inputs are listed; the rest is for calls.
const listingPart = 3

// share is the time for listing inputs, within a limit. No limit is 0.
func (b *Budget) share(c *pace.Clock, limit time.Duration) time.Duration {
	if b == nil {
		return limit
	}
	b.end(c)
	return max(b.rest()/listingPart, time.Millisecond)
}
