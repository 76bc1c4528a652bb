package refine

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// Literal returns a Go literal of the value, which the type must represent.
func Literal(v constant.Value, t *types.Basic) string {
	switch info := t.Info(); {
	case info&types.IsBoolean != 0:
		return strconv.FormatBool(constant.BoolVal(v))
	case info&types.IsString != 0:
		return strconv.Quote(constant.StringVal(v))
	case info&types.IsInteger != 0:
		v = constant.ToInt(v)
		if r, ok := constant.Int64Val(v); ok && t.Name() == "rune" {
			return cmp.Or(value.Character(t, r), v.ExactString())
		}
		return v.ExactString()
	case info&types.IsFloat != 0:
		return floatLiteral(v, t.Kind() == types.Float32)
	default:
		single := t.Kind() == types.Complex64
		v = constant.ToComplex(v)
		return "complex(" + floatLiteral(constant.Real(v), single) + ", " + floatLiteral(constant.Imag(v), single) + ")"
	}
}

// floatLiteral returns the shortest decimal that rounds to v.
func floatLiteral(v constant.Value, single bool) string {
	v = constant.ToFloat(v)
	bits, x := 64, 0.0
	if single {
		f, _ := constant.Float32Val(v)
		bits, x = 32, float64(f)
	} else {
		x, _ = constant.Float64Val(v)
	}
	s := strconv.FormatFloat(x, 'g', -1, bits)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// FixedLength returns len and cap of an array or a pointer to one, where Go does not evaluate the
// operand because it contains no call.
func FixedLength(e *Builtin) (int64, bool) {
	if e.Own || e.Name != "len" && e.Name != "cap" || hasCall(e.Args[0]) {
		return 0, false
	}
	t := e.Args[0].Type().Underlying()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem().Underlying()
	}
	array, ok := t.(*types.Array)
	if !ok {
		return 0, false
	}
	return array.Len(), true
}

// IsPointerTo reports whether p is the type *t.
func IsPointerTo(p, t types.Type) bool {
	ptr, ok := types.Unalias(p).(*types.Pointer)
	return ok && types.Identical(ptr.Elem(), t)
}

// NoFacts has no facts.
type NoFacts struct{}

// Of returns nil.
func (NoFacts) Of(types.Type) *TypeFacts { return nil }

// Implementers returns nil.
func (NoFacts) Implementers(types.Type) []types.Type { return nil }

// Implementing returns nil.
func (NoFacts) Implementing(*types.Package, types.Type) []types.Type { return nil }

// Candidates returns nil.
func (NoFacts) Candidates(types.Type) []types.Type { return nil }

// Built returns true.
func (NoFacts) Built(types.Object) bool { return true }

// Constants returns nil.
func (NoFacts) Constants(*types.Named) (c []*types.Const, flags bool) { return nil, false }

// Negation returns the negation of a condition.
func Negation(cond string) string {
	x, err := parser.ParseExpr(cond)
	if err != nil || strings.ContainsRune(cond, '{') {
		return "!(" + cond + ")" // A brace could be parsed as that of the block.
	}
	if not, ok := x.(*ast.UnaryExpr); ok && not.Op == token.NOT {
		return cond[int(not.X.Pos())-1:]
	}
	return "!(" + cond + ")"
}

// IsNil reports whether an expression is a literal nil.
func IsNil(e Expr) bool {
	_, ok := e.(*Nil)
	return ok
}

// Parts returns the comparisons of the results, which are bound variables r0, r1, …, with the
// elements. It returns nil if the numbers of results and elements differ.
func (e *Tuple) Parts() []*Compare {
	results, ok := e.Call.Type().(*types.Tuple)
	if !ok || results.Len() != len(e.Elems) {
		return nil
	}
	list := make([]*Compare, len(e.Elems))
	for i, elem := range e.Elems {
		v := &Variable{Name: fmt.Sprint("r", i), Type: results.At(i).Type(), Role: Bound}
		deep := !IsNil(elem) && (!types.Comparable(v.Type) || !types.Comparable(elem.Type()))
		list[i] = &Compare{Op: token.EQL, X: &Ref{Var: v}, Y: elem, Deep: deep}
	}
	return list
}

// Spread returns the dots after a last argument that is passed as a slice, or "".
func Spread(yes bool) string {
	if yes {
		return "..."
	}
	return ""
}

// IteratorBound is the greatest number of values of an iterator that a predicate examines.
const IteratorBound = 1 << 16

// hasCall reports whether e contains a call. Forms that Go lacks count as calls.
func hasCall(e Expr) bool {
	found := false
	Inspect(e, func(e Expr) bool {
		switch e := e.(type) {
		case *Call, *Cond, *Quant, *In, *Is, *LetIn, *Tuple:
			found = true
		case *Builtin:
			found = found || !IsGoConst(e)
		case *Compare:
			found = found || e.Deep
		}
		return !found
	})
	return found
}

// IsGoConst reports whether the Go source of e would be a constant expression.
func IsGoConst(e Expr) bool {
	switch e := e.(type) {
	case *Const:
		return true
	case *Old:
		return IsGoConst(e.X)
	case *Convert:
		_, basic := e.T.Underlying().(*types.Basic)
		return basic && IsGoConst(e.X) && Fits(e.X, e.T)
	case *Compare:
		return !e.Deep && IsGoConst(e.X) && IsGoConst(e.Y)
	case *Logic:
		return IsGoConst(e.X) && IsGoConst(e.Y)
	case *Builtin:
		return !e.Own && isConstBuiltin(e)
	}
	return false
}

// isConstBuiltin is IsGoConst for a call of one of Go's builtins.
func isConstBuiltin(e *Builtin) bool {
	switch e.Name {
	case "len", "cap":
		// For an array it is constant only without calls. Assuming so is safe.
		t := e.Args[0].Type().Underlying()
		if ptr, ok := t.(*types.Pointer); ok {
			t = ptr.Elem().Underlying()
		}
		_, array := t.(*types.Array)
		return array || IsGoConst(e.Args[0])
	case "min", "max", "complex", "real", "imag":
		return !slices.ContainsFunc(e.Args, func(a Expr) bool { return !IsGoConst(a) })
	}
	return false
}

// Paren puts an expression of precedence own into parentheses if prec is greater.
func Paren(s string, own, prec int) string {
	if own < prec {
		return "(" + s + ")"
	}
	return s
}

// HandsOn reports whether the arguments are the results of one call, as in f(g()).
func (e *Call) HandsOn() bool {
	_, ok := HandedOn(e)
	return ok
}

// HandedOn returns the results of the call g() in f(g()), which has several.
func HandedOn(e *Call) (*types.Tuple, bool) {
	if len(e.Args) != 1 {
		return nil, false
	}
	t, ok := e.Args[0].Type().(*types.Tuple)
	return t, ok
}
