package encode

import (
	"context"
	"fmt"
)

// spend counts work.
func (b *builder) spend(work int) {
	if b.work += work; b.work > b.most {
		panic(tooMuch{})
	}
	if b.work >= b.look {
		b.live()
	}
}

// pass counts steps that are not of the work, as they make and decide nothing, towards
// the next look at the context.
func (b *builder) pass(steps int) {
	if b.look -= steps; b.work >= b.look {
		b.live()
	}
}

// A tooMuch says that a predicate takes more work than it may.
type tooMuch struct{}

// An ended is what the builder panics with when its context has ended, for
// whatever reason.
type ended struct{ cause error }

// workToLook is the work that is done between two looks at the context, some milliseconds.
const workToLook = 1 << 15

// live panics with an ended when the context has ended.
func (b *builder) live() {
	if b.look = b.work + workToLook; b.ctx != nil && b.ctx.Err() != nil {
		panic(ended{context.Cause(b.ctx)})
	}
}

// ending makes the panic of a builder whose context has ended the error of the
// function that defers it. What is asked of the builder later has no context.
func (b *builder) ending(err *error) {
	b.ctx = nil
	switch r := recover().(type) {
	case nil:
	case ended:
		*err = fmt.Errorf("encode: %w", r.cause)
	default:
		panic(r)
	}
}
