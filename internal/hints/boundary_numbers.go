package hints

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/internal/value"
)

// boundaryNumbers adds the numbers at which the effect of an instruction changes, even if the code
// does not mention them: the limits of a type to which an integer is converted, the size of an
// integer that is shifted by a variable, multiples of a divisor, and powers of ten if numbers are
// written or taken apart in decimals.
func (s *summary) boundaryNumbers(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Convert:
		if !constantOperand(in.X) {
			s.thresholds = append(s.thresholds, conversionLimits(in.X.Type(), in.Type())...)
		}
	case *ssa.BinOp:
		switch in.Op {
		case token.SHL, token.SHR:
			if b, ok := integer(in.X.Type()); ok && !constantOperand(in.Y) {
				s.thresholds = append(s.thresholds, int64(value.BitSize(b)))
			}
		case token.QUO, token.REM:
			s.divisor(in.Y)
			s.scale(in)
			// The least integer divided by -1 is an input to look for.
			b, ok := integer(in.X.Type())
			s.comparesComputed = s.comparesComputed || ok && in.Op == token.QUO && !value.Unsigned(b) && !constantOperand(in.X) && !constantOperand(in.Y)
		}
	case *ssa.Alloc:
		s.array(in)
	case *ssa.Store:
		if _, ok := in.Addr.(*ssa.FieldAddr); ok {
			s.storedConstant(in.Val)
		}
	case *ssa.Call:
		fn := in.Call.StaticCallee()
		if fn == nil || fn.Object() == nil || fn.Object().Pkg() == nil {
			return
		}
		s.thresholds = append(s.thresholds, years(fn.Object())...)
		s.decimal = s.decimal || printsNumbers(fn.Object()) && !onlyPanics(in)
	}
}

// storedConstant adds a constant that is stored in a field. What is compared with the field later
// is compared with the constant.
func (s *summary) storedConstant(v ssa.Value) {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil {
		return
	}
	if n, ok := constInts(k.Value, k.Type()); ok && (n > smallTerm || n < -smallTerm) {
		s.thresholds = append(s.thresholds, n)
	}
	if x, ok := constFloat(k.Value, k.Type()); ok {
		s.floats = append(s.floats, x)
	}
}

