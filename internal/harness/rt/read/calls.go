package read

import (
	"fmt"
	"reflect"
)

// A Builder is a type T whose values are built by calls.
type Builder struct {
	// Callees are the functions that make or change values of the type.
	Callees []Callee
	// State returns what tells states apart, of a *T; nil for all that is
	// reachable from it.
	State func(p any) any
}

// A Callee is a function that makes values of a type T or takes steps between
// them, or an expression for one.
type Callee struct {
	// Target is the index among the unit's targets. The inputs of the target
	// are those of the call; with Step set the first is the value from which
	// the step is taken.
	Target int
	Step   bool
	// Head is how many numbers of a stream stand before those of the first
	// input's state: 1 where it is a pointer.
	Head int
	// Results are what may hold a value: 0 is the first input after the call,
	// k the k-th result. Take returns it as a *T, or nil where it holds none.
	Results []int
	Take    func(c Case, i int) any
	// Texts are, for each of Results, the Go statement of the call, as in the
	// Called of package value. Forms says of each whether it gives a T ("."),
	// a *T ("*"), or nothing new ("").
	Texts, Forms []string
	// Silent says that the call does not count, as for a composite literal.
	Silent bool
}

// TakePointer, TakeValue and TakeHeld return a result as a *T, or nil.
func TakePointer[T any](p *T) any {
	if p == nil {
		return nil
	}
	return p
}

// TakeValue takes a T.
func TakeValue[T any](v T) any { return &v }

// TakeInterface takes a T that is an interface type.
func TakeInterface[T any](v T) any {
	if any(v) == nil {
		return nil
	}
	return &v
}

// TakeImplementer takes a value of a type that implements it as one of the
// interface type T.
func TakeImplementer[T any](v any) any {
	if p := reflect.ValueOf(v); p.Kind() == reflect.Pointer && p.IsNil() {
		return nil
	}
	return TakeHeld[T](v)
}

// TakeHeld takes what an interface holds.
func TakeHeld[T any](v any) any {
	switch v := v.(type) {
	case *T:
		return TakePointer(v)
	case T:
		return &v
	}
	return nil
}

// TakeNone takes nothing.
func TakeNone() any { return nil }

// Built returns the next value of a type built by calls, made anew. It panics
// with a lost value where the calls do not give it any more.
func Built[T any](r *Reader, builder int) *T {
	noting := r.noting
	r.noting = false
	p := r.state(builder).(*T)
	r.noting = noting
	if noting {
		r.noteReached(p)
	}
	return p
}

// Lost is the value of a panic by which the building of an input ends: calls
// that gave a value before did not give it again, or two keys are equal.
type Lost struct{ why string }

func (l Lost) String() string { return l.why }

// state builds the next state of the stream.
func (r *Reader) state(builder int) any {
	l := states.Load()
	class := r.Stream[r.i]
	r.i++
	if class < 0 {
		r.emit(-1)
		return r.calls(l, builder)
	}
	n := r.Stream[r.i]
	r.i++
	s, ok := l.states[builder].At(n)
	if !ok {
		panic(Lost{fmt.Sprintf("there is no state %d", n)})
	}
	r.emit(-1)
	r.emit(s.Stream...)
	r.States.Calls += s.Size
	sub := &Reader{Stream: s.Stream, Log: r.Log, known: true}
	return sub.calls(l, builder)
}

// emit keeps numbers of the stream in which states are spelled out.
func (r *Reader) emit(ns ...int64) {
	if r.States.Keep {
		r.States.Stream = append(r.States.Stream, ns...)
	}
}

// calls makes the calls that the stream says, and returns what the last gives.
func (r *Reader) calls(l *library, builder int) any {
	b := &l.unit.Builders[builder]
	index, which := r.Next(), r.Next()
	if index >= int64(len(b.Callees)) || which >= int64(len(b.Callees[index].Results)) {
		panic(Lost{"there is no such call"})
	}
	callee := &b.Callees[index]
	c := l.unit.Targets[callee.Target].New()
	telling := r.Log.Begin()
	r.way++
	built := c.Build(r)
	r.way--
	if !built {
		panic(Lost{"a call has no such input"})
	}
	target := &l.unit.Targets[callee.Target]
	if len(target.Steps) > 0 && !r.draw(c, target.Steps) {
		panic(Lost{"a call draws what there is not"})
	}
	if !r.known && !r.States.Keep && !admits(c, target.Pre) {
		panic(Lost{"a call does not satisfy its precondition"})
	}
	inputs := c.Inputs()
	if callee.Step {
		inputs = inputs[1:] // the value from which it is a step
	}
	telling.Inputs(callee.Texts[which], callee.Forms[which], inputs)
	p := again(callee, int(which), c)
	telling.Result(p, callee.Step, callee.Silent)
	return p
}

// admits tells whether the preconditions of a call hold. Of the calls of states
// that were found they did; those of a stream from elsewhere may be of another
// contract.
func admits(c Case, preconditions int) (ok bool) {
	defer func() { ok = recover() == nil && ok }()
	for i := range preconditions {
		if holds, sure := Certain(func() bool { return c.Pre(i) }); !holds || !sure {
			return false
		}
	}
	return true
}

// draw draws the inputs of a call; the stream has the places of the values
// among those from which they are drawn.
func (r *Reader) draw(c Case, steps []Step) bool {
	d := DrawingAgain(nil)
	for _, s := range steps {
		if s.Draw < 0 {
			continue
		}
		d.Places = append(d.Places, int(r.Next()))
		if !c.Draw(s.Draw, d) {
			return false
		}
	}
	return true
}

// again makes one call. A panic of it is the fault of nobody whose input is
// being built: it was not there when the state was found.
func again(callee *Callee, which int, c Case) any {
	defer func() {
		if v := recover(); v != nil {
			if l, ok := v.(Lost); ok {
				panic(l)
			}
			panic(Lost{fmt.Sprintf("a call panics only now: %v", v)})
		}
	}()
	c.Call()
	p := callee.Take(c, callee.Results[which])
	if p == nil {
		panic(Lost{"a call gives no value any more"})
	}
	return p
}

// Distinct ends the building of an input whose map has fewer entries than it
// was given.
func Distinct(have int, want int64) {
	if int64(have) < want {
		panic(Lost{"two keys are equal"})
	}
}
