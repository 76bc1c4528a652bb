package evaluate

import (
	"reflect"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// relatedTries is with how many values of the other variables a variable is set to what a part of a comparison gives.
// Of values that the condition rejects there may be some more: failedTries in all. mostRelated limits the assignments of
// one comparison.
// callTries is the same for each call that a condition asks for, and mostOfCalls the limit of all.
const (
	relatedTries = 6
	failedTries  = 48
	mostRelated  = 120
	callTries    = 2
	mostOfCalls  = 200
)

// relatedAssignments calls do with assignments in which a variable has the value of a part of the programs that
// has other variables, until it returns false. A text or list is also such a value before or behind another, as
// one that contains what a part gives. Values that are chosen one by one are seldom related so.
func (u *Universe) relatedAssignments(c wire.Comparison, do func(ids []uint32) bool) {
	if len(c.Slots) < 2 {
		return
	}
	r := relating{Universe: u, Comparison: c, env: make([]uint32, len(u.ask.Slots)), do: do, left: mostRelated}
	if len(c.Condition) > 0 && !r.relateCalls() {
		return
	}
	for _, part := range u.parts(c.Left, c.Right, c.Condition) {
		of := u.calls[part[len(part)-1]].result.of
		for _, slot := range c.Slots {
			if u.rows[slot].of == of && u.furtherOf(u.ask.Slots[slot]) > 0 && !slices.Contains(part, -1-slot) && !r.relate(part, slot) {
				return
			}
		}
	}
}

// parts lists the calls that programs consist of, as programs, each once.
func (u *Universe) parts(programs ...[]int) (list [][]int) {
	for _, program := range programs {
		var starts []int // of the operands on the stack
		for i, step := range program {
			if step < 0 {
				starts = append(starts, i)
				continue
			}
			n := len(starts) - len(u.calls[step].inputs)
			starts = append(starts, i)
			starts = starts[:n+1]
			part := program[starts[n] : i+1]
			if !slices.ContainsFunc(list, func(p []int) bool { return slices.Equal(p, part) }) {
				list = append(list, part)
			}
		}
	}
	return list
}

// A relating makes the related assignments of one comparison. env has the values of all variables, state is that of
// the random numbers, left is how many assignments may follow.
type relating struct {
	*Universe
	wire.Comparison
	env   []uint32
	do    func(ids []uint32) bool
	state uint64
	left  int
}

// draw returns the number of a value of a variable, half of the time a small one.
func (r *relating) draw(slot int) uint32 { return r.drawOf(r.ask.Slots[slot]) }

// drawOf returns the number of a value of a sort, half of the time a small one.
func (r *relating) drawOf(sort int) uint32 {
	all := r.all(sort)
	r.state += stride
	n := mix(r.state)
	if n%2 == 0 {
		all = all[:min(fewValues, len(all))]
	}
	return all[n/2%uint64(len(all))]
}

// relate sets a variable to what a part gives. It returns false if no more assignments are wanted.
func (r *relating) relate(part []int, slot int) bool {
	for tries, tried := 0, 0; tried < relatedTries && tries < failedTries; tries++ {
		for _, s := range r.Slots {
			r.env[s] = r.draw(s)
		}
		id := r.number(part, r.env)
		of := r.rows[slot].of
		if id == undefined || r.ask.Sorts[r.ask.Slots[slot]].NonNil && isNil(of.values[id]) {
			continue
		}
		ids := []uint32{id}
		if v, w := of.values[id], of.values[r.env[slot]]; isSequence(of.t) {
			ids = append(ids, of.joined(v, w), of.joined(w, v))
		}
		admitted := false
		for _, r.env[slot] = range ids {
			if len(r.Condition) > 0 && !r.holds(r.Condition, !r.Negated, r.env) {
				continue
			}
			if admitted = true; !r.try() {
				return false
			}
		}
		if admitted {
			tried++
		}
	}
	return true
}

// relateCalls sets a variable to what a function gives for another variable of its type, such as the same instant in
// another time zone: a condition may say that such values are alike. It returns false if no more assignments are wanted.
func (r *relating) relateCalls() bool {
	left := r.left
	r.left = mostOfCalls
	defer func() { r.left = left }()
	for _, target := range r.ask.Grow {
		c := r.calls[target]
		for _, slot := range r.Slots {
			if !r.relateCall(c, slot) {
				return r.left < 0 // The limit of the calls is none of the others.
			}
		}
	}
	return true
}

// relateCall sets a variable to what a call gives for each other variable of its type. It returns false if no more
// assignments are wanted.
func (r *relating) relateCall(c *call, slot int) bool {
	of := r.rows[slot].of
	first := slices.IndexFunc(c.inputs, func(v variable) bool { return v.of == of })
	from, _, ok := r.sorts(c)
	if !ok || first < 0 || c.result.of != of {
		return true
	}
	args := make([]uint32, len(from))
	for _, other := range r.Slots {
		for range callTries {
			if other == slot || r.rows[other].of != of {
				break
			}
			for _, s := range r.Slots {
				r.env[s] = r.draw(s)
			}
			for i, sort := range from {
				args[i] = r.drawOf(sort)
			}
			args[first] = r.env[other]
			id := r.apply(c, args)
			if id == undefined || r.ask.Sorts[r.ask.Slots[slot]].NonNil && isNil(of.values[id]) {
				continue
			}
			if r.env[slot] = id; !r.try() {
				return false
			}
		}
	}
	return true
}

// try calls do with the values of the variables. It returns false if no more assignments are wanted.
func (r *relating) try() bool {
	at := make([]uint32, len(r.Slots))
	for k, s := range r.Slots {
		at[k] = r.env[s]
	}
	r.left--
	return r.left >= 0 && r.do(at)
}

// isSequence reports whether values of a type can be joined: it is string or a slice type, and no directive says
// which values it has, because it has no name.
func isSequence(t reflect.Type) bool {
	return t == reflect.TypeFor[string]() || t.Kind() == reflect.Slice && t.Name() == ""
}

// joined returns the number of a text or slice that has the elements of two.
func (t *table) joined(v, w reflect.Value) uint32 {
	to := reflect.New(t.t)
	if t.t.Kind() == reflect.String {
		to.Elem().SetString(v.String() + w.String())
	} else {
		list := reflect.MakeSlice(t.t, 0, v.Len()+w.Len())
		to.Elem().Set(reflect.AppendSlice(reflect.AppendSlice(list, v), w))
	}
	return t.number(to.Interface())
}
