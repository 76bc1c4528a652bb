package interp

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A native function is computed in Go instead of being interpreted. If ok is false, m.stop says how
// to continue.
type native func(m *machine, args []Value) (v Value, ok bool)

// call compiles a call of any kind.
func (c *compiler) call(in *ssa.Call, d int, next outcome) op {
	if b, ok := in.Call.Value.(*ssa.Builtin); ok {
		do := c.builtin(b.Name(), in)
		if do == nil {
			return nil
		}
		return storing(do, d, next)
	}
	list := c.registers(in.Call.Args)
	if fn := in.Call.StaticCallee(); fn != nil {
		if _, made := in.Call.Value.(*ssa.Function); made {
			known := &closure{fn: fn}
			guard := slices.Index(c.guards, in)
			return func(m *machine, r []Value) outcome {
				if guard >= 0 && m.assumed > guard && len(m.frames) == m.assumedAt {
					r[d] = boolean(true)
					return next
				}
				m.args = m.args[:0]
				for _, x := range list {
					m.args = append(m.args, r[x])
				}
				return m.enter(known, m.args, plain)
			}
		}
	}
	target := c.callee(&in.Call)
	return func(m *machine, r []Value) outcome {
		fn, args, stop := target(m, r, m.args[:0])
		if stop != 0 {
			return stop
		}
		for _, x := range list {
			args = append(args, r[x])
		}
		m.args = args
		return m.enter(fn, args, plain)
	}
}

// callee returns a function that finds the target of a call. For a method of an interface it
// appends the interface's value to args. The outcome is not 0 if there is no target.
func (c *compiler) callee(call *ssa.CallCommon) func(m *machine, r []Value, args []Value) (*closure, []Value, outcome) {
	x := 0
	if _, ok := call.Value.(*ssa.Builtin); !ok {
		x = c.reg(call.Value)
	}
	if call.IsInvoke() {
		pkg, name, prog := call.Method.Pkg(), call.Method.Name(), c.fn.Prog
		return func(m *machine, r []Value, args []Value) (*closure, []Value, outcome) {
			on, ok := r[x].ref.(*content)
			if !ok {
				return nil, nil, m.throw("invalid memory address or nil pointer dereference")
			}
			fn := m.lookup(prog, on, pkg, name)
			if fn == nil {
				return nil, nil, m.giveUp("method " + name + " of " + on.typ.String() + " is not available")
			}
			v, ok := m.resolve(on.value)
			if !ok {
				return nil, nil, m.stop
			}
			return &closure{fn: fn}, append(args, v), 0
		}
	}
	if b, ok := call.Value.(*ssa.Builtin); ok {
		why := "a deferred call of " + b.Name() + " cannot be followed"
		return func(m *machine, r []Value, args []Value) (*closure, []Value, outcome) { return nil, nil, m.giveUp(why) }
	}
	return func(m *machine, r []Value, args []Value) (*closure, []Value, outcome) {
		fn, ok := r[x].ref.(*closure)
		if !ok {
			if u, bad := r[x].ref.(*unknown); bad {
				return nil, nil, m.giveUp(u.why)
			}
			return nil, nil, m.throw("invalid memory address or nil pointer dereference")
		}
		return fn, args, 0
	}
}

func (c *compiler) returnFrom(in *ssa.Return) op {
	switch len(in.Results) {
	case 0:
		return func(m *machine, r []Value) outcome { return m.leave(Value{ref: aggregate{}}) }
	case 1:
		x := c.reg(in.Results[0])
		return func(m *machine, r []Value) outcome { return m.leave(r[x]) }
	}
	list := c.registers(in.Results)
	return func(m *machine, r []Value) outcome {
		a := make(aggregate, len(list))
		for i, x := range list {
			a[i] = r[x]
		}
		return m.leave(Value{ref: a})
	}
}

// deferCall compiles a Defer. The target and the arguments are evaluated now.
func (c *compiler) deferCall(in *ssa.Defer, next outcome) op {
	target := c.callee(&in.Call)
	list := c.registers(in.Call.Args)
	return func(m *machine, r []Value) outcome {
		fn, args, stop := target(m, r, nil)
		if stop != 0 {
			return stop
		}
		args = append([]Value(nil), args...)
		for _, x := range list {
			args = append(args, r[x])
		}
		f := &m.frames[len(m.frames)-1]
		f.deferred = &deferred{fn, args, f.deferred}
		return next
	}
}
