package codegen

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"go/version"
	"maps"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine/gosource"
)

// newCopier returns a copier for a function of the package under test, and a copy of its
// declaration to change. The declaration is printed and parsed again, so that every change has
// a place in the text. Its names are those of the original, in the same order.
func newCopier(g *glue, decl *ast.FuncDecl) (c *copier, twin *ast.FuncDecl, ok bool) {
	bare := *decl
	bare.Doc = nil
	var text bytes.Buffer
	text.WriteString("package p\n")
	if err := printer.Fprint(&text, token.NewFileSet(), &bare); err != nil {
		return nil, nil, false
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", text.Bytes(), parser.SkipObjectResolution)
	if err != nil || len(file.Decls) != 1 {
		return nil, nil, false
	}
	out := g.copyFile(decl)
	c = &copier{glue: g, f: out, rt: out.Import(g.runtime) + ".", text: text.Bytes(), base: int(file.FileStart)}
	twin, ok = file.Decls[0].(*ast.FuncDecl)
	return c, twin, ok && c.pair(&bare, twin)
}

// copyFile returns the generated file for a copy of decl. It has the language version of the
// file of decl, because the meaning of loops depends on it.
func (g *glue) copyFile(decl *ast.FuncDecl) *gosource.File {
	v := g.languageOf(decl)
	if f := g.copies[v]; f != nil {
		return f
	}
	f := gosource.New(g.u.Pkg.Types, gosource.Options{
		Prefix: Prefix + strings.ReplaceAll(v, ".", "_") + "_", Runtime: g.runtime, Version: v, Forwards: g.u.Pkg.Forwards,
	})
	g.copies[v] = f
	return f
}

// files returns the written files.
func (g *glue) files() ([]File, error) {
	data, err := g.f.Bytes()
	if err != nil {
		return nil, err
	}
	files := []File{{Name: glueFile, Data: data}}
	for _, v := range slices.Sorted(maps.Keys(g.copies)) {
		data, err := g.copies[v].Bytes()
		if err != nil {
			return nil, err
		}
		files = append(files, File{Name: copiesFile(v), Data: data})
	}
	return files, nil
}

// languageOf returns the language version for a copy of decl: that of its file, but at least
// the first one with type parameters, which the runtime needs.
func (g *glue) languageOf(decl *ast.FuncDecl) string {
	v := version.Lang(g.u.Pkg.Types.GoVersion())
	for _, f := range g.u.Pkg.Syntax {
		if own := version.Lang(g.u.Pkg.Info.FileVersions[f]); own != "" && f.FileStart <= decl.Pos() && decl.Pos() < f.FileEnd {
			v = own
		}
	}
	if v == "" || version.Compare(v, firstGeneric) < 0 {
		return firstGeneric
	}
	return v
}

// firstGeneric is the first language version with type parameters.
const firstGeneric = "go1.18"

// declaration returns the declaration of a function of the package under test, or nil if it
// has no body.
func (g *glue) declaration(fn *types.Func) *ast.FuncDecl {
	for _, f := range g.u.Pkg.Syntax {
		for _, d := range f.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok && decl.Body != nil && decl.Name.Pos() == fn.Pos() {
				return decl
			}
		}
	}
	return nil
}

// A copier changes the text of one function.
type copier struct {
	*glue
	// f is the file of the copy. rt qualifies the runtime in it.
	f     *gosource.File
	rt    string
	text  []byte
	base  int
	edits []change
	// of maps nodes of the copy to those of the original.
	of     map[ast.Node]ast.Node
	failed bool
}

// A change replaces some bytes by a text.
type change struct {
	from, to int
	text     string
}

func (c *copier) change(from, to token.Pos, text string) {
	c.edits = append(c.edits, change{int(from) - c.base, int(to) - c.base, text})
}

// pair finds the original of each node of the copy.
func (c *copier) pair(original, twin ast.Node) bool {
	list := func(n ast.Node) (nodes []ast.Node) {
		ast.Inspect(n, func(x ast.Node) bool {
			switch x.(type) {
			case *ast.ParenExpr:
				// The printer leaves out some of them.
			case ast.Expr, *ast.ReturnStmt, *ast.AssignStmt:
				nodes = append(nodes, x)
			}
			return true
		})
		return nodes
	}
	a, b := list(original), list(twin)
	c.of = map[ast.Node]ast.Node{}
	for i, n := range b {
		if i >= len(a) || fmt.Sprintf("%T", a[i]) != fmt.Sprintf("%T", n) {
			return false
		}
		c.of[n] = a[i]
	}
	return len(a) == len(b)
}

