package interp

import (
	"github.com/rtest-dev/rtest/encode/analysis"
	"golang.org/x/tools/go/ssa"
)

// rereading compiles an operation after a call. It gives up if the call has changed a value that
// was read before it in the same statement.
func (c *compiler) rereading(call ssa.Instruction, next outcome) op {
	held, why := c.open.Held[call], analysis.WhyOpen(call)
	type read struct {
		d  int
		do evaluator
	}
	var list []read
	for _, v := range held {
		do := c.evaluator(v)
		if call, ok := v.(*ssa.Call); ok {
			do = c.builtin(call.Call.Value.Name(), call)
		}
		if do != nil {
			list = append(list, read{c.reg(v), do})
		}
	}
	return func(m *machine, r []Value) outcome {
		for _, x := range list {
			v, ok := x.do(m, r)
			if !ok {
				return m.stop
			}
			same, ok := m.unchanged(r[x.d], v)
			if !ok {
				return m.stop
			}
			if !same {
				return m.giveUp(why)
			}
		}
		return next
	}
}

// unchanged reports whether two values that were read at one place are the same.
func (m *machine) unchanged(x, y Value) (same, ok bool) {
	_, lazyX := x.ref.(*lazy)
	_, lazyY := y.ref.(*lazy)
	if lazyX && lazyY && x == y {
		return true, true
	}
	if x, ok = m.resolve(x); !ok {
		return false, false
	}
	if y, ok = m.resolve(y); !ok {
		return false, false
	}
	switch a := x.ref.(type) {
	case aggregate:
		b, ok := y.ref.(aggregate)
		if !ok || len(a) != len(b) {
			return false, true
		}
		for i := range a {
			if same, ok := m.unchanged(a[i], b[i]); !ok || !same {
				return false, ok
			}
		}
		return true, true
	case *content:
		b, ok := y.ref.(*content)
		if !ok || a.typeID != b.typeID {
			return false, true
		}
		return m.unchanged(a.value, b.value)
	case *window:
		b, ok := y.ref.(*window)
		return ok && *a == *b, true
	case *text:
		b, ok := y.ref.(*text)
		return ok && *a == *b, true
	}
	if _, parts := y.ref.(aggregate); parts {
		return false, true
	}
	return x == y, true
}

// unordered compiles an instruction that the compiler may execute after a call that follows here.
// If the instruction panics, and the panic may be recovered, it gives up.
func unordered(in ssa.Instruction, do op) op {
	why := analysis.WhyOpen(in)
	return func(m *machine, r []Value) outcome {
		next := do(m, r)
		if next == panicking && m.catches() {
			return m.giveUp(why)
		}
		return next
	}
}
