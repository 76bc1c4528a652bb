package facts

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// standard adds the facts of rtest's own list.
func (b *factBuilder) standard() {
	if b.iterator() {
		return
	}
	text, ok := standardTypes[types.TypeString(b.t, nil)]
	if !ok || b.own() {
		return
	}
	file, dirs := standardDirectives(b.f.Unit, text)
	if file == nil {
		return
	}
	sc := b.f.Unit.FileScope(file, nil)
	for _, name := range names.Qualifiers(text) {
		path := load.StandardPackages[name]
		if n, ok := b.t.(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Name() == name {
			path = n.Obj().Pkg().Path() // math/rand and math/rand/v2 each use their own.
		}
		if pkg := b.f.Unit.StandardPackage(path); pkg != nil {
			sc.Names[name] = names.Object{Object: types.NewPkgName(token.NoPos, b.f.Unit.Node.Types, name, pkg)}
		}
	}
	declared := b.any
	b.begin(b.f.Unit, file.Name)
	b.out.Standard = true
	if n, ok := b.t.(*types.Named); ok && !declared {
		b.out.Pos = b.Unit.Graph.Fset.Position(n.Obj().Pos())
	}
	for _, d := range dirs {
		if d.Verb.Name == "depth" && b.out.Depth >= 0 || d.Verb.Name == "state" && (b.out.State != nil || b.out.StateMethod != "") {
			continue // The user's directive takes precedence.
		}
		b.directive(sc, d)
	}
	if standardContents[types.TypeString(b.t, nil)] {
		for _, v := range b.out.Via {
			v.Whole = v.Whole || v.Literal == nil && !v.Step
		}
	}
}

// own reports whether the package under test declares the type. The list calls functions as
// importing packages do.
func (b *factBuilder) own() bool {
	n, ok := b.t.(*types.Named)
	return ok && n.Obj().Pkg() == b.f.Unit.Node.Types
}

// iterator makes values of iter.Seq[T] and iter.Seq2[int, T] with slices.Values and slices.All.
// Their depth is that of the slice. It reports whether the type is one of these.
func (b *factBuilder) iterator() bool {
	n, ok := b.t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "iter" {
		return false
	}
	args := names.TypeList(n.TypeArgs())
	name := "Values"
	switch {
	case n.Obj().Name() == "Seq" && len(args) == 1:
	case n.Obj().Name() == "Seq2" && len(args) == 2 && types.Identical(args[0], types.Typ[types.Int]):
		name, args = "All", args[1:]
	default:
		return false
	}
	pkg := b.f.Unit.StandardPackage("slices")
	if pkg == nil {
		return false
	}
	fn, ok := pkg.Scope().Lookup(name).(*types.Func)
	if !ok {
		return false
	}
	b.begin(b.f.Unit, &ast.Ident{NamePos: n.Obj().Pos(), Name: n.Obj().Name()})
	via := &refine.Callee{Name: "slices." + name, Func: fn, TypeArgs: []types.Type{types.NewSlice(args[0]), args[0]}, Whole: true}
	via.Pos = b.Unit.Graph.Fset.Position(fn.Pos())
	b.out.Via, b.out.Standard = []*refine.Callee{via}, true
	return true
}

// standardDirectives parses directives that are separated by semicolons.
func standardDirectives(u *names.Unit, text string) (*ast.File, []*syntax.Directive) {
	var src strings.Builder
	src.WriteString("package p\n\n")
	for line := range strings.SplitSeq(text, "; ") {
		fmt.Fprintf(&src, "//rtest:%s\n", line)
	}
	src.WriteString("type _ = int\n")
	file, err := parser.ParseFile(u.Graph.Fset, "rtest's own list", src.String(), parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, nil
	}
	found, diags := syntax.Read(u.Graph.Fset, file, []byte(src.String()))
	if len(found) != 1 || len(diags) > 0 {
		return nil, nil
	}
	return file, found[0].Directives
}

// StandardBound returns the bounds of a function in the list, or else the contract's own.
func StandardBound(c *refine.Contract) refine.Bounds {
	name := c.Func.Pkg().Path() + "." + c.Func.Name()
	if c.Recv != nil {
		if n, ok := types.Unalias(refine.Pointed(c.Recv.Type)).(*types.Named); ok {
			name = c.Func.Pkg().Path() + "." + n.Obj().Name() + "." + c.Func.Name()
		}
	}
	if b, ok := standardBounds[name]; ok {
		return b
	}
	return c.Bounds
}
