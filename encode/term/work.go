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
	if b.Work >= b.nextLook {
		b.Live()
	}
}

// Pass counts steps towards the next check of the context. They do not count as work, because they
// make and decide nothing.
func (b *Builder) Pass(steps int) {
	if b.nextLook -= steps; b.Work >= b.nextLook {
		b.Live()
	}
}

// TooMuch is the panic value if a predicate takes more work than allowed.
type TooMuch struct{}

// Ended is the panic value if the builder's context has ended.
type Ended struct{ cause error }

// workToLook is the work between two checks of the context; it takes some milliseconds.
const workToLook = 1 << 15

// Live panics with Ended if the context has ended.
func (b *Builder) Live() {
	if b.nextLook = b.Work + workToLook; b.Ctx != nil && b.Ctx.Err() != nil {
		panic(Ended{context.Cause(b.Ctx)})
	}
}

// Ending turns the panic of a builder whose context has ended into the error of the function that
// defers Ending. Later calls of the builder have no context.
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
