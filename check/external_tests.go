package check

import (
	"github.com/rtest-dev/rtest/check/event"
)

// endDelayer delays the end of a package without tested functions until it is known whether its
// external tests have contracts. These are reported as a package of their own. The report must then
// not say that there are no contracts.
type endDelayer struct {
	yield func(event.Event) bool
	// stopped means that the consumer has stopped.
	stopped bool
	dir     string
	held    *event.PackageEnd
}

// put passes an event on. It returns false if the consumer has stopped.
func (b *endDelayer) put(e event.Event) bool {
	if p, ok := e.(event.Progress); ok {
		return b.send(p)
	}
	start, starts := e.(event.PackageStart)
	if b.held != nil && starts && start.Dir == b.dir && start.Package == b.held.Package+"_test" {
		b.held.Idle = "contracts in external tests only"
	}
	if !b.flush() {
		return false
	}
	if starts {
		b.dir = start.Dir
	}
	if end, ok := e.(event.PackageEnd); ok && end.Functions == 0 && end.Idle == "" {
		b.held = &end
		return true
	}
	return b.send(e)
}

// flush passes on the delayed event.
func (b *endDelayer) flush() bool {
	end := b.held
	b.held = nil
	return end == nil || b.send(*end)
}

func (b *endDelayer) send(e event.Event) bool {
	b.stopped = b.stopped || !b.yield(e)
	return !b.stopped
}
