package single

import (
	"reflect"

	"github.com/rtest-dev/rtest/decode/tree"
)

// mostAnswers is how many calls of a function are shown.
const mostAnswers = 8

// An answering is a function among the results that has results itself.
type answering struct {
	h     *resultCalls
	inner reflect.Value
	shown *tree.Value
	// calls are the calls of the clause that is judged, asked the calls that are shown.
	calls []exchange
	asked []exchange
	// next is the index of the call to answer next while answers are given in order.
	next int
}

// An exchange is the arguments and the results of a call.
type exchange struct{ question, answer kept }

func (a *answering) begin()            { a.calls = nil }
func (a *answering) rewind()           { a.next = 0 }
func (a *answering) left() int         { return len(a.calls) - a.next }
func (a *answering) told() *tree.Value { return a.shown }
func (a *answering) typ() reflect.Type { return a.inner.Type() }

// noting calls the function and records the call, or repeats a recorded answer.
func (a *answering) noting(in []reflect.Value) []reflect.Value {
	question := keep(in)
	if out, known := a.repeat(question); known {
		return out
	}
	var out []reflect.Value
	if a.inner.Type().IsVariadic() {
		out = a.inner.CallSlice(in)
	} else {
		out = a.inner.Call(in)
	}
	a.h.mu.Lock()
	defer a.h.mu.Unlock()
	if !a.h.again {
		a.note(exchange{question, keep(out)})
	}
	return out
}

// repeat returns what the function answered to the clause. known is false if no clause is being
// explained, or if the clause did not ask that question.
func (a *answering) repeat(question kept) (out []reflect.Value, known bool) {
	a.h.mu.Lock()
	defer a.h.mu.Unlock()
	if !a.h.again {
		return nil, false
	}
	if a.h.serial {
		if a.next++; a.next > len(a.calls) || !a.calls[a.next-1].question.same(question) {
			a.next, a.h.beyond = min(a.next, len(a.calls)), a.h.beyond+1
			return nil, false
		}
		return a.calls[a.next-1].answer.values(), true
	}
	var first *kept
	for _, c := range a.calls {
		switch {
		case !c.question.same(question):
		case first == nil:
			first = &c.answer
		case !first.same(c.answer):
			a.h.unsteady = true
		}
	}
	if first == nil {
		return nil, false
	}
	return first.values(), true
}

// note records a call. It is shown unless the same call is shown already.
func (a *answering) note(c exchange) {
	a.calls = append(a.calls, c)
	if a.shown == nil {
		a.shown = &tree.Value{Kind: tree.Answering, Text: "…"}
	}
	if len(a.asked) >= mostAnswers {
		return
	}
	for _, other := range a.asked {
		if len(c.question.raw) > 0 && other.question.same(c.question) && other.answer.same(c.answer) {
			return
		}
	}
	a.asked = append(a.asked, c)
	a.shown.Elems = append(a.shown.Elems, row(c.question.raw), row(c.answer.raw))
}
