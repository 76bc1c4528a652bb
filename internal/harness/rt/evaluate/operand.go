package evaluate

import "reflect"

// An operand is a value on the stack of a program: one with a number, or, where value is valid, one that has none.
// Most values that only comparisons meet are met once, so that numbers for them are not worth their price.
type operand struct {
	id    uint32
	value reflect.Value
}

// variable returns the variable with the value of an operand of a type that has a value; nobody may change it.
func (o operand) variable(of *table) reflect.Value {
	if o.value.IsValid() {
		return o.value
	}
	return of.values[o.id]
}

// numbers returns the numbers of operands, appended to to; ok is false if one has none.
func numbers(args []operand, to []uint32) (ids []uint32, ok bool) {
	for _, a := range args {
		if a.value.IsValid() {
			return nil, false
		}
		to = append(to, a.id)
	}
	return to, true
}

// run evaluates a program, or the parts of one that have no last step, and returns the stack. The results of
// calls whose arguments are all variables have numbers, others may have one. Of wide assignments there is one
// comparison for each law, so that their results have none.
func (u *Universe) run(program []int, env []uint32, stack []operand) []operand {
	from := 0 // where the variables on top of the stack begin
	for _, step := range program {
		if step < 0 {
			stack = append(stack, operand{id: env[-1-step]})
			continue
		}
		c := u.calls[step]
		n := len(stack) - len(c.inputs)
		of := stack[n:]
		stack = append(stack[:n], u.step(c, of, n, n >= from && !u.wider))
		from = n + 1
	}
	return stack
}

// step makes a call for the stack at an index. With number set its result gets a number.
func (u *Universe) step(c *call, args []operand, at int, number bool) operand {
	var room [8]uint32
	if ids, ok := numbers(args, room[:0]); ok {
		if number {
			return operand{id: u.apply(c, ids)}
		}
		if id, ok := c.known(ids); ok {
			return operand{id: id}
		}
	}
	if !u.direct(c, args) {
		return operand{id: undefined}
	}
	for len(c.results) <= at {
		c.results = append(c.results, reflect.Value{})
	}
	if !c.results[at].IsValid() {
		c.results[at] = reflect.New(c.result.of.t).Elem()
	}
	c.results[at].Set(c.result.of.copied(c.result.value))
	return operand{value: c.results[at]}
}

// direct makes the call with operands; false says that one has no value, or that it panicked.
func (u *Universe) direct(c *call, args []operand) bool {
	for _, a := range args {
		if !a.value.IsValid() && a.id == undefined {
			return false
		}
	}
	for i, a := range args {
		c.set(i, a.variable(c.inputs[i].of))
	}
	return u.make(c)
}

// observe returns what is observed of what a program gives, undefined for nothing.
func (u *Universe) observe(program []int, env []uint32) uint64 {
	var room [16]operand
	last := len(program) - 1
	args := u.run(program[:last], env, room[:0])
	if v := -1 - program[last]; v >= 0 {
		return u.rows[v].of.seen[env[v]]
	}
	c := u.calls[program[last]]
	var ids [8]uint32
	if args, ok := numbers(args, ids[:0]); ok {
		return u.look(c, args)
	}
	if !u.direct(c, args) {
		return undefined
	}
	return c.result.of.look(c.result.pointer)
}

// holds tells whether a program gives what is wanted; one that panics does not.
func (u *Universe) holds(program []int, wanted bool, env []uint32) bool {
	var room [16]operand
	o := u.run(program, env, room[:0])[0]
	if !o.value.IsValid() && o.id == undefined {
		return false
	}
	return o.variable(u.calls[program[len(program)-1]].result.of).Bool() == wanted
}
