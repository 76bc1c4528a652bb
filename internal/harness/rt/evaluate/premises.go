package evaluate

import (
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// premiseTries is with how many values of its variables a condition is evaluated to find those for which it holds. holdingTries
// is for how many assignments of all variables with such values a comparison is made, and wideHoldingTries for how many where
// the values are wide and those of the other variables small.
const (
	premiseTries     = 1 << 14
	holdingTries     = 1 << 11
	wideHoldingTries = 1 << 13
)

// Premises are values of some variables for which a condition holds. A condition of several variables, such as that a pattern matches
// a text, holds for few values that are chosen one by one.
type premises struct {
	slots []int
	rows  [][]uint32
}

// premisesOf returns the premises of the condition of a comparison, without rows if it has no variables.
func (u *Universe) premisesOf(c wire.Comparison) *premises {
	key := fmt.Sprint(c.Condition, c.Negated, u.modest, u.wider)
	if p := u.premises[key]; p != nil {
		return p
	}
	if u.premises == nil {
		u.premises = map[string]*premises{}
	}
	p := &premises{slots: variables(c.Condition)}
	u.premises[key] = p
	if len(p.slots) == 0 {
		return p
	}
	sizes := make([]int, len(p.slots))
	for i, s := range p.slots {
		sizes[i] = len(u.all(u.ask.Slots[s]))
	}
	env := make([]uint32, len(u.ask.Slots))
	assignments(sizes, premiseTries, func(at []int) bool {
		row := make([]uint32, len(at))
		for i, s := range p.slots {
			row[i] = u.all(u.ask.Slots[s])[at[i]]
		}
		if p.set(env, row); u.allowed(p.slots, env) && u.holds(c.Condition, !c.Negated, env) {
			p.rows = append(p.rows, row)
		}
		return true
	})
	return p
}

// variables lists the variables of a program.
func variables(program []int) (slots []int) {
	for _, step := range program {
		if step < 0 && !slices.Contains(slots, -1-step) {
			slots = append(slots, -1-step)
		}
	}
	return slots
}

// set sets the variables of the premises.
func (p *premises) set(env, row []uint32) {
	for i, s := range p.slots {
		env[s] = row[i]
	}
}

// apart returns the premises for which two programs of a pair differ, as far as the premises say so, or all if there are none.
func (u *Universe) apart(p *premises, pairs [][2][]int) *premises {
	env := make([]uint32, len(u.ask.Slots))
	known := func(program []int) bool {
		return !slices.ContainsFunc(variables(program), func(s int) bool { return !slices.Contains(p.slots, s) })
	}
	t := &premises{slots: p.slots}
	for _, row := range p.rows {
		p.set(env, row)
		if u.allowed(p.slots, env) && slices.ContainsFunc(pairs, func(of [2][]int) bool {
			return known(of[0]) && known(of[1]) && u.number(of[0], env) != u.number(of[1], env)
		}) {
			t.rows = append(t.rows, row)
		}
	}
	if len(t.rows) == 0 {
		return p
	}
	return t
}

// hold tries the premises with values of the other variables. It returns false if no more assignments are wanted.
func (r *relating) hold() bool {
	if len(r.premises.rows) == 0 || len(r.Slots) == 1 {
		return true
	}
	sizes, others, tries := []int{len(r.premises.rows)}, []int{}, int64(holdingTries)
	wide := r.wider && len(r.premises.slots) < len(r.Slots)
	if wide {
		tries = wideHoldingTries
	}
	for _, s := range r.Slots {
		if !slices.Contains(r.premises.slots, s) {
			n := len(r.all(r.ask.Slots[s]))
			if wide {
				n = min(fewValues, n)
			}
			others, sizes = append(others, s), append(sizes, n)
		}
	}
	more := true
	r.left = int(tries)
	assignments(sizes, tries, func(at []int) bool {
		r.premises.set(r.env, r.premises.rows[at[0]])
		for i, s := range others {
			r.env[s] = r.all(r.ask.Slots[s])[at[1+i]]
		}
		more = r.try()
		return more
	})
	if more && wide {
		return r.holdAny(others)
	}
	return more
}

// holdAny tries any of the premises with values of the other variables that are drawn.
func (r *relating) holdAny(others []int) bool {
	r.left = holdingTries
	for {
		for _, s := range others {
			r.env[s] = r.drawOf(r.ask.Slots[s])
		}
		r.state += stride
		r.premises.set(r.env, r.premises.rows[mix(r.state)%uint64(len(r.premises.rows))])
		if !r.try() {
			return r.left < 0
		}
	}
}
