package evaluate

import (
	"reflect"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// relatedTries is with how many values of the other variables a variable is set to what a part of a comparison gives.
// mostRelated limits the assignments of one comparison.
const (
	relatedTries = 6
	mostRelated  = 120
)

// relatedAssignments calls do with assignments in which a variable has the value of a part of the programs that
// has other variables, until it returns false. A text or list is also such a value before or behind another, as
// one that contains what a part gives. Values that are chosen one by one are seldom related so.
func (u *Universe) relatedAssignments(c wire.Comparison, do func(ids []uint32) bool) {
	if len(c.Slots) < 2 {
		return
	}
	r := relating{Universe: u, slots: c.Slots, env: make([]uint32, len(u.ask.Slots)), do: do, left: mostRelated}
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
	slots []int
	env   []uint32
	do    func(ids []uint32) bool
	state uint64
	left  int
}

// draw returns the number of a value of a variable, half of the time a small one.
func (r *relating) draw(slot int) uint32 {
	all := r.all(r.ask.Slots[slot])
	r.state += stride
	n := mix(r.state)
	if n%2 == 0 {
		all = all[:min(fewValues, len(all))]
	}
	return all[n/2%uint64(len(all))]
}

// relate sets a variable to what a part gives. It returns false if no more assignments are wanted.
func (r *relating) relate(part []int, slot int) bool {
	for range relatedTries {
		for _, s := range r.slots {
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
		for _, r.env[slot] = range ids {
			at := make([]uint32, len(r.slots))
			for k, s := range r.slots {
				at[k] = r.env[s]
			}
			if r.left--; r.left < 0 || !r.do(at) {
				return false
			}
		}
	}
	return true
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
