package rt

import (
	"sync"
	"sync/atomic"
	"unsafe"
)

// Wrapped are the functions around functions that are inputs: they note calls, or
// look after what the contract demands. The value is what they are around. Both
// are the pointers that function values are.
type wrapped struct {
	mu   sync.Mutex
	some atomic.Bool
	of   map[unsafe.Pointer]unsafe.Pointer
}

// wrappers are those of the input in flight. Generated constructors are plain
// functions and reach them from here only.
var wrappers wrapped

// Wraps notes that the function to which outer points is one around that to which
// inner points.
func Wraps(outer, inner unsafe.Pointer) {
	w := &wrappers
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of == nil {
		w.of = map[unsafe.Pointer]unsafe.Pointer{}
	}
	w.of[*(*unsafe.Pointer)(outer)] = *(*unsafe.Pointer)(inner)
	w.some.Store(true)
}

// inner returns the function in a wrapper, and a function that is none itself.
func (w *wrapped) inner(f unsafe.Pointer) unsafe.Pointer {
	if !w.some.Load() {
		return f
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for range len(w.of) {
		in, ok := w.of[f]
		if !ok {
			break
		}
		f = in
	}
	return f
}

// forget begins another input.
func (w *wrapped) forget() {
	if w.some.Load() {
		w.mu.Lock()
		defer w.mu.Unlock()
		clear(w.of)
		w.some.Store(false)
	}
}

// refused is set when a function that an expression gives answers against what the
// contract demands of it, or is called so on the way to a value: then the input in
// flight is none.
var refused atomic.Bool

// A Guard looks after what a contract demands of a function that is an input.
type Guard struct {
	asking *callbacks
	run    int64
	input  int
}

// NewGuard returns that of the next function that is built.
func NewGuard(r *Reader, input int) *Guard {
	k := questions.Load()
	if k == nil || r.way > 0 {
		return &Guard{}
	}
	return &Guard{k, k.run, input}
}

// Refuse notes that the function gave an answer that it must not give.
func (g *Guard) Refuse() { refused.Store(true) }

// Demand notes that the clause-th demand on the arguments is not met.
func (g *Guard) Demand(clause int, args any) {
	if k := g.asking; k == nil || !k.demand(g, clause, args) {
		refused.Store(true)
	}
}

// demand blames the call in flight, where it is one.
func (k *callbacks) demand(g *Guard, clause int, args any) bool {
	defer k.lock()()
	if k.run != g.run || !k.open {
		return k.quiet
	}
	if k.broken == nil {
		k.broken = &Failure{Cause: Callback, Stage: Calling, Index: g.input, Clause: clause}
		k.question = snapshot(args)
		k.choices.board.broken(k.broken)
	}
	return true
}
