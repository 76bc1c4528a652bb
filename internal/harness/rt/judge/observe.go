package judge

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// An observer reports what each call does. A nil one does nothing.
type observer struct {
	p        *host.Process
	w        *Worker
	how      wire.Observing
	admitted bool
	seen     wire.Observed
}

// Observe makes w report the outcome of each call, if the job asks for it.
func Observe(p *host.Process, w *Worker) {
	if w.job.Observe != wire.ObserveNothing && w.job.Observe != wire.ObserveCounters {
		w.On.observer = &observer{p: p, w: w, how: w.job.Observe}
	}
}

// begin forgets the input before.
func (o *observer) begin() {
	if o != nil {
		o.admitted, o.seen = false, wire.Observed{Prints: o.seen.Prints[:0]}
	}
}

// admit notes that the input satisfies the preconditions.
func (o *observer) admit() {
	if o != nil {
		o.admitted = true
	}
}

// back notes that the call returned.
func (o *observer) back() {
	if o == nil {
		return
	}
	o.seen.End, o.seen.Prints = wire.EndReturned, o.seen.Prints[:0]
	for _, list := range [][]any{o.w.C.Results(), o.w.C.Inputs()} {
		for _, p := range list {
			o.seen.Prints = append(o.seen.Prints, o.print(p))
		}
	}
}

// print returns the hash of the value that p points to.
func (o *observer) print(p any) uint64 {
	switch p := p.(type) {
	case *error:
		if *p == nil {
			return 0
		}
		return hash(errorText(*p)) | 1
	case *bool:
		if *p {
			return wire.PrintTrue
		}
		return wire.PrintFalse
	}
	return hash(memory.Observation(p, o.how == wire.ObserveAll))
}

// errorText returns what an error says; the method may panic.
func errorText(err error) (text string) {
	defer func() { recover() }()
	return err.Error()
}

// ended notes that the call of the input in flight did not return.
func (o *observer) ended(e *Ending) {
	if o == nil || o.w.Now.Stage != wire.Calling {
		return
	}
	o.seen.End = wire.EndPanicked
	o.seen.Prints = append(o.seen.Prints[:0], hash(stack.KindOf(e.Value)))
}

// report sends the observation of an input that was resolved.
func (o *observer) report() {
	if o == nil || !o.admitted || o.w.Now.pending != nil {
		return
	}
	o.admitted = false
	o.seen.Failed = o.w.Now.failed
	o.seen.Stream, _ = o.w.Board.Stream()
	if err := o.p.Conn.Send(wire.KindObserved, wire.AppendObserved(nil, o.seen)); err != nil {
		o.w.On.Fault(err.Error())
	}
}

// hash is the same in each process.
func hash(text string) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * prime
	}
	return h
}
