package codegen

import (
	"fmt"
	"go/types"
	"regexp"

	"github.com/rtest-dev/rtest/refine"
)

// seen returns Go for a value of a type as it is shown.
func (x *explainer) seen(t types.Type, source string) string {
	if types.IsInterface(t) {
		return x.held(source)
	}
	if _, basic := t.Underlying().(*types.Basic); basic && !isByte(t) {
		return source
	}
	return spelled(x.g.rt, t, source)
}

// isByte reports whether a type is spelled byte.
func isByte(t types.Type) bool { return types.Unalias(t) == types.Universe.Lookup("byte").Type() }

// spelled returns Go for a value whose type is spelled with rune or byte, which is shown as a
// character. Rt qualifies the runtime.
func spelled(rt string, t types.Type, source string) string {
	if isByte(t) {
		return rt + "Typed(" + source + ", \"byte\")"
	}
	if text := types.TypeString(t, (*types.Package).Path); regexp.MustCompile(`\brune\b`).MatchString(text) {
		return fmt.Sprintf("%sTyped(%s, %q)", rt, source, text)
	}
	return source
}

// typed returns Go for e with its own type, even if e is a constant. The value in an interface
// has its type with it.
func (x *explainer) typed(e refine.Expr) string { return x.seen(e.Type(), x.own(e)) }

// own returns Go for e with its own type.
func (x *explainer) own(e refine.Expr) string {
	c, ok := e.(*refine.Const)
	if !ok {
		return x.source(e)
	}
	if b, basic := c.T.(*types.Basic); basic && b.Info()&types.IsUntyped != 0 {
		return x.source(e)
	}
	if !x.g.f.Names(c.T) {
		// A type that another package does not export is left out.
		plain := *c
		plain.T = c.T.Underlying()
		c, e = &plain, &plain
	}
	return x.g.f.Type(c.T) + paren(x.source(e))
}
