package single

import (
	"reflect"
	"sync"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
)

// A resultCalls is of the functions among the results, as they are called by the clauses
// that judge a single input: what they answer is shown, and told again to what
// explains a clause. Nothing is called for that, as a function may answer otherwise
// when it is called again.
type resultCalls struct {
	mu sync.Mutex
	// heard are by result, nil of what is not listened to.
	heard []heard
	// again is set while a clause is explained.
	again bool
	// unsteady is set where a function that the clause called twice gave two
	// answers to one question: then nobody knows which of them a part of the clause got,
	// unless it is evaluated as the clause was.
	unsteady bool
	// serial is set while functions are called as often as by the clause, and give what
	// they gave in this order; beyond counts the calls that are more.
	serial bool
	beyond int
}

// A heard is a function that is listened to: a *yielding or an *answering.
type heard interface {
	// begin forgets the calls of the clause before.
	begin()
	// rewind begins anew with what was given in order, of which left are to come.
	rewind()
	left() int
	// noting calls the function, or tells again what it gave.
	noting(in []reflect.Value) []reflect.Value
	// told is what it is shown by, nil where it was not called.
	told() *tree.Value
	typ() reflect.Type
}

// listen puts functions that are listened to in the place of the functions among
// the results.
func (v *view) listen() {
	v.hearing.heard = make([]heard, len(v.out.Results))
	for i, p := range v.w.C.Results() {
		// One with a number is an input, which is shown by its answers anyway.
		f := reflect.ValueOf(p).Elem()
		if is := v.out.Results[i]; is.Kind == tree.Function && is.ID == 0 {
			v.hearing.heard[i] = v.hearing.listen(f)
		}
	}
}

// listen puts in the place of the function in a variable one that is listened to. It
// returns nil for one without results.
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

// retell calls f, for which functions give what they gave to the clause. It tells
// whether it is known what that was.
func (h *resultCalls) retell(f func()) (known bool) {
	h.set(true)
	defer h.set(false)
	f()
	return !h.unsteady
}

// inOrder calls f, for which functions give what they gave to the clause, in that order.
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

// aligned tells whether all that functions gave to the clause was given again, once.
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

// show has the functions that were called shown by what they gave.
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

// A kept is values as they were when they were noted, because what they refer to may
// be changed later.
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

// same tells whether both were equal when they were noted.
func (k kept) same(o kept) bool { return memory.Alike(k.was, o.was) }

// values returns the values themselves, or copies of what they were where they have
// changed.
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

// row describes values.
func row(vs []reflect.Value) *tree.Value {
	r := &tree.Value{Kind: tree.Sequence}
	for _, v := range vs {
		r.Elems = append(r.Elems, explain.NewDescriber().One(v.Interface()))
	}
	return r
}
