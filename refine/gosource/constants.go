package gosource

import (
	"go/constant"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// constant prints a constant, with a conversion if its place does not give it its type.
func (p *printer) constant(e *refine.Const, want types.Type, prec int) string {
	basic, ok := e.T.Underlying().(*types.Basic)
	if !ok {
		p.f.fail("a constant of the type %s cannot be written", e.T)
		return "nil"
	}
	if p.f.opt.Readable && e.Obj != nil && (types.Identical(e.Obj.Type(), e.T) || want != nil && types.Identical(want, e.T)) {
		return p.f.object(e.Obj)
	}
	s := refine.Literal(e.Value, basic)
	if text := value.Character(types.Universe.Lookup("rune").Type(), characterCode(e)); p.f.opt.Readable && want != nil && types.Identical(want, e.T) && text != "" {
		return text
	}
	if want != nil && types.Identical(want, e.T) || isDefault(e.T, basic, s) {
		if strings.HasPrefix(s, "-") {
			return refine.Paren(s, precUnary, prec)
		}
		return s
	}
	return p.f.Type(e.T) + "(" + s + ")"
}

// characterCode returns the number of a constant written as a character, else -1.
func characterCode(e *refine.Const) int64 {
	n, exact := constant.Int64Val(constant.ToInt(e.Value))
	if !e.Char || !exact {
		return -1
	}
	return n
}

// isDefault reports whether the literal has type t without a conversion.
func isDefault(t types.Type, basic *types.Basic, literal string) bool {
	t = types.Unalias(t)
	switch basic.Kind() {
	case types.Bool, types.Int, types.Float64, types.String, types.Complex128:
		return t == basic
	case types.Int32:
		return t == basic && literal[0] == '\''
	}
	return false
}

func (p *printer) typedNil(e *refine.Nil, want types.Type) string {
	t := p.f.Type(e.T)
	if p.f.hidden("nil") && p.f.opt.Runtime != "" {
		return p.f.runtime("Zero") + "[" + t + "]()"
	}
	if want != nil && types.Identical(want, e.T) {
		return p.f.predeclared("nil")
	}
	if strings.HasPrefix(t, "*") || strings.HasPrefix(t, "func") || strings.HasPrefix(t, "<-") {
		t = "(" + t + ")"
	}
	return t + "(" + p.f.predeclared("nil") + ")"
}

func isZeroConst(e refine.Expr) bool {
	c, ok := e.(*refine.Const)
	return !ok || constant.Sign(c.Value) == 0
}
