package single

import (
	"reflect"
	"sync"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
)

// A resultCalls records the calls that clauses make to functions among the results, while a single
// input is judged. The answers are shown, and repeated when a clause is explained. The functions
// are not called for that, because another call may answer otherwise.
type resultCalls struct {
	mu sync.Mutex
	// heard are the recorded functions by result; nil for results that are not recorded.
	heard []heard
	// again is set while a clause is explained.
	again bool
	// unsteady is set if a function gave the clause two answers to one question. It is then unknown
	// which of them a part of the clause got, unless the parts are evaluated in the order of the
	// clause.
	unsteady bool
	// serial is set while functions give the clause's answers in their order. beyond counts the
	// calls that exceed those of the clause.
	serial bool
	beyond int
}

// A heard is a function whose calls are recorded: a *yielding or an *answering.
type heard interface {
	// begin forgets the calls of the previous clause.
	begin()
	// rewind restarts the answers in order. left returns how many of them are still to come.
	rewind()
	left() int
	// noting calls the function and records the call, or repeats what it gave.
	noting(in []reflect.Value) []reflect.Value
	// told returns the description of the recorded calls, or nil if there were none.
	told() *tree.Value
	typ() reflect.Type
}

// listen replaces the functions among the results by functions that record calls.
func (v *view) listen() {
	v.hearing.heard = make([]heard, len(v.out.Results))
	for i, p := range v.w.C.Results() {
		// A function with a number is an input, which is shown by its answers anyway.
		f := reflect.ValueOf(p).Elem()
		if is := v.out.Results[i]; is.Kind == tree.Function && is.ID == 0 {
			v.hearing.heard[i] = v.hearing.listen(f)
		}
	}
}

// listen replaces the function in the variable f by one that records calls. It returns nil for a
// function without results.
func (h *resultCalls) listen(f reflect.Value) heard {
	inner := reflect.New(f.Type()).Elem()
	inner.Set(f)
	var by heard
	switch {
	case iterates(f.Type()):
		by = &yielding{h: h, inner: inner}
	case f.Type().NumOut() > 0:
		by = &answering{h: h, inner: inner}
	default:
		return nil
	}
	f.Set(reflect.MakeFunc(by.typ(), by.noting).Convert(f.Type()))
	read.Wraps(f.Addr().UnsafePointer(), inner.Addr().UnsafePointer())
	return by
}

// begin begins another clause.
func (h *resultCalls) begin() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.unsteady = false
	for _, f := range h.heard {
		if f != nil {
			f.begin()
		}
	}
}

// retell calls f, during which functions repeat what they gave to the clause. It reports whether
// that was unambiguous.
func (h *resultCalls) retell(f func()) (known bool) {
	h.set(true)
	defer h.set(false)
	f()
	return !h.unsteady
}

// inOrder calls f, during which functions repeat what they gave to the clause, in the order of its
// calls.
func (h *resultCalls) inOrder(f func()) {
	h.mu.Lock()
	h.serial, h.beyond = true, 0
	for _, x := range h.heard {
		if x != nil {
			x.rewind()
		}
	}
	h.mu.Unlock()
	h.retell(f)
	h.mu.Lock()
	h.serial = false
	h.mu.Unlock()
}

// aligned reports whether all that functions gave to the clause was given again, exactly once.
func (h *resultCalls) aligned() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, x := range h.heard {
		if x != nil && x.left() > 0 {
			return false
		}
	}
	return h.beyond == 0
}

func (h *resultCalls) set(again bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.again = again
}

// show describes the functions that were called by their calls.
func (h *resultCalls) show(results []*tree.Value) {
	for i, f := range h.heard {
		if f == nil {
			continue
		}
		if y := f.told(); y != nil && (y.Kind == tree.Yielded || explain.Nameless(results[i].Text)) {
			y.Type = results[i].Type
			results[i] = y
		}
	}
}

// A kept is a list of values together with a snapshot, because what they refer to may change later.
type kept struct {
	raw []reflect.Value
	was []any
}

func keep(vs []reflect.Value) kept {
	k := kept{raw: vs}
	for _, v := range vs {
		k.was = append(k.was, v.Interface())
	}
	k.was = memory.Snapshot(k.was)
	return k
}

// same reports whether both snapshots are equal.
func (k kept) same(o kept) bool { return memory.Alike(k.was, o.was) }

// values returns the values, or their snapshots if they have changed.
func (k kept) values() []reflect.Value {
	out := make([]reflect.Value, len(k.raw))
	for i, v := range k.raw {
		out[i] = v
		if now := v.Interface(); !memory.Alike(now, k.was[i]) {
			out[i] = reflect.New(v.Type()).Elem()
			out[i].Set(reflect.ValueOf(k.was[i]))
		}
	}
	return out
}

// row describes a list of values.
func row(vs []reflect.Value) *tree.Value {
	r := &tree.Value{Kind: tree.Sequence}
	for _, v := range vs {
		r.Elems = append(r.Elems, explain.NewDescriber().One(v.Interface()))
	}
	return r
}
