package single

import (
	"reflect"

	"github.com/rtest-dev/rtest/decode/tree"
)

// maxYielded is how many values of an iterator are shown.
const maxYielded = 8

// maxRecorded is how many values of an iterator are kept for repeating them.
const maxRecorded = 1 << 12

// isIterator reports whether functions of type t are iterators.
func isIterator(t reflect.Type) bool {
	if t.Kind() != reflect.Func || t.NumIn() != 1 || t.NumOut() != 0 || t.IsVariadic() || t.In(0).Kind() != reflect.Func {
		return false
	}
	yield := t.In(0)
	return yield.NumOut() == 1 && yield.Out(0).Kind() == reflect.Bool && 1 <= yield.NumIn() && yield.NumIn() <= 2 && !yield.IsVariadic()
}

// An iteratorRecorder is an iterator among the results.
type iteratorRecorder struct {
	owner *resultCalls
	inner reflect.Value
	shown *tree.Value
	// runs are the runs by the clause that is judged.
	runs []*iteration
	// next is the index of the run to repeat next while runs are repeated in order.
	next int
}

// An iteration has the values that one run of an iterator yielded. ended means that the iterator reached its
// end, cut that it yielded more values than are kept.
type iteration struct {
	rows       []snapshot
	ended, cut bool
}

func (y *iteratorRecorder) begin()                   { y.runs = nil }
func (y *iteratorRecorder) rewind()                  { y.next = 0 }
func (y *iteratorRecorder) remaining() int           { return len(y.runs) - y.next }
func (y *iteratorRecorder) description() *tree.Value { return y.shown }
func (y *iteratorRecorder) typ() reflect.Type        { return y.inner.Type() }

// call runs the iterator and records the run, or repeats a recorded run.
func (y *iteratorRecorder) call(in []reflect.Value) []reflect.Value {
	y.owner.mu.Lock()
	again := y.owner.replaying
	var run *iteration
	if again {
		run = y.recordedRun()
	} else {
		run = &iteration{}
		y.runs = append(y.runs, run)
	}
	y.owner.mu.Unlock()
	switch {
	case !again:
		y.recordRun(in[0], run)
	case run == nil || run.cut:
		y.inner.Call(in)
	default:
		y.repeat(in, run)
	}
	return nil
}

// recordedRun returns the longest of the clause's runs, or nil if there are none. It sets ambiguous
// if they differ. While runs are repeated in order, it returns the next one.
func (y *iteratorRecorder) recordedRun() *iteration {
	if y.owner.inSequence {
		if y.next++; y.next > len(y.runs) {
			y.next, y.owner.extraCalls = len(y.runs), y.owner.extraCalls+1
			return &iteration{ended: true}
		}
		return y.runs[y.next-1]
	}
	var longest *iteration
	for _, r := range y.runs {
		if longest == nil || len(r.rows) > len(longest.rows) || r.ended && len(r.rows) == len(longest.rows) {
			longest = r
		}
	}
	for _, r := range y.runs {
		same := !r.ended || r.cut || len(r.rows) == len(longest.rows)
		for i := range r.rows {
			same = same && r.rows[i].same(longest.rows[i])
		}
		if !same {
			y.owner.ambiguous = true
		}
	}
	return longest
}

// recordRun runs the iterator and records the values that it yields.
func (y *iteratorRecorder) recordRun(yield reflect.Value, run *iteration) {
	var shown *tree.Value
	if y.shown == nil {
		shown = &tree.Value{Kind: tree.Yielded, Text: "…"}
		y.shown = shown
	}
	more := true
	y.inner.Call([]reflect.Value{reflect.MakeFunc(yield.Type(), func(args []reflect.Value) []reflect.Value {
		if len(run.rows) < maxRecorded {
			run.rows = append(run.rows, takeSnapshot(args))
		} else {
			run.cut = true
		}
		if shown != nil && len(shown.Elems) < maxYielded {
			shown.Elems = append(shown.Elems, describeList(args))
		} else {
			shown = nil
		}
		out := yield.Call(args)
		more = more && out[0].Bool()
		return out
	})})
	if more {
		run.ended = true
		if shown != nil {
			shown.Text = ""
		}
	}
}

// repeat yields the values of a recorded run. If the run was stopped before its end, the iterator
// itself yields the values after them.
func (y *iteratorRecorder) repeat(in []reflect.Value, run *iteration) {
	yield := in[0]
	for _, r := range run.rows {
		if !yield.Call(r.values())[0].Bool() {
			return
		}
	}
	if run.ended {
		return
	}
	at := 0
	y.inner.Call([]reflect.Value{reflect.MakeFunc(yield.Type(), func(args []reflect.Value) []reflect.Value {
		at++
		if at > len(run.rows) {
			return yield.Call(args)
		}
		same := takeSnapshot(args).same(run.rows[at-1])
		return []reflect.Value{reflect.ValueOf(same).Convert(yield.Type().Out(0))}
	})})
}
