package form

import (
	"fmt"
	"math"
)

// Eval defines the meaning of a form. stream holds the values of the realized variables in the
// order of Vars. ok is the value of Root; level and size are those of the assignment. A level
// beyond the greatest int32 is returned as that. A stream that is too short or too long, or holds a
// value outside its variable's domain, is an error.
//
// The form must pass Check. ok does not depend on whether the form asks for the level; see Admits.
func (f *Form) Eval(stream []int64) (ok bool, level, size int32, err error) {
	vals, level, size, err := f.values(stream)
	if err != nil {
		return false, 0, 0, err
	}
	return vals[f.Root] != 0, level, size, nil
}

// EvalAt returns the values of the given nodes under the assignment of a stream. The errors are
// those of Eval.
func (f *Form) EvalAt(stream []int64, nodes []int32) ([]int64, error) {
	vals, _, _, err := f.values(stream)
	if err != nil {
		return nil, err
	}
	out := make([]int64, len(nodes))
	for i, n := range nodes {
		out[i] = vals[n]
	}
	return out, nil
}

func (f *Form) values(stream []int64) (vals []int64, level, size int32, err error) {
	vars := make([]int64, len(f.Vars))
	level, size, err = f.Assign(stream, vars)
	if err != nil {
		return nil, 0, 0, err
	}
	vals = make([]int64, len(f.Nodes))
	for i := range f.Nodes {
		vals[i] = f.Value(&f.Nodes[i], vars, vals)
	}
	return vals, level, size, nil
}

// Admits reports whether an assignment of this level may be a solution.
func (f *Form) Admits(level int32) bool {
	return level == f.Level || f.Below && level < f.Level
}

// Assign writes the values of a stream into vars, which has an element per variable, and the
// defaults of the variables that are not realized. It returns the level and the size of the
// assignment. The error says why the stream does not fit the form.
func (f *Form) Assign(stream, vars []int64) (level, size int32, err error) {
	realized := make([]bool, len(f.Vars))
	next := 0
	for i := range f.Vars {
		v := &f.Vars[i]
		vars[i] = v.Default
		if p := v.Parent; p >= 0 {
			k := f.Vars[p].Kind
			realized[i] = realized[p] && !k.Less(vars[p], v.When.Lo) && !k.Less(v.When.Hi, vars[p])
		} else {
			realized[i] = true
		}
		if !realized[i] {
			continue
		}
		if next == len(stream) {
			return 0, 0, fmt.Errorf("the stream ends before variable %d (%s)", i, v.Name)
		}
		x := stream[next]
		next++
		l, s, in := v.measure(x)
		if !in {
			return 0, 0, fmt.Errorf("%d is not in the domain of variable %d (%s)", x, i, v.Name)
		}
		vars[i] = x
		level, size = max(level, l), size+s
	}
	if next != len(stream) {
		return 0, 0, fmt.Errorf("the stream has %d values, %d variables are realized", len(stream), next)
	}
	return level, size, nil
}

// measure returns the level and the size of one value, and whether it is in the domain.
func (v *Var) measure(x int64) (level, size int32, in bool) {
	for _, a := range v.Choice {
		if a.Value == x {
			return a.Level, a.Size, true
		}
	}
	if len(v.Choice) > 0 {
		return 0, 0, false
	}
	for _, s := range v.Dom {
		if !v.Kind.Less(x, s.Lo) && !v.Kind.Less(s.Hi, x) {
			in = true
		}
	}
	level = v.Level
	if v.ByMagnitude {
		level = max(level, int32(min(v.Kind.Magnitude(x), math.MaxInt32)))
	}
	return level, 0, in
}

// Value returns the value of one node, given the values of the variables and of the nodes before
// it.
func (f *Form) Value(n *Node, vars, vals []int64) int64 {
	switch n.Op {
	case Const:
		return n.Val
	case Ref:
		return vars[n.Val]
	case And, Or:
		x := vals[n.Args[0]]
		for _, a := range n.Args[1:] {
			x = EvalOp(n.Op, Bool, Bool, x, vals[a], 0)
		}
		return x
	}
	var x [3]int64
	for i, a := range n.Args {
		x[i] = vals[a]
	}
	return EvalOp(n.Op, n.Kind, f.Nodes[n.Args[0]].Kind, x[0], x[1], x[2])
}

