package harness

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// maxTraced is the greatest number of functions that are copied to be traced.
const maxTraced = 64

// A tracer writes copies of the predicates that contracts call, and of the
// predicates that these call. A copy notes its calls, so that an explanation
// finds the innermost that turns false: the node of a tree that is out of order.
type tracer struct {
	g     *glue
	names map[*types.Func]string
	// bad are functions that cannot be copied.
	bad map[*types.Func]bool
}

// traced returns the name of the copy of a function, which takes a trace before
// the receiver and the parameters; empty where there is none.
func (t *tracer) traced(fn *types.Func) string {
	if name, ok := t.names[fn]; ok || t.bad[fn] || len(t.names) == maxTraced {
		return name
	}
	decl := t.declared(fn)
	if decl == nil {
		t.bad[fn] = true
		return ""
	}
	// The name is there before the body, which may call the function itself.
	name := t.g.f.Name("trace_" + fn.Name())
	t.names[fn] = name
	source, ok := t.copy(fn, decl, name)
	if !ok {
		delete(t.names, fn)
		t.bad[fn] = true
		return ""
	}
	t.g.f.Decl(source)
	return name
}

// declared returns the declaration of a function of the package under test that
// can be traced: one with a single result of type bool, and names for all
// parameters.
func (t *tracer) declared(fn *types.Func) *ast.FuncDecl {
	pkg := t.g.u.Pkg
	sig := fn.Signature()
	if fn.Pkg() != pkg.Types || pkg.External || sig.Results().Len() != 1 || sig.TypeParams() != nil || sig.RecvTypeParams() != nil ||
		!types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool]) {
		return nil
	}
	for v := range sig.Params().Variables() {
		if v.Name() == "" || v.Name() == "_" {
			return nil
		}
	}
	if r := sig.Recv(); r != nil && (r.Name() == "" || r.Name() == "_") {
		return nil
	}
	for _, f := range pkg.Syntax {
		for _, d := range f.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok && decl.Body != nil && decl.Name.Pos() == fn.Pos() {
				return decl
			}
		}
	}
	return nil
}

// copy writes the copy of a function. The declaration is printed and parsed
// again, so that what has to be changed has a place in the text; its names are
// those of the original, in the same order.
func (t *tracer) copy(fn *types.Func, decl *ast.FuncDecl, name string) (source string, ok bool) {
	bare := *decl
	bare.Doc = nil
	var text bytes.Buffer
	text.WriteString("package p\n")
	if err := printer.Fprint(&text, token.NewFileSet(), &bare); err != nil {
		return "", false
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text.Bytes(), parser.SkipObjectResolution)
	if err != nil || len(file.Decls) != 1 {
		return "", false
	}
	c := &copier{tracer: t, text: text.Bytes(), base: int(file.FileStart)}
	twin, ok := file.Decls[0].(*ast.FuncDecl)
	if !ok || !c.pair(&bare, twin) {
		return "", false
	}
	c.head(fn, twin, name)
	ast.Inspect(twin.Body, c.visit)
	if c.failed {
		return "", false
	}
	return c.apply(), true
}

// A copier makes the changes in the text of one function.
type copier struct {
	*tracer
	text  []byte
	base  int
	edits []change
	// of gives, for nodes of the copy, those of the original.
	of     map[ast.Node]ast.Node
	failed bool
}

// A change puts text in the place of some bytes.
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
			case *ast.Ident, *ast.CallExpr, *ast.SelectorExpr, *ast.ReturnStmt, *ast.FuncLit:
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

// head turns a receiver into a parameter, names the result, and notes the call.
func (c *copier) head(fn *types.Func, twin *ast.FuncDecl, name string) {
	params := "rtestg_x *" + c.g.rt + "Trace"
	var args []string
	if r := fn.Signature().Recv(); r != nil {
		params += ", " + r.Name() + " " + c.g.f.Type(r.Type())
		args = append(args, r.Name())
	}
	for i := range fn.Signature().Params().Len() {
		v := fn.Signature().Params().At(i)
		typ := c.g.f.Type(v.Type())
		if s, ok := v.Type().(*types.Slice); ok && fn.Signature().Variadic() && i == fn.Signature().Params().Len()-1 {
			typ = "..." + c.g.f.Type(s.Elem())
		}
		params += ", " + v.Name() + " " + typ
		if types.IsInterface(v.Type()) {
			args = append(args, c.g.rt+"Held("+v.Name()+")")
			continue
		}
		args = append(args, v.Name())
	}
	shown := fn.Name()
	if fn.Signature().Recv() != nil {
		shown = "." + shown
	}
	result := "rtestg_r"
	if v := fn.Signature().Results().At(0); v.Name() != "" && v.Name() != "_" {
		result = v.Name()
	}
	head := fmt.Sprintf("func %s(%s) (%s %s) {\nrtestg_n := rtestg_x.Enter(%q%s)\ndefer func() { rtestg_x.Leave(rtestg_n, %s) }()\n",
		name, params, result, c.g.basic("bool"), shown, strings.Join(append([]string{""}, args...), ", "), result)
	c.change(twin.Pos(), twin.Body.Lbrace+1, head)
}

