package single

import (
	"reflect"

	"github.com/rtest-dev/rtest/decode/tree"
)

// maxAnswers is how many calls of a function are shown.
const maxAnswers = 8

// A functionRecorder is a function among the results that has results itself.
type functionRecorder struct {
	owner *resultCalls
	inner reflect.Value
	shown *tree.Value
	// exchanges are the calls of the clause that is judged, shownExchanges the calls that are
	// shown.
	exchanges      []exchange
	shownExchanges []exchange
	// next is the index of the call to answer next while answers are given in order.
	next int
}

// An exchange is the arguments and the results of a call.
type exchange struct{ question, answer snapshot }

func (a *functionRecorder) begin()                   { a.exchanges = nil }
func (a *functionRecorder) rewind()                  { a.next = 0 }
func (a *functionRecorder) remaining() int           { return len(a.exchanges) - a.next }
func (a *functionRecorder) description() *tree.Value { return a.shown }
func (a *functionRecorder) typ() reflect.Type        { return a.inner.Type() }

// call calls the function and records the call, or repeats a recorded answer.
func (a *functionRecorder) call(in []reflect.Value) []reflect.Value {
	question := takeSnapshot(in)
	if out, known := a.repeat(question); known {
		return out
	}
	var out []reflect.Value
	if a.inner.Type().IsVariadic() {
		out = a.inner.CallSlice(in)
	} else {
		out = a.inner.Call(in)
	}
	a.owner.mu.Lock()
	defer a.owner.mu.Unlock()
	if !a.owner.replaying {
		a.note(exchange{question, takeSnapshot(out)})
	}
	return out
}

// repeat returns the function's answer to the clause. known is false if no clause is being explained, or if the
// clause did not ask that question.
func (a *functionRecorder) repeat(question snapshot) (out []reflect.Value, known bool) {
	a.owner.mu.Lock()
	defer a.owner.mu.Unlock()
	if !a.owner.replaying {
		return nil, false
	}
	if a.owner.inSequence {
		if a.next++; a.next > len(a.exchanges) || !a.exchanges[a.next-1].question.same(question) {
			a.next, a.owner.extraCalls = min(a.next, len(a.exchanges)), a.owner.extraCalls+1
			return nil, false
		}
		return a.exchanges[a.next-1].answer.values(), true
	}
	var first *snapshot
	for _, c := range a.exchanges {
		switch {
		case !c.question.same(question):
		case first == nil:
			first = &c.answer
		case !first.same(c.answer):
			a.owner.ambiguous = true
		}
	}
	if first == nil {
		return nil, false
	}
	return first.values(), true
}

// note records a call. It is shown unless the same call is shown already.
func (a *functionRecorder) note(c exchange) {
	a.exchanges = append(a.exchanges, c)
	if a.shown == nil {
		a.shown = &tree.Value{Kind: tree.Answering, Text: "…"}
	}
	if len(a.shownExchanges) >= maxAnswers {
		return
	}
	for _, other := range a.shownExchanges {
		if len(c.question.raw) > 0 && other.question.same(c.question) && other.answer.same(c.answer) {
			return
		}
	}
	a.shownExchanges = append(a.shownExchanges, c)
	a.shown.Elems = append(a.shown.Elems, describeList(c.question.raw), describeList(c.answer.raw))
}