// EvalOp returns the value of a term from the values of its arguments. kind is the kind of the
// term, arg that of its first argument. And and Or take two arguments here. Const and Ref have no
// arguments; EvalOp returns 0 for them.
func EvalOp(op Op, kind, arg Kind, a, b, c int64) int64 {
	switch op {
	case Not:
		return a ^ 1
	case And:
		return a & b
	case Or:
		return a | b
	case Ite:
		if a != 0 {
			return b
		}
		return c
	case Eq:
		return Truth(a == b)
	case Lt:
		return Truth(arg.Less(a, b))
	case Le:
		return Truth(!arg.Less(b, a))
	case Const, Ref:
		return 0
	}
	if op.Float() {
		return evalFloat(op, kind, arg, a, b)
	}
	return kind.Wrap(arithmetic(op, kind, a, b))
}

func arithmetic(op Op, kind Kind, a, b int64) int64 {
	switch op {
	case Add:
		return a + b
	case Sub:
		return a - b
	case Mul:
		return a * b
	case Quo, Rem:
		return divide(op, kind, a, b)
	case BitAnd:
		return a & b
	case BitOr:
		return a | b
	case BitXor:
		return a ^ b
	case AndNot:
		return a &^ b
	case Shl:
		return a << uint64(b)
	case Shr:
		if kind == Uint64 {
			return int64(uint64(a) >> uint64(b))
		}
		return a >> uint64(b)
	}
	return a // Conv
}

func divide(op Op, kind Kind, a, b int64) int64 {
	switch {
	case b == 0:
		return 0
	case kind == Uint64 && op == Quo:
		return int64(uint64(a) / uint64(b))
	case kind == Uint64:
		return int64(uint64(a) % uint64(b))
	case op == Quo:
		return a / b
	}
	return a % b
}

// Truth returns the value of a boolean: 0 or 1.
func Truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Wrap returns the value of the kind that has the low bits of v.
func (k Kind) Wrap(v int64) int64 {
	switch k {
	case Bool:
		return v & 1
	case Int8:
		return int64(int8(v))
	case Int16:
		return int64(int16(v))
	case Int32:
		return int64(int32(v))
	case Uint8:
		return int64(uint8(v))
	case Uint16:
		return int64(uint16(v))
	case Uint32:
		return int64(uint32(v))
	}
	return v
}

// Less reports whether a < b in the order of the kind.
func (k Kind) Less(a, b int64) bool {
	if k == Uint64 {
		return uint64(a) < uint64(b)
	}
	return a < b
}

// Magnitude returns the distance of v from 0.
func (k Kind) Magnitude(v int64) uint64 {
	if v < 0 && k != Uint64 {
		return -uint64(v)
	}
	return uint64(v)
}

// Bounds returns the least and the greatest value of a kind.
func (k Kind) Bounds() Span {
	switch k {
	case Bool:
		return Span{0, 1}
	case Int8:
		return Span{math.MinInt8, math.MaxInt8}
	case Int16:
		return Span{math.MinInt16, math.MaxInt16}
	case Int32:
		return Span{math.MinInt32, math.MaxInt32}
	case Uint8:
		return Span{0, math.MaxUint8}
	case Uint16:
		return Span{0, math.MaxUint16}
	case Uint32:
		return Span{0, math.MaxUint32}
	case Uint64:
		return Span{0, -1}
	}
	return Span{math.MinInt64, math.MaxInt64}
}

// Bits returns the number of bits of a kind.
func (k Kind) Bits() int {
	switch k {
	case Bool:
		return 1
	case Int8, Uint8:
		return 8
	case Int16, Uint16:
		return 16
	case Int32, Uint32:
		return 32
	}
	return 64
}

// Signed reports whether a kind has negative numbers.
func (k Kind) Signed() bool { return Int8 <= k && k <= Int64 }

// Measure returns the level and the size of an assignment, as Eval does.
func (f *Form) Measure(stream []int64) (level, size int32, err error) {
	return f.Assign(stream, make([]int64, len(f.Vars)))
}

// Values returns the values of all variables in an assignment, with the defaults of those that are
// not realized. The errors are those of Eval.
func (f *Form) Values(stream []int64) ([]int64, error) {
	vars := make([]int64, len(f.Vars))
	_, _, err := f.Assign(stream, vars)
	return vars, err
}
