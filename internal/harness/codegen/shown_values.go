package codegen

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// seen returns a Go expression for the displayed value of a type.
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

// spelled returns a Go expression for a value whose type is spelled with rune or byte, which is displayed as a
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

// typed returns a Go expression for e with its own type, even if e is a constant. The content of an interface
// keeps its dynamic type.
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

// sentinels records the errors that have names: the error variables of the package under test,
// and the exported ones of the packages it imports. It skips test files that no contract
// needs.
func (g *glue) sentinels() string {
	pkg := g.u.Pkg
	there := func(at token.Pos) bool {
		file := pkg.Fset.PositionFor(at, false).Filename
		return slices.Contains(pkg.GoFiles, file) || slices.Contains(pkg.UsedTests, file)
	}
	imported := map[string]bool{}
	for _, f := range pkg.Syntax {
		for _, spec := range f.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && there(f.FileStart) {
				imported[path] = true
			}
		}
	}
	var b strings.Builder
	for _, v := range errorVariables(pkg.Types) {
		if there(v.Pos()) {
			fmt.Fprintf(&b, "%sSentinel(%s, %q)\n", g.rt, v.Name(), v.Name())
		}
	}
	for _, p := range pkg.Types.Imports() {
		for _, v := range errorVariables(p) {
			if v.Exported() && imported[p.Path()] {
				fmt.Fprintf(&b, "%sSentinel(%s.%s, %q)\n", g.rt, g.f.Import(p.Path()), v.Name(), p.Name()+"."+v.Name())
			}
		}
	}
	return b.String()
}

// errorVariables returns the package variables of type error.
func errorVariables(pkg *types.Package) []*types.Var {
	var list []*types.Var
	for _, name := range pkg.Scope().Names() {
		v, ok := pkg.Scope().Lookup(name).(*types.Var)
		if ok && name != "_" && v.Type() == types.Universe.Lookup("error").Type() {
			list = append(list, v)
		}
	}
	return list
}
