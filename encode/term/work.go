package term

import (
	"context"
	"fmt"
)

// Spend counts work.
func (b *Builder) Spend(work int) {
	if b.Work += work; b.Work > b.Most {
		panic(TooMuch{})
	}
	if b.Work >= b.look {
		b.Live()
	}
}

// Pass counts steps that are not of the work, as they make and decide nothing, towards
// the next look at the context.
func (b *Builder) Pass(steps int) {
	if b.look -= steps; b.Work >= b.look {
		b.Live()
	}
}

// A TooMuch says that a predicate takes more work than it may.
type TooMuch struct{}

// An ended is what the builder panics with when its context has ended, for
// whatever reason.
type Ended struct{ cause error }

// workToLook is the work that is done between two looks at the context, some milliseconds.
const workToLook = 1 << 15

// Live panics with an ended when the context has ended.
func (b *Builder) Live() {
	if b.look = b.Work + workToLook; b.Ctx != nil && b.Ctx.Err() != nil {
		panic(Ended{context.Cause(b.Ctx)})
	}
}

// Ending makes the panic of a builder whose context has ended the error of the
// function that defers it. What is asked of the builder later has no context.
func (b *Builder) Ending(err *error) {
	b.Ctx = nil
	switch r := recover().(type) {
	case nil:
	case Ended:
		*err = fmt.Errorf("encode: %w", r.cause)
	default:
		panic(r)
	}
}