// onlyPanics reports whether a text is only used as the value of a panic.
func onlyPanics(v ssa.Value) bool {
	refs := v.Referrers()
	if refs == nil || len(*refs) == 0 {
		return false
	}
	for _, in := range *refs {
		switch in := in.(type) {
		case *ssa.Panic:
		case *ssa.MakeInterface:
			if !onlyPanics(in) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// divisor adds the first multiples of a constant.
func (s *summary) divisor(v ssa.Value) {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil {
		return
	}
	n, ok := constInts(k.Value, k.Type())
	if !ok || n <= 1 || n > math.MaxInt64/4 {
		return
	}
	s.thresholds = append(s.thresholds, 2*n, 3*n, 4*n)
	s.decimal = s.decimal || powerOfTen(n)
}

// scale adds the powers of a constant by which a loop divides a floating-point number, as code does
// to find the unit of a size. No comparison in the code mentions these powers. Integers need none of
// this: goals cover branches that depend on the quotient.
func (s *summary) scale(in *ssa.BinOp) {
	phi, ok := in.X.(*ssa.Phi)
	if !ok || !slices.Contains(phi.Edges, ssa.Value(in)) {
		return
	}
	k, ok := in.Y.(*ssa.Const)
	if !ok || k.Value == nil {
		return
	}
	x, ok := constFloat(k.Value, k.Type())
	if !ok || x < 2 || x > math.MaxInt32 || x != math.Trunc(x) {
		return
	}
	n := int64(x)
	for p := n; ; p *= n {
		s.thresholds = append(s.thresholds, p)
		if p > math.MaxInt64/n {
			return
		}
	}
}

// conversionLimits returns the numbers at which a conversion begins to lose information.
func conversionLimits(x, y types.Type) []int64 {
	from, ok := integer(x)
	if !ok {
		return nil
	}
	if to, ok := integer(y); ok {
		return typeLimits(from, to)
	}
	if to, ok := y.Underlying().(*types.Basic); ok && to.Info()&types.IsFloat != 0 && value.BitSize(from) == 64 {
		// A float64 holds all integers up to the first of these. Integers just below the others are
		// rounded to them.
		return []int64{1 << 53, 1 << 54, 1 << 62}
	}
	return nil
}

// printsNumbers reports whether a function of the standard library may write numbers in decimals.
// Functions that make the texts of errors do not count.
func printsNumbers(fn types.Object) bool {
	switch fn.Pkg().Path() {
	case "strconv":
		switch fn.Name() {
		case "Itoa", "FormatInt", "FormatUint", "AppendInt", "AppendUint":
			return true
		}
	case "fmt":
		for _, p := range []string{"Sprint", "Fprint", "Append"} {
			if strings.HasPrefix(fn.Name(), p) {
				return true
			}
		}
	}
	return false
}

// powersOfTen returns the powers of ten that an int64 can hold.
func powersOfTen() []int64 {
	var list []int64
	for n := int64(10); ; n *= 10 {
		list = append(list, n)
		if n > math.MaxInt64/10 {
			return list
		}
	}
}

func powerOfTen(n int64) bool {
	for n%10 == 0 && n > 1 {
		n /= 10
	}
	return n == 1
}

// typeLimits returns the least and the greatest value of the type to, as far as values of the type
// from exceed them.
func typeLimits(from, to *types.Basic) []int64 {
	least := func(b *types.Basic) int64 {
		if value.Unsigned(b) {
			return 0
		}
		return math.MinInt64 >> (64 - value.BitSize(b))
	}
	greatest := func(b *types.Basic) uint64 {
		bits := value.BitSize(b)
		if !value.Unsigned(b) {
			bits--
		}
		return math.MaxUint64 >> (64 - bits)
	}
	var out []int64
	if n := least(to); least(from) < n {
		out = append(out, n)
	}
	if n := greatest(to); greatest(from) > n {
		out = append(out, int64(n))
	}
	return out
}

func integer(t types.Type) (*types.Basic, bool) {
	b, ok := t.Underlying().(*types.Basic)
	return b, ok && b.Info()&types.IsInteger != 0 && b.Info()&types.IsUntyped == 0
}

func constantOperand(v ssa.Value) bool {
	if c, ok := v.(*ssa.Convert); ok {
		v = c.X
	}
	_, ok := v.(*ssa.Const)
	return ok
}

// term adds a constant used in arithmetic. For an integer, other numbers than the constant itself
// are of interest. Small integers are tried anyway.
func (s *summary) term(v ssa.Value) {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil {
		return
	}
	if n, ok := constInts(k.Value, k.Type()); ok && (n > smallTerm || n < -smallTerm) {
		s.comparesComputed = true
	}
	if x, ok := constFloat(k.Value, k.Type()); ok {
		s.floats = append(s.floats, x)
	}
}

// smallTerm is the greatest constant that counts as small.
const smallTerm = 2

// array adds the length of a slice of constant size, which SSA makes as an array.
func (s *summary) array(in *ssa.Alloc) {
	if ptr, ok := in.Type().Underlying().(*types.Pointer); ok && in.Comment == "makeslice" {
		if a, ok := ptr.Elem().Underlying().(*types.Array); ok {
			s.ints = append(s.ints, a.Len())
		}
	}
}

func isZero(v constant.Value) bool {
	switch v.Kind() {
	case constant.Int, constant.Float, constant.Complex:
		return constant.Sign(v) == 0
	case constant.String:
		return constant.StringVal(v) == ""
	}
	return false
}

// factor adds the constants that a non-constant operand of a product or a division may be, such as
// a unit of time or size that is chosen by its name.
func (s *summary) factor(a *Program, in *ssa.BinOp) {
	if in.Op != token.MUL && in.Op != token.QUO || a.Module(in.Parent()) == "" {
		return
	}
	found := a.origins(func(f *origin) {
		for _, v := range [2]ssa.Value{in.X, in.Y} {
			if _, ok := integer(v.Type()); ok && !constantOperand(v) {
				f.value(v, nil, valueDepth)
			}
		}
	})
	for _, k := range found {
		if n, ok := constInts(k.Value, k.Type()); ok && n > smallTerm {
			s.factors = append(s.factors, n)
		}
	}
}
