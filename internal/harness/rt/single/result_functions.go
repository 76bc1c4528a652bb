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
	// recorders are the recorded functions by result; nil for results that are not recorded.
	recorders []recorder
	// replaying is set while a clause is explained.
	replaying bool
	// ambiguous is set if a function gave the clause two answers to one question. It is then
	// unknown which of them a part of the clause got, unless the parts are evaluated in the order
	// of the clause.
	ambiguous bool
	// inSequence is set while functions give the clause's answers in their order. extraCalls counts
	// the calls that exceed those of the clause.
	inSequence bool
	extraCalls int
}

// A recorder is a function whose calls are recorded: an *iteratorRecorder or a *functionRecorder.
type recorder interface {
	// begin forgets the calls of the previous clause.
	begin()
	// rewind restarts the answers in order. remaining returns how many of them are still to come.
	rewind()
	remaining() int
	// call calls the function and records the call, or repeats its recorded results.
	call(in []reflect.Value) []reflect.Value
	// description returns the description of the recorded calls, or nil if there were none.
	description() *tree.Value
	typ() reflect.Type
}

// recordResults replaces the functions among the results by functions that record calls.
func (v *inputView) recordResults() {
	v.resultCalls.recorders = make([]recorder, len(v.out.Results))
	for i, p := range v.w.C.Results() {
		// A function with a number is an input, which is shown by its answers anyway.
		f := reflect.ValueOf(p).Elem()
		if is := v.out.Results[i]; is.Kind == tree.Function && is.ID == 0 {
			v.resultCalls.recorders[i] = v.resultCalls.record(f)
		}
	}
}

// record replaces the function in the variable f by one that records calls. It returns nil for a
// function without results.
func (h *resultCalls) record(f reflect.Value) recorder {
	inner := reflect.New(f.Type()).Elem()
	inner.Set(f)
	var by recorder
	switch {
	case isIterator(f.Type()):
		by = &iteratorRecorder{owner: h, inner: inner}
	case f.Type().NumOut() > 0:
		by = &functionRecorder{owner: h, inner: inner}
	default:
		return nil
	}
	f.Set(reflect.MakeFunc(by.typ(), by.call).Convert(f.Type()))
	read.Wraps(f.Addr().UnsafePointer(), inner.Addr().UnsafePointer())
	return by
}

// begin begins another clause.
func (h *resultCalls) begin() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ambiguous = false
	for _, f := range h.recorders {
		if f != nil {
			f.begin()
		}
	}
}

// replay calls f, during which functions repeat the results that the clause saw. It reports whether that was
// unambiguous.
func (h *resultCalls) replay(f func()) (known bool) {
	h.setReplaying(true)
	defer h.setReplaying(false)
	f()
	return !h.ambiguous
}

// replayInOrder calls f, during which functions repeat the results that the clause saw, in the order of its
// calls.
func (h *resultCalls) replayInOrder(f func()) {
	h.mu.Lock()
	h.inSequence, h.extraCalls = true, 0
	for _, x := range h.recorders {
		if x != nil {
			x.rewind()
		}
	}
	h.mu.Unlock()
	h.replay(f)
	h.mu.Lock()
	h.inSequence = false
	h.mu.Unlock()
}

// aligned reports whether all that functions gave to the clause was given again, exactly once.
func (h *resultCalls) aligned() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, x := range h.recorders {
		if x != nil && x.remaining() > 0 {
			return false
		}
	}
	return h.extraCalls == 0
}

func (h *resultCalls) setReplaying(again bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.replaying = again
}

// show describes the functions that were called by their calls.
func (h *resultCalls) show(results []*tree.Value) {
	for i, f := range h.recorders {
		if f == nil {
			continue
		}
		if y := f.description(); y != nil && (y.Kind == tree.Yielded || explain.Nameless(results[i].Text)) {
			y.Type = results[i].Type
			results[i] = y
		}
	}
}

// A snapshot is a list of values with copies of them, because the memory that they refer to may change later.
type snapshot struct {
	raw    []reflect.Value
	copies []any
}

func takeSnapshot(vs []reflect.Value) snapshot {
	k := snapshot{raw: vs}
	for _, v := range vs {
		k.copies = append(k.copies, v.Interface())
	}
	k.copies = memory.Snapshot(k.copies)
	return k
}

// same reports whether both lists of copies are equal.
func (k snapshot) same(o snapshot) bool { return memory.Alike(k.copies, o.copies) }

// values returns the values, or their copies if they have changed.
func (k snapshot) values() []reflect.Value {
	out := make([]reflect.Value, len(k.raw))
	for i, v := range k.raw {
		out[i] = v
		if now := v.Interface(); !memory.Alike(now, k.copies[i]) {
			out[i] = reflect.New(v.Type()).Elem()
			out[i].Set(reflect.ValueOf(k.copies[i]))
		}
	}
	return out
}

// describeList describes a list of values.
func describeList(vs []reflect.Value) *tree.Value {
	r := &tree.Value{Kind: tree.Sequence}
	for _, v := range vs {
		r.Elems = append(r.Elems, explain.NewDescriber().One(v.Interface()))
	}
	return r
}
