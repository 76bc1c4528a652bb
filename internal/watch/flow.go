package watch

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/rewrite"
)

// flowStride is the factor of a definition's number in the goal of a pair; the number of the use is added.
const flowStride = 1 << 16

// Flows watches constructed values. Definitions are composite literals, nil, function literals, results of make,
// new and append, and other values converted to interfaces. Uses are operations that take such values apart:
// comparisons, type switches and assertions, calls of function values, selections of fields, and loops. The goal
// of a call is a pair: a value from the definition reaches the use. Values flow through variables, fields,
// elements, arguments and results.
func Flows(p rewrite.Package, h rewrite.Helper, chosen map[*ast.FuncDecl]bool) (*Copy, error) {
	k := kind{helper: flowSource, write: (*watcher).flows}
	k.find = func(_ rewrite.Package, _ rewrite.File, fn *ast.FuncDecl) []ast.Node { return []ast.Node{fn} }
	k.followed = map[types.Object]int{}
	for fn := range chosen {
		k.followed[p.Info.Defs[fn.Name]] = int(fn.Pos())
	}
	return k.make(p, h, chosen)
}

// A flow writes one function.
type flow struct {
	*watcher
	// origins maps a variable to the name of the variable that holds the definition of its value.
	origins map[types.Object]string
	// vars maps a scalar variable to the name of the variable that holds its last assignment.
	vars map[types.Object]string
	// assigned are expressions that are not uses. fixed are assignments that stay unchanged. ranges maps bodies
	// to their loops.
	assigned map[ast.Expr]bool
	fixed    map[*ast.AssignStmt]bool
	ranges   map[*ast.BlockStmt]*ast.RangeStmt
	temps    int
	// results are the function's results. They are nil inside function literals.
	results *types.Tuple
}

// flows writes the function with its constructed values watched.
func (w *watcher) flows(sites []ast.Node) []byte {
	if len(sites) == 0 {
		return []byte(w.Source(w.File, w.fn.Body))
	}
	f := &flow{
		watcher: w, origins: map[types.Object]string{}, vars: map[types.Object]string{},
		assigned: map[ast.Expr]bool{}, fixed: map[*ast.AssignStmt]bool{}, ranges: map[*ast.BlockStmt]*ast.RangeStmt{},
	}
	obj, ok := w.Info.Defs[w.fn.Name].(*types.Func)
	if !ok {
		return []byte(w.Source(w.File, w.fn.Body))
	}
	f.results = obj.Signature().Results()
	begin := f.parameters(obj)
	ast.Inspect(w.fn.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if v, isVar := w.Info.Defs[id].(*types.Var); ok && isVar && !v.IsField() && isReference(v.Type()) {
			f.origins[v] = fmt.Sprintf("rtestg_o%d", len(f.origins))
		}
		return true
	})
	f.scalarVariables()
	w.Replace, w.Begin = f.replace, f.begins
	body := w.Inside(w.fn.Body)
	var names []string
	for i := range len(f.origins) {
		names = append(names, fmt.Sprintf("rtestg_o%d", i))
	}
	for i := range len(f.vars) {
		names = append(names, fmt.Sprintf("rtestg_v%d", i))
	}
	for i := range f.temps {
		names = append(names, fmt.Sprintf("rtestg_t%d", i))
	}
	declared := ""
	if len(names) > 0 {
		list := strings.Join(names, ", ")
		blanks := strings.TrimSuffix(strings.Repeat("_, ", len(names)), ", ")
		declared = fmt.Sprintf(" var %s int; %s = %s;", list, blanks, list)
	}
	return []byte("{" + declared + begin + body[1:])
}

// parameters takes over the definitions of arguments.
func (f *flow) parameters(obj *types.Func) string {
	var b strings.Builder
	sig := obj.Signature()
	var all []*types.Var
	if r := sig.Recv(); r != nil {
		all = append(all, r)
	}
	for v := range sig.Params().Variables() {
		all = append(all, v)
	}
	id := f.followed[obj]
	fmt.Fprintf(&b, " %s.Enter(%d);", f.helper.Name, id)
	for _, v := range all {
		f.scalarParameter(&b, v)
	}
	for v := range sig.Results().Variables() {
		f.scalarParameter(&b, v)
	}
	for i, v := range all {
		if v.Name() == "" || v.Name() == "_" || !isReference(v.Type()) {
			continue
		}
		f.origins[v] = fmt.Sprintf("rtestg_o%d", len(f.origins))
		fmt.Fprintf(&b, " %s = %s.Arg(%d);", f.origins[v], f.helper.Name, i)
	}
	for v := range sig.Results().Variables() {
		if v.Name() != "" && v.Name() != "_" && isReference(v.Type()) {
			f.origins[v] = fmt.Sprintf("rtestg_o%d", len(f.origins))
		}
	}
	return b.String()
}