// params returns the receiver and the parameters of a function, each followed by a comma.
func (c *copier) params(fn *types.Func) string {
	var b strings.Builder
	sig := fn.Signature()
	add := func(v *types.Var, typ string) { fmt.Fprintf(&b, ", %s %s", cmp.Or(v.Name(), "_"), typ) }
	if r := sig.Recv(); r != nil {
		add(r, c.f.Type(r.Type()))
	}
	for i := range sig.Params().Len() {
		v := sig.Params().At(i)
		if s, ok := v.Type().(*types.Slice); ok && sig.Variadic() && i == sig.Params().Len()-1 {
			add(v, "..."+c.f.Type(s.Elem()))
			continue
		}
		add(v, c.f.Type(v.Type()))
	}
	return b.String()
}

// results returns the results of a function.
func (c *copier) results(fn *types.Func) string {
	var list []string
	for v := range fn.Signature().Results().Variables() {
		list = append(list, strings.TrimSpace(v.Name()+" "+c.f.Type(v.Type())))
	}
	return strings.Join(list, ", ")
}

// name writes a package by the name that it has in the new file.
func (c *copier) name(n *ast.Ident) {
	original, ok := c.of[n].(*ast.Ident)
	if !ok {
		return
	}
	obj := c.u.Pkg.Info.Uses[original]
	if obj != nil && obj.Pkg() == c.u.Pkg.Types && obj.Parent() == obj.Pkg().Scope() && c.f.Own(obj.Name()) != obj.Name() {
		c.change(n.Pos(), n.End(), c.f.Own(obj.Name()))
	} else if pkg, ok := obj.(*types.PkgName); ok {
		c.change(n.Pos(), n.End(), c.f.Import(pkg.Imported().Path()))
	} else if obj != nil && obj.Pkg() != nil && obj.Pkg() != c.u.Pkg.Types && obj.Parent() == obj.Pkg().Scope() {
		c.failed = c.failed || !c.selected(original) // A dot import.
	}
}

// selected reports whether a name follows a dot.
func (c *copier) selected(id *ast.Ident) bool {
	for _, n := range c.of {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel == id {
			return true
		}
	}
	return false
}

// redirect changes a call to one of the copy of the function, and passes rtestg_x on. Copied
// returns the name of the copy, or "".
func (c *copier) redirect(n *ast.CallExpr, copied func(*types.Func) string) {
	original := c.of[n].(*ast.CallExpr)
	info := c.u.Pkg.Info
	comma := ""
	if len(n.Args) > 0 {
		comma = ", "
		if _, several := info.Types[original.Args[0]].Type.(*types.Tuple); several {
			return // Beside the results of a call Go has no other arguments.
		}
	}
	switch fun := original.Fun.(type) {
	case *ast.Ident:
		fn, ok := info.Uses[fun].(*types.Func)
		if !ok {
			return
		}
		if name := copied(fn); name != "" {
			c.change(n.Fun.Pos(), n.Fun.End(), name)
			c.change(n.Lparen+1, n.Lparen+1, "rtestg_x"+comma)
		}
	case *ast.SelectorExpr:
		sel := info.Selections[fun]
		if sel == nil || sel.Kind() != types.MethodVal || len(sel.Index()) != 1 {
			return
		}
		fn, ok := sel.Obj().(*types.Func)
		if !ok {
			return
		}
		before, after, ok := receives(fn, info.Types[fun.X].Type)
		if !ok {
			return
		}
		if name := copied(fn); name != "" {
			x := n.Fun.(*ast.SelectorExpr).X
			c.change(x.Pos(), x.Pos(), name+"(rtestg_x, "+before)
			c.change(x.End(), n.Lparen+1, after+comma)
		}
	}
}

// receives returns the text to put before and after an operand of type t to make it the
// receiver of a method.
func receives(fn *types.Func, t types.Type) (before, after string, ok bool) {
	recv := fn.Signature().Recv()
	if recv == nil || types.IsInterface(recv.Type()) {
		return "", "", false
	}
	if types.Identical(recv.Type(), t) {
		return "", "", true
	}
	if p, ok := types.Unalias(recv.Type()).(*types.Pointer); ok && types.Identical(p.Elem(), t) {
		return "&(", ")", true
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok && types.Identical(p.Elem(), recv.Type()) {
		return "*(", ")", true
	}
	return "", "", false
}

// apply returns the copy with its changes, starting at the first one.
func (c *copier) apply() string {
	from := len(c.text)
	for _, e := range c.edits {
		from = min(from, e.from)
	}
	return c.applied(from%len(c.text), len(c.text))
}

// applied returns a part of the copy with its changes. It skips a change that begins inside an
// earlier one.
func (c *copier) applied(from, to int) string {
	slices.SortStableFunc(c.edits, func(a, b change) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	var out strings.Builder
	at := from
	for _, e := range c.edits {
		if e.from < at || e.to > to {
			continue
		}
		out.Write(c.text[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(c.text[at:to])
	return out.String()
}
