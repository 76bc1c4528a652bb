package read

import (
	"fmt"
	"reflect"
)

// A Builder is a type T whose values are built by calls.
type Builder struct {
	// Callees are the functions that make or change values of the type.
	Callees []Callee
	// State returns the part of a *T that distinguishes states. If it is nil, all that is reachable
	// from the *T does.
	State func(p any) any
}

// A Callee is a function, or an expression, that makes values of a type T or takes steps between
// them.
type Callee struct {
	// Target is an index into the unit's targets. The inputs of the target are the inputs of the
	// call. With Step set, the first of them is the value from which the step is taken.
	Target int
	Step   bool
	// Head is how many numbers of a stream precede those of the first input's state: 1 if the input
	// is a pointer.
	Head int
	// Results are the places that may hold a value: 0 is the first input after the call, k the k-th
	// result. Take returns the value as a *T, or nil if the place holds none.
	Results []int
	Take    func(s Ref, i int) any
	// Texts are, for each of Results, the Go statement of the call, as in Called of package tree.
	// Forms reports whether it gives a T ("."), a *T ("*"), or nothing new ("").
	Texts, Forms []string
	// Silent means that the call does not count, as for a composite literal.
	Silent bool
}

// TakePointer returns p as the *T of a result, or nil.
func TakePointer[T any](p *T) any {
	if p == nil {
		return nil
	}
	return p
}

// TakeValue returns a pointer to v.
func TakeValue[T any](v T) any { return &v }

// TakeInterface returns a pointer to v, which is of an interface type, or nil if v is nil.
func TakeInterface[T any](v T) any {
	if any(v) == nil {
		return nil
	}
	return &v
}

// TakeImplementer returns v, of a type that implements the interface type T, as a *T, or nil if v
// is a nil pointer.
func TakeImplementer[T any](v any) any {
	if p := reflect.ValueOf(v); p.Kind() == reflect.Pointer && p.IsNil() {
		return nil
	}
	return TakeHeld[T](v)
}

// TakeHeld returns the T or *T that the interface value v holds as a *T, or nil if it holds
// neither.
func TakeHeld[T any](v any) any {
	switch v := v.(type) {
	case *T:
		return TakePointer(v)
	case T:
		return &v
	}
	return nil
}

// TakeNone returns nil.
func TakeNone() any { return nil }

// Built makes the next value of a type that is built by calls. It panics with a Lost if the calls
// do not give the value any more.
func Built[T any](r *Reader, builder int) *T {
	noting := r.recordBlocks
	r.recordBlocks = false
	p := r.state(builder).(*T)
	r.recordBlocks = noting
	if noting {
		r.noteReached(p)
	}
	return p
}

// Lost is the panic value that ends the building of an input: calls did not give a value that they
// gave before, or two keys of a map are equal.
type Lost struct{ why string }

func (l Lost) String() string { return l.why }

// state builds the next state of the stream.
func (r *Reader) state(builder int) any {
	l := processStates.Load()
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
	sub := &Reader{Stream: s.Stream, Log: r.Log, building: building{explored: true}}
	return sub.calls(l, builder)
}

// emit appends numbers to the stream in which states are spelled out, if it is kept.
func (r *Reader) emit(ns ...int64) {
	if r.States.Keep {
		r.States.Stream = append(r.States.Stream, ns...)
	}
}

// calls makes the calls of the stream and returns the value of the last.
func (r *Reader) calls(l *library, builder int) any {
	b := &l.unit.Builders[builder]
	index, which := r.Next(), r.Next()
	if index >= int64(len(b.Callees)) || which >= int64(len(b.Callees[index].Results)) {
		panic(Lost{"there is no such call"})
	}
	callee := &b.Callees[index]
	c := l.unit.Targets[callee.Target].New()
	telling := r.Log.Begin()
	start := r.i
	r.building.callDepth++
	built := c.Build(r)
	r.building.callDepth--
	if !built {
		panic(Lost{"a call has no such input"})
	}
	target := &l.unit.Targets[callee.Target]
	if len(target.Steps) > 0 && !r.draw(c, target.Steps) {
		panic(Lost{"a call draws what there is not"})
	}
	unjudged := !r.building.explored && !r.States.Keep
	if unjudged {
		r.begunCall(c, target, start)
	}
	inputs := c.Inputs()
	if callee.Step {
		inputs = inputs[1:] // the value from which the step is taken
	}
	telling.Inputs(callee.Texts[which], callee.Forms[which], inputs)
	p := repeatCall(callee, int(which), c)
	if unjudged && !keepsContract(c, target) {
		panic(Lost{"a call does not keep its contract"})
	}
	telling.Result(p, callee.Step, callee.Silent)
	return p
}

// preconditionsHold reports whether the preconditions of a call hold. The calls of states that were
// explored satisfied them; a stream from elsewhere may have been made for another contract.
func preconditionsHold(c Case, preconditions int) (ok bool) {
	defer func() { ok = recover() == nil && ok }()
	for i := range preconditions {
		if holds, sure := Certain(func() bool { return c.Pre(i) }); !holds || !sure {
			return false
		}
	}
	return true
}

// draw draws the inputs of a call. The stream has the index of each drawn value in the list from
// which it is drawn.
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

// repeatCall makes one call. It ignores a panic: there was none when the state was found.
func repeatCall(callee *Callee, which int, c Case) any {
	defer func() {
		if v := recover(); v != nil {
			if l, ok := v.(Lost); ok {
				panic(l)
			}
			panic(Lost{fmt.Sprintf("a call panics only now: %v", v)})
		}
	}()
	c.Call()
	p := callee.Take(c.(*Generated).State, callee.Results[which])
	if p == nil {
		panic(Lost{"a call gives no value any more"})
	}
	return p
}

// Distinct panics with a Lost if a map has fewer entries than were put in.
func Distinct(have int, want int64) {
	if int64(have) < want {
		panic(Lost{"two keys are equal"})
	}
}