func (c *copier) visit(n ast.Node) bool {
	info := c.g.u.Pkg.Info
	switch n := n.(type) {
	case *ast.ReturnStmt:
		if c.inner(n) {
			return true
		}
		at := c.g.u.Pkg.Fset.Position(c.of[n].Pos())
		c.change(n.Pos(), n.Pos(), fmt.Sprintf("rtestg_x.At(rtestg_n, %q); ", fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)))
	case *ast.CallExpr:
		c.call(n)
	case *ast.Ident:
		original, ok := c.of[n].(*ast.Ident)
		if !ok {
			return true
		}
		if pkg, ok := info.Uses[original].(*types.PkgName); ok {
			c.change(n.Pos(), n.End(), c.g.f.Import(pkg.Imported().Path()))
		} else if obj := info.Uses[original]; obj != nil && obj.Pkg() != nil && obj.Pkg() != c.g.u.Pkg.Types && obj.Parent() == obj.Pkg().Scope() {
			c.failed = c.failed || !c.selected(original) // A dot import.
		}
	}
	return true
}

// inner tells whether a return is that of a function literal.
func (c *copier) inner(n ast.Node) bool {
	for m := range c.of {
		if lit, ok := m.(*ast.FuncLit); ok && lit.Pos() <= n.Pos() && n.End() <= lit.End() {
			return true
		}
	}
	return false
}

// selected tells whether a name stands behind a dot.
func (c *copier) selected(id *ast.Ident) bool {
	for _, n := range c.of {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel == id {
			return true
		}
	}
	return false
}

// call has a call of another predicate traced.
func (c *copier) call(n *ast.CallExpr) {
	original := c.of[n].(*ast.CallExpr)
	info := c.g.u.Pkg.Info
	comma := ""
	if len(n.Args) > 0 {
		comma = ", "
	}
	switch fun := original.Fun.(type) {
	case *ast.Ident:
		fn, ok := info.Uses[fun].(*types.Func)
		if !ok {
			return
		}
		if name := c.traced(fn); name != "" {
			c.change(n.Fun.Pos(), n.Fun.End(), name)
			c.change(n.Lparen+1, n.Lparen+1, "rtestg_x"+comma)
		}
	case *ast.SelectorExpr:
		sel := info.Selections[fun]
		if sel == nil || sel.Kind() != types.MethodVal || len(sel.Index()) != 1 {
			return
		}
		fn, ok := sel.Obj().(*types.Func)
		if !ok || fn.Signature().Recv() == nil || !types.Identical(fn.Signature().Recv().Type(), info.Types[fun.X].Type) {
			return
		}
		if name := c.traced(fn); name != "" {
			x := n.Fun.(*ast.SelectorExpr).X
			c.change(x.Pos(), x.Pos(), name+"(rtestg_x, ")
			c.change(x.End(), n.Lparen+1, comma)
		}
	}
}

// apply makes the changes, of which none overlap but those of names in what is
// left out.
func (c *copier) apply() string {
	slices.SortStableFunc(c.edits, func(a, b change) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	var out strings.Builder
	at := 0
	if len(c.edits) > 0 {
		at = c.edits[0].from
	}
	for _, e := range c.edits {
		if e.from < at {
			continue
		}
		out.Write(c.text[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(c.text[at:])
	return out.String()
}

// trace writes the explanation of a call of a predicate that is false: which
// call within it was the first to be so.
func (x *explainer) trace(e *refine.Call) string {
	var fn *types.Func
	var args []string
	switch f := e.Fun.(type) {
	case *refine.Object:
		fn, _ = f.Obj.(*types.Func)
	case *refine.Method:
		var ok bool
		if fn, ok = f.Sel.Obj().(*types.Func); !ok || fn.Signature().Recv() == nil || !types.Identical(fn.Signature().Recv().Type(), f.X.Type()) {
			return ""
		}
		args = append(args, x.source(f.X))
	}
	if fn == nil {
		return ""
	}
	name := x.g.tracer.traced(fn)
	if name == "" {
		return ""
	}
	for _, a := range e.Args {
		args = append(args, x.own(a))
	}
	if e.Spread {
		args[len(args)-1] += "..."
	}
	t := x.temp("trace")
	return fmt.Sprintf("{\n%s := rtestg_x.Trace()\nif !%s(%s) {\nrtestg_x.Turned(%s)\n}\n}\n", t, name, strings.Join(append([]string{t}, args...), ", "), t)
}
