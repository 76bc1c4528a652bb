package observe

import (
	"time"

	"github.com/rtest-dev/rtest/internal/pace"
)

// A Budget is the time that the runs of a function may take together, or those of several functions
// that are compared one after another. The nil Budget has no limit.
type Budget struct{ left time.Duration }

// NewBudget returns a budget; no limit is 0.
func NewBudget(limit time.Duration) *Budget {
	if limit <= 0 {
		return nil
	}
	return &Budget{left: limit}
}

// Spent reports whether the time is over.
func (b *Budget) Spent() bool { return b != nil && b.left <= 0 }

// begin starts a run. It returns the time on the clock of the run's process at which the budget ends,
// and a function that the caller must call after the run.
func (b *Budget) begin(c *pace.Clock) (until time.Time, over func()) {
	if b == nil {
		return time.Time{}, func() {}
	}
	start := c.Now()
	return start.Add(b.left), func() { b.left = max(0, b.left-c.Now().Sub(start)) }
}

// list starts a listing of inputs. It returns a function that the caller must call after it. A listing costs no more than its share, or there
// would be no time for the calls.
func (b *Budget) list(c *pace.Clock) (over func()) {
	if b == nil {
		return func() {}
	}
	least := b.left - b.share(0)
	_, end := b.begin(c)
	return func() { end(); b.left = max(b.left, least) }
}

// listingPart is the part of the time in which inputs are listed; the rest is for calls.
const listingPart = 3

// share returns the time for listing inputs, within a limit. No limit is 0.
func (b *Budget) share(limit time.Duration) time.Duration {
	if b == nil {
		return limit
	}
	return max(b.left/listingPart, time.Millisecond)
}
