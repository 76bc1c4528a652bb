package codegen

import (
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// maxTraced is the greatest number of functions that are copied for tracing.
const maxTraced = 64

// A tracer writes copies of the predicates that contracts call, and of the predicates that
// these call. A copy records its calls, so that an explanation finds the innermost one that
// turns false, such as the node of a tree that is out of order.
type tracer struct {
	g     *glue
	names map[*types.Func]string
	// bad are functions that cannot be copied.
	bad map[*types.Func]bool
}

// traced returns the name of the copy of a function, or "". The copy takes a trace before the
// receiver and the parameters.
func (t *tracer) traced(fn *types.Func) string {
	if name, ok := t.names[fn]; ok || t.bad[fn] || len(t.names) == maxTraced {
		return name
	}
	decl := t.declared(fn)
	if decl == nil {
		t.bad[fn] = true
		return ""
	}
	// The name must exist before the body, which may call the function itself.
	name := t.g.f.Name("trace_" + fn.Name())
	t.names[fn] = name
	source, ok := t.copy(fn, decl, name)
	if !ok {
		delete(t.names, fn)
		t.bad[fn] = true
		return ""
	}
	t.g.copyFile(decl).Decl(source)
	return name
}

// declared returns the declaration of a function of the package under test that can be traced:
// it has a single result of type bool and names for all parameters.
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
	return t.g.declaration(fn)
}

// copy writes the copy of a function.
func (t *tracer) copy(fn *types.Func, decl *ast.FuncDecl, name string) (source string, ok bool) {
	base, twin, ok := newCopier(t.g, decl)
	if !ok {
		return "", false
	}
	c := &traceCopier{base, t}
	c.head(fn, twin, name)
	ast.Inspect(twin.Body, c.visit)
	if c.failed {
		return "", false
	}
	return c.apply(), true
}

// A traceCopier changes one function so that it records its calls.
type traceCopier struct {
	*copier
	*tracer
}

// head makes the receiver a parameter, names the result, and records the call.
func (c *traceCopier) head(fn *types.Func, twin *ast.FuncDecl, name string) {
	params := "rtestg_x *" + c.rt + "Trace" + c.params(fn)
	var args []string
	if r := fn.Signature().Recv(); r != nil {
		args = append(args, r.Name())
	}
	for v := range fn.Signature().Params().Variables() {
		if types.IsInterface(v.Type()) {
			args = append(args, c.rt+"Held("+v.Name()+")")
			continue
		}
		args = append(args, spelled(c.rt, v.Type(), v.Name()))
	}
	shown := fn.Name()
	if fn.Signature().Recv() != nil {
		shown = "." + shown
	}
	result := "rtestg_r"
	if v := fn.Signature().Results().At(0); v.Name() != "" && v.Name() != "_" {
		result = v.Name()
	}
	head := fmt.Sprintf("func %s(%s) (%s bool) {\nrtestg_n := rtestg_x.Enter(%q%s)\ndefer func() { rtestg_x.Leave(rtestg_n, %s) }()\n",
		name, params, result, shown, strings.Join(append([]string{""}, args...), ", "), result)
	c.change(twin.Pos(), twin.Body.Lbrace+1, head)
}

func (c *traceCopier) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ReturnStmt:
		if c.inner(n) {
			return true
		}
		at := c.u.Pkg.Fset.Position(c.of[n].Pos())
		c.change(n.Pos(), n.Pos(), fmt.Sprintf("rtestg_x.At(rtestg_n, %q); ", fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)))
	case *ast.CallExpr:
		c.redirect(n, c.traced)
	case *ast.Ident:
		c.name(n)
	}
	return true
}

// inner reports whether a return belongs to a function literal.
func (c *traceCopier) inner(n ast.Node) bool {
	for m := range c.of {
		if lit, ok := m.(*ast.FuncLit); ok && lit.Pos() <= n.Pos() && n.End() <= lit.End() {
			return true
		}
	}
	return false
}

// trace writes the explanation of a predicate call that is false: the first call inside it
// that is false.
func (x *explainer) trace(e *refine.Call) string {
	var fn *types.Func
	var args []string
	switch f := e.Fun.(type) {
	case *refine.Object:
		if fn, _ = f.Obj.(*types.Func); fn != nil && fn.Signature().Recv() != nil {
			// The type of a method expression may have the method by embedding.
			sig, ok := f.T.Underlying().(*types.Signature)
			if !ok || !types.Identical(fn.Signature().Recv().Type(), sig.Params().At(0).Type()) {
				return ""
			}
		}
	case *refine.Method:
		var ok bool
		if fn, ok = f.Sel.Obj().(*types.Func); !ok || fn.Signature().Recv() == nil || !types.Identical(fn.Signature().Recv().Type(), f.X.Type()) {
			return ""
		}
		args = append(args, x.source(f.X))
	}
	if fn == nil || e.HandsOn() {
		return "" // A copy has a parameter more.
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