// scalarParameter records the first value of a scalar parameter or a named result as an assignment.
func (f *flow) scalarParameter(b *strings.Builder, v *types.Var) {
	if f.keeps(v); f.vars[v] == "" {
		return
	}
	f.defs = append(f.defs, Place{
		Pos: f.Fset.PositionFor(v.Pos(), false), Func: rewrite.Key(f.fn), Text: v.Name(), Of: fmt.Sprint("variable ", v.Pos()),
	})
	fmt.Fprintf(b, " %s = %d;", f.vars[v], f.defined+len(f.defs))
}

// isReference reports whether values of a type are followed.
func isReference(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Signature, *types.Interface:
		return true
	}
	return false
}

// name returns a type as the file writes it, or "" if the file cannot.
func (f *flow) name(t types.Type) string {
	ok := true
	text := types.TypeString(t, func(p *types.Package) string {
		if p == f.Types {
			return ""
		}
		for _, imp := range f.File.Syntax.Imports {
			if n := f.Info.PkgNameOf(imp); n != nil && n.Imported() == p && n.Name() != "." && n.Name() != "_" {
				return n.Name()
			}
		}
		ok = false
		return p.Name()
	})
	if !ok {
		return ""
	}
	return text
}

func (f *flow) temp() string {
	f.temps++
	return fmt.Sprintf("rtestg_t%d", f.temps-1)
}

func (f *flow) call(fn string, args ...string) string {
	return f.helper.Name + "." + fn + "(" + strings.Join(args, ", ") + ")"
}

// define numbers a definition.
func (f *flow) define(n ast.Node) string {
	f.defs = append(f.defs, f.point(n.Pos(), n))
	return fmt.Sprint(f.defined + len(f.defs))
}

// use numbers a use of an expression.
func (f *flow) use(at token.Pos, n ast.Node) string {
	f.uses = append(f.uses, f.point(at, n))
	return fmt.Sprint(f.used + len(f.uses))
}

func (f *flow) point(at token.Pos, n ast.Node) Place {
	p := Place{Pos: f.Fset.PositionFor(at, false), Func: rewrite.Key(f.fn), Text: f.Source(f.File, n)}
	if x, ok := n.(ast.Expr); ok {
		p.Type = f.Info.TypeOf(x)
	}
	return p
}

// value returns the text of an expression and the text of the definition of its value. The latter must be
// evaluated after the former. It is "0" if the definition is unknown.
func (f *flow) value(x ast.Expr, as types.Type) (text, origin string) {
	if t := f.Info.TypeOf(x); as != nil && types.IsInterface(as) && t != nil && !f.Info.Types[x].IsNil() && !isReference(t) && isReference(as) {
		id := f.define(x) // A conversion to the interface makes the value.
		return f.Node(x), id
	}
	switch y := x.(type) {
	case *ast.ParenExpr:
		text, origin = f.value(y.X, as)
		return "(" + text + ")", origin
	case *ast.Ident:
		if f.Info.Types[x].IsNil() {
			p := f.define(x)
			f.defs[len(f.defs)-1].Type = as
			return f.Source(f.File, x), p
		}
		if o := f.origins[f.Info.Uses[y]]; o != "" {
			return f.Source(f.File, x), o
		}
	case *ast.UnaryExpr:
		if lit, ok := ast.Unparen(y.X).(*ast.CompositeLit); ok && y.Op == token.AND {
			return f.literal(y, lit)
		}
	case *ast.CompositeLit:
		if isReference(f.Info.TypeOf(y)) {
			id := f.define(y)
			return f.call("Made", id, f.Inside(y)), id
		}
	case *ast.FuncLit:
		id := f.define(y)
		return f.call("Made", id, f.closure(y)), id
	case *ast.CallExpr:
		return f.called(y)
	case *ast.SelectorExpr:
		if sel := f.Info.Selections[y]; sel != nil && sel.Kind() == types.FieldVal && plain(y.X) && isReference(f.Info.TypeOf(y)) && f.addressable(y) {
			return f.Node(y), f.call("At", "&"+f.Source(f.File, y))
		}
	case *ast.IndexExpr:
		if _, ok := f.Info.TypeOf(y.X).Underlying().(*types.Slice); ok && plain(y.X) && plain(y.Index) && isReference(f.Info.TypeOf(y)) {
			return f.Node(y), f.call("At", "&"+f.Source(f.File, y))
		}
	}
	return f.Node(x), "0"
}

