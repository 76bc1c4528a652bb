package interp

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/internal/form"
)

// An evaluator computes a value from the registers. If ok is false, m.stop says how to continue.
type evaluator func(m *machine, r []Value) (Value, bool)

// builtin compiles a call of a builtin function. It returns nil if the function is not supported.
func (c *compiler) builtin(name string, in *ssa.Call) evaluator {
	args := in.Call.Args
	x := c.registers(args)
	switch name {
	case "len":
		return c.length(args[0].Type(), x[0])
	case "cap":
		return c.capacity(args[0].Type(), x[0])
	case "append":
		return c.append(args, x)
	case "copy":
		return c.copy(x)
	case "delete":
		t := args[0].Type().Underlying().(*types.Map).Key()
		key := c.keyer(t)
		hashed, _ := layout.HoldsInterface(t)
		return func(m *machine, r []Value) (Value, bool) {
			t, ok := m.table(r[x[0]])
			if !ok || t == nil && !hashed {
				return Value{}, ok
			}
			k, ok := key(m, r[x[1]])
			if ok && t != nil {
				m.deleteEntry(t, k)
			}
			return Value{}, ok
		}
	case "clear":
		return c.clear(args[0].Type(), x[0])
	case "min", "max":
		return c.minMax(name, args[0].Type(), x)
	}
	return rareBuiltin(name, x)
}

// rareBuiltin compiles the rarer ones.
func rareBuiltin(name string, x []int) evaluator {
	switch name {
	case "ssa:wrapnilchk":
		return func(m *machine, r []Value) (Value, bool) {
			if r[x[0]].ref == nil {
				m.throw("value method called using nil pointer")
				return Value{}, false
			}
			return r[x[0]], true
		}
	case "recover":
		return func(m *machine, r []Value) (Value, bool) { return m.recovered() }
	case "print", "println":
		return func(m *machine, r []Value) (Value, bool) { return Value{}, true }
	case "real":
		return func(m *machine, r []Value) (Value, bool) { return Float(real(r[x[0]].ref.(complex128))), true }
	case "imag":
		return func(m *machine, r []Value) (Value, bool) { return Float(imag(r[x[0]].ref.(complex128))), true }
	case "complex":
		return func(m *machine, r []Value) (Value, bool) {
			return Complex(complex(r[x[0]].float(), r[x[1]].float())), true
		}
	case "SliceData":
		return func(m *machine, r []Value) (Value, bool) {
			w, ok := r[x[0]].ref.(*window)
			if !ok {
				return Value{}, true
			}
			return Pointer(w.obj, w.offset), true
		}
	case "String":
		return func(m *machine, r []Value) (Value, bool) {
			n := int(r[x[1]].number)
			if n == 0 {
				return String(""), true
			}
			return m.textOf(&window{obj: r[x[0]].ref.(*Object), offset: int(r[x[0]].number), size: 1, length: n})
		}
	}
	return nil
}

// length compiles len of a value of type t.
func (c *compiler) length(t types.Type, x int) evaluator {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return func(m *machine, r []Value) (Value, bool) {
			if w, ok := r[x].ref.(*window); ok {
				return Int(int64(w.length)), true
			}
			return Value{}, r[x].ref == nil || m.giveUpOn(r[x])
		}
	case *types.Map:
		return func(m *machine, r []Value) (Value, bool) {
			t, ok := r[x].ref.(*Table)
			if !ok {
				return Value{}, r[x].ref == nil || m.giveUpOn(r[x])
			}
			return m.entries(t)
		}
	case *types.Basic:
		return func(m *machine, r []Value) (Value, bool) {
			n, ok := m.byteLength(r[x])
			return Int(int64(n)), ok
		}
	case *types.Pointer:
		return constantResult(u.Elem().Underlying().(*types.Array).Len())
	case *types.Array:
		return constantResult(u.Len())
	}
	return nil
}

// giveUpOn gives up on a value that does not have the form of its type.
func (m *machine) giveUpOn(v Value) bool {
	if u, ok := v.ref.(*unknown); ok {
		m.giveUp(u.why)
	} else {
		m.giveUp("a value of another type cannot be followed")
	}
	return false
}

func constantResult(n int64) evaluator {
	return func(m *machine, r []Value) (Value, bool) { return Int(n), true }
}

// capacity compiles cap.
func (c *compiler) capacity(t types.Type, x int) evaluator {
	if _, ok := t.Underlying().(*types.Slice); !ok {
		return c.length(t, x)
	}
	library := standard(c.fn)
	return func(m *machine, r []Value) (Value, bool) {
		w, ok := r[x].ref.(*window)
		if !ok {
			return Value{}, true
		}
		if w.obj.appendHistory != nil && !library {
			return Value{}, m.noRoom()
		}
		return Int(int64(w.room)), true
	}
}

// minMax compiles min or max.
func (c *compiler) minMax(name string, t types.Type, x []int) evaluator {
	less := c.less(t)
	return func(m *machine, r []Value) (Value, bool) {
		v := r[x[0]]
		for _, i := range x[1:] {
			w := r[i]
			if basicInfo(t)&types.IsFloat != 0 {
				if name == "min" {
					v = Float(min(v.float(), w.float()))
				} else {
					v = Float(max(v.float(), w.float()))
				}
				continue
			}
			a, b := w, v
			if name == "max" {
				a, b = v, w
			}
			is, ok := less(m, a, b)
			if !ok {
				return v, false
			}
			if is {
				v = w
			}
		}
		return v, true
	}
}

// clear compiles clear of a map or of a slice.
func (c *compiler) clear(t types.Type, x int) evaluator {
	if s, ok := t.Underlying().(*types.Slice); ok {
		zero := flat(nil, c.zero(s.Elem()))
		return func(m *machine, r []Value) (Value, bool) {
			w, ok := r[x].ref.(*window)
			if !ok {
				return Value{}, true
			}
			m.spend(w.length * w.size)
			for i := range w.length * w.size {
				if !m.mayWrite(w, i/w.size) {
					return Value{}, false
				}
				m.set(w.obj, w.offset+i, zero[i%w.size])
			}
			return Value{}, true
		}
	}
	return func(m *machine, r []Value) (Value, bool) {
		t, ok := m.table(r[x])
		if ok && t != nil {
			m.clearTable(t)
		}
		return Value{}, ok
	}
}

// standard reports whether a function belongs to one of the packages of the standard library that
// may depend on capacities.
func standard(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	pkg := fn.Pkg
	if pkg == nil && fn.Origin() != nil {
		pkg = fn.Origin().Pkg
	}
	if pkg == nil {
		return false
	}
	switch pkg.Pkg.Path() {
	case "slices", "strings", "bytes", "strconv", "maps", "sort":
		return true
	}
	return false
}

var binaryOps = map[string]form.Op{
	"+": form.Add, "-": form.Sub, "*": form.Mul, "/": form.Quo, "%": form.Rem,
	"&": form.BitAnd, "|": form.BitOr, "^": form.BitXor, "&^": form.AndNot, "<<": form.Shl, ">>": form.Shr,
}