// plain reports whether an expression can be evaluated again without effect: it calls nothing.
func plain(x ast.Expr) bool {
	ok := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.FuncLit, *ast.CompositeLit:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		}
		return ok
	})
	return ok
}

// addressable reports whether a field has an address.
func (f *flow) addressable(x *ast.SelectorExpr) bool {
	for {
		if _, ok := f.Info.TypeOf(x.X).Underlying().(*types.Pointer); ok {
			return true
		}
		switch y := ast.Unparen(x.X).(type) {
		case *ast.Ident:
			_, ok := f.Info.Uses[y].(*types.Var)
			return ok
		case *ast.SelectorExpr:
			x = y
		default:
			return false
		}
	}
}

// literal is the address of a composite literal, whose fields have definitions.
func (f *flow) literal(x *ast.UnaryExpr, lit *ast.CompositeLit) (text, origin string) {
	id := f.define(x)
	s, ok := f.Info.TypeOf(lit).Underlying().(*types.Struct)
	if !ok {
		return f.call("Made", id, f.Inside(x)), id
	}
	var list []ast.Node
	texts := map[ast.Node]string{}
	var fields []string
	for i, e := range lit.Elts {
		v, at := e, i
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			v = kv.Value
			for j := range s.NumFields() {
				if id, ok := kv.Key.(*ast.Ident); ok && s.Field(j).Name() == id.Name {
					at = j
				}
			}
		}
		list = append(list, v)
		if t := s.Field(at).Type(); isScalar(t) {
			fields = append(fields, fmt.Sprint(at), f.defines(v, f.fieldOf(s.Field(at))))
		}
		if !isReference(s.Field(at).Type()) {
			continue
		}
		t, o := f.value(v, s.Field(at).Type())
		texts[v] = t
		fields = append(fields, fmt.Sprint(at), o)
	}
	inner := f.spanWith(x.Pos(), x.End(), list, texts)
	return f.call("Built", append([]string{id, inner}, fields...)...), id
}

// spanWith is Span with the texts of some nodes.
func (f *flow) spanWith(from, to token.Pos, list []ast.Node, texts map[ast.Node]string) string {
	before := f.Replace
	f.Replace = func(n ast.Node) (string, bool) {
		if t, ok := texts[n]; ok {
			return t, true
		}
		return before(n)
	}
	defer func() { f.Replace = before }()
	return f.Span(from, to, list...)
}

// called is a call whose result is followed.
func (f *flow) called(x *ast.CallExpr) (text, origin string) {
	if id, ok := ast.Unparen(x.Fun).(*ast.Ident); ok {
		if b, isBuiltin := f.Info.Uses[id].(*types.Builtin); isBuiltin {
			switch b.Name() {
			case "make", "new", "append":
				d := f.define(x)
				return f.call("Made", d, f.Inside(x)), d
			}
		}
	}
	if f.Info.Types[x.Fun].IsType() && len(x.Args) == 1 {
		t, o := f.value(x.Args[0], f.Info.TypeOf(x))
		return f.spanWith(x.Pos(), x.End(), []ast.Node{x.Args[0]}, map[ast.Node]string{x.Args[0]: t}), o
	}
	fn := f.static(x)
	if fn == nil || f.Info.TypeOf(x) == nil || !isReference(f.Info.TypeOf(x)) {
		return f.Node(x), "0"
	}
	t := f.temp()
	return f.call("Keep", fmt.Sprint(f.followed[fn.Origin()]), "&"+t, f.Node(x)), t
}

// static is the function of the package that a call calls, if it is followed.
func (f *flow) static(x *ast.CallExpr) *types.Func {
	if fn := callee(f.Package, x); fn != nil && f.followed[fn.Origin()] != 0 {
		return fn
	}
	return nil
}
