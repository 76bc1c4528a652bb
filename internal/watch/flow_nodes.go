package watch

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
)

// replace writes what follows values.
func (f *flow) replace(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.FuncLit:
		text, _ := f.value(n, nil)
		return text, true
	case *ast.UnaryExpr:
		if _, ok := ast.Unparen(n.X).(*ast.CompositeLit); ok && n.Op == token.AND {
			text, _ := f.value(n, nil)
			return text, true
		}
	case *ast.CallExpr:
		return f.passing(n)
	case *ast.BinaryExpr:
		return f.comparison(n)
	case *ast.Ident:
		return f.read(n)
	case *ast.IndexExpr:
		return f.read(n)
	case *ast.SelectorExpr:
		if text, ok := f.read(n); ok {
			return text, true
		}
		return f.selection(n)
	case *ast.TypeAssertExpr:
		return f.takesApart(n.X, n), true
	case *ast.RangeStmt:
		return f.loop(n)
	case *ast.AssignStmt:
		if text, ok := f.assigns(n); ok {
			return text, true
		}
		if text, ok := f.changes(n); ok {
			return text, true
		}
		return f.assignment(n)
	case *ast.IncDecStmt:
		return f.counts(n)
	case *ast.ForStmt:
		return f.header(n, n.Init, n.Post, n.Cond, n.Body)
	case *ast.IfStmt:
		return f.header(n, n.Init, nil, n.Cond, n.Body, n.Else)
	case *ast.SwitchStmt:
		return f.header(n, n.Init, nil, n.Tag, n.Body)
	case *ast.TypeSwitchStmt:
		return f.header(n, n.Init, nil, n.Assign, n.Body)
	case *ast.DeclStmt:
		return f.declaration(n)
	case *ast.ReturnStmt:
		return f.returned(n)
	}
	return "", false
}

// closure is a function literal, whose results are not followed.
func (f *flow) closure(n *ast.FuncLit) string {
	results := f.results
	f.results = nil
	defer func() { f.results = results }()
	return f.Inside(n)
}

// taken is an operand that is taken apart.
func (f *flow) taken(x ast.Expr, of ast.Node) string {
	text, origin := f.value(x, f.Info.TypeOf(x))
	return f.call("Case", f.use(of.Pos(), x), origin, text)
}

// takesApart writes a node one of whose operands is taken apart.
func (f *flow) takesApart(x ast.Expr, n ast.Node) string {
	return f.spanWith(n.Pos(), n.End(), []ast.Node{x}, map[ast.Node]string{x: f.taken(x, n)})
}

// comparison takes the operands of a comparison apart that may be such values.
func (f *flow) comparison(n *ast.BinaryExpr) (string, bool) {
	if n.Op != token.EQL && n.Op != token.NEQ {
		return "", false
	}
	texts := map[ast.Node]string{}
	for _, x := range []ast.Expr{n.X, n.Y} {
		if t := f.Info.TypeOf(x); t != nil && isReference(t) && !f.Info.Types[x].IsNil() {
			texts[x] = f.taken(x, n)
		}
	}
	if len(texts) == 0 {
		return "", false
	}
	return f.spanWith(n.Pos(), n.End(), []ast.Node{n.X, n.Y}, texts), true
}

// selection writes the selection of a field, which takes its operand apart.
func (f *flow) selection(n *ast.SelectorExpr) (string, bool) {
	sel := f.Info.Selections[n]
	if sel == nil || sel.Kind() != types.FieldVal {
		return "", false
	}
	if _, ok := f.Info.TypeOf(n.X).Underlying().(*types.Pointer); !ok {
		return "", false
	}
	return f.takesApart(n.X, n), true
}

// loop writes a range loop, which reads the parts of its operand.
func (f *flow) loop(n *ast.RangeStmt) (string, bool) {
	switch f.Info.TypeOf(n.X).Underlying().(type) {
	case *types.Slice, *types.Map:
		x := f.taken(n.X, n)
		return f.spanWith(n.Pos(), n.End(), []ast.Node{n.X, n.Body}, map[ast.Node]string{n.X: x}), true
	}
	return "", false
}

// passing writes a call that passes the definitions of its arguments to the function, or the call of a function
// value, which is taken apart.
func (f *flow) passing(n *ast.CallExpr) (string, bool) {
	fn := f.static(n)
	if fn == nil {
		if sig, ok := f.Info.TypeOf(n.Fun).(*types.Signature); ok && sig != nil && !f.Info.Types[n.Fun].IsType() && !f.Info.Types[n.Fun].IsBuiltin() {
			if v, isVar := f.variable(n.Fun); isVar && isReference(v.Type()) {
				list := append([]ast.Node{n.Fun}, nodes(n.Args)...)
				return f.spanWith(n.Pos(), n.End(), list, map[ast.Node]string{n.Fun: f.taken(n.Fun, n)}), true
			}
		}
		if text, _ := f.builtin(n); text != "" {
			return text, true
		}
		return "", false
	}
	sig := f.Info.TypeOf(n.Fun).(*types.Signature)
	if n.Ellipsis.IsValid() || sig.Variadic() || len(n.Args) != sig.Params().Len() || len(n.Args) == 0 {
		return "", false
	}
	last := n.Args[len(n.Args)-1]
	t := f.name(sig.Params().At(len(n.Args) - 1).Type())
	if t == "" {
		return "", false
	}
	texts := map[ast.Node]string{}
	var origins []string
	if fn.Signature().Recv() != nil {
		origin := "0"
		if s, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && plain(s.X) {
			if id, ok := s.X.(*ast.Ident); ok && f.origins[f.Info.Uses[id]] != "" {
				origin = f.origins[f.Info.Uses[id]]
			}
		}
		origins = append(origins, origin)
	}
	for i, x := range n.Args {
		text, origin := f.value(x, sig.Params().At(i).Type())
		texts[x] = text
		origins = append(origins, origin)
	}
	texts[last] = fmt.Sprintf("%s.Pass[%s](%d, %s, %s)", f.helper.Name, t, f.followed[fn.Origin()], texts[last], strings.Join(origins, ", "))
	return f.spanWith(n.Pos(), n.End(), append([]ast.Node{n.Fun}, nodes(n.Args)...), texts), true
}

// builtin is a call of a builtin function that makes a value.
func (f *flow) builtin(n *ast.CallExpr) (string, bool) {
	id, ok := ast.Unparen(n.Fun).(*ast.Ident)
	if !ok {
		return "", false
	}
	if b, ok := f.Info.Uses[id].(*types.Builtin); ok {
		switch b.Name() {
		case "make", "new", "append":
			text, _ := f.called(n)
			return text, true
		}
	}
	return "", false
}

// variable is the variable or field that an expression names.
func (f *flow) variable(x ast.Expr) (*types.Var, bool) {
	switch y := ast.Unparen(x).(type) {
	case *ast.Ident:
		v, ok := f.Info.Uses[y].(*types.Var)
		return v, ok
	case *ast.SelectorExpr:
		v, ok := f.Info.Uses[y.Sel].(*types.Var)
		return v, ok
	}
	return nil, false
}

// assignment keeps the definitions of values with the variables and the memory that they
// are assigned to. Where it has no list of statements around it they are not known.
func (f *flow) assignment(n *ast.AssignStmt) (string, bool) {
	if n.Tok != token.ASSIGN && n.Tok != token.DEFINE || !f.listed[n] {
		return "", false
	}
	texts := map[ast.Node]string{}
	var list []ast.Node
	var before, after strings.Builder
	for i, l := range n.Lhs {
		list = append(list, l)
		f.definedBehind(l, &after)
		if len(n.Rhs) != len(n.Lhs) {
			f.forget(l, &after)
			continue
		}
		t := f.Info.TypeOf(l)
		if id, ok := l.(*ast.Ident); ok && f.Info.Defs[id] != nil {
			t = f.Info.Defs[id].Type()
		}
		if t == nil || !isReference(t) {
			continue
		}
		text, origin := f.value(n.Rhs[i], t)
		texts[n.Rhs[i]] = text
		hold := f.temp()
		if strings.HasPrefix(origin, "rtestg_t") {
			hold = origin
		} else {
			fmt.Fprintf(&before, "%s = %s; ", hold, origin)
		}
		f.store(l, hold, &after)
	}
	list = append(list, nodes(n.Rhs)...)
	if before.Len()+after.Len() == 0 && len(texts) == 0 {
		return "", false
	}
	text := f.spanWith(n.Pos(), n.End(), list, texts)
	return before.String() + text + after.String(), true
}

// header writes a statement that has an init statement. The definitions of the init statement are known before
// it. Those of the post statement of a loop are written into that statement.
func (f *flow) header(n, init, post ast.Node, rest ...ast.Node) (string, bool) {
	first, ok := init.(*ast.AssignStmt)
	before := ""
	if ok && f.listed[n.(ast.Stmt)] && len(first.Lhs) == 1 && len(first.Rhs) == 1 {
		if o, origin := f.kept(first); o != "" {
			before = o + " = " + origin + "; "
		}
	}
	if ok && first.Tok == token.DEFINE && f.listed[n.(ast.Stmt)] {
		for _, l := range first.Lhs {
			if v := f.variableOf(l); v != "" && f.Info.Defs[ast.Unparen(l).(*ast.Ident)] != nil {
				before += v + " = " + f.defines(l, f.holder(l)) + "; "
			}
		}
	}
	texts := map[ast.Node]string{}
	if last, ok := post.(*ast.AssignStmt); ok && len(last.Lhs) == 1 && len(last.Rhs) == 1 && last.Tok == token.ASSIGN {
		if o, origin := f.kept(last); o != "" {
			texts[last] = o + ", " + f.Source(f.File, last.Lhs[0]) + " = " + origin + ", " + f.Node(last.Rhs[0])
		}
	}
	if before == "" && len(texts) == 0 {
		return "", false
	}
	var list []ast.Node
	for _, x := range append([]ast.Node{init, post}, rest...) {
		if x != nil && !isNilNode(x) {
			list = append(list, x)
		}
	}
	slices.SortFunc(list, func(a, b ast.Node) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return before + f.spanWith(n.Pos(), n.End(), list, texts), true
}

func isNilNode(n ast.Node) bool {
	v := reflect.ValueOf(n)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

// kept returns the variable that holds the definition of an assigned variable, and the definition, if both are
// known before the statement.
func (f *flow) kept(a *ast.AssignStmt) (holds, origin string) {
	id, ok := a.Lhs[0].(*ast.Ident)
	if !ok || a.Tok != token.ASSIGN && a.Tok != token.DEFINE {
		return "", ""
	}
	obj := f.Info.Defs[id]
	if obj == nil {
		obj = f.Info.Uses[id]
	}
	if f.origins[obj] == "" {
		return "", ""
	}
	if !plain(a.Rhs[0]) {
		return f.origins[obj], "0"
	}
	_, origin = f.value(a.Rhs[0], obj.Type())
	return f.origins[obj], origin
}

// store records the definition of an assigned variable, field or element.
func (f *flow) store(l ast.Expr, origin string, out *strings.Builder) {
	switch y := ast.Unparen(l).(type) {
	case *ast.Ident:
		obj := f.Info.Defs[y]
		if obj == nil {
			obj = f.Info.Uses[y]
		}
		if o := f.origins[obj]; o != "" {
			fmt.Fprintf(out, "; %s = %s", o, origin)
		}
	case *ast.SelectorExpr:
		if plain(y) && f.addressable(y) {
			fmt.Fprintf(out, "; %s", f.call("Store", "&"+f.Source(f.File, y), origin))
		}
	case *ast.IndexExpr:
		if _, ok := f.Info.TypeOf(y.X).Underlying().(*types.Slice); ok && plain(y) {
			fmt.Fprintf(out, "; %s", f.call("Store", "&"+f.Source(f.File, y), origin))
		}
	}
}

// forget records that the definition of an assigned variable, field or element is unknown.
func (f *flow) forget(l ast.Expr, out *strings.Builder) {
	if t := f.Info.TypeOf(l); t != nil && isReference(t) {
		f.store(l, "0", out)
	}
}

// declaration keeps the definitions of variables that are declared.
func (f *flow) declaration(n *ast.DeclStmt) (string, bool) {
	d, ok := n.Decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR || d.Lparen.IsValid() || len(d.Specs) != 1 {
		return "", false
	}
	s := d.Specs[0].(*ast.ValueSpec)
	if len(s.Names) != 1 || len(s.Values) > 1 || !f.listed[n] {
		return "", false
	}
	o := f.origins[f.Info.Defs[s.Names[0]]]
	if o == "" {
		var after strings.Builder
		if f.definedBehind(s.Names[0], &after); after.Len() == 0 {
			return "", false
		}
		return f.Inside(n) + after.String(), true
	}
	if len(s.Values) == 0 {
		id := f.define(s.Names[0])
		f.defs[len(f.defs)-1].Type = f.Info.Defs[s.Names[0]].Type()
		return f.Source(f.File, n) + "; " + o + " = " + id, true
	}
	text, origin := f.value(s.Values[0], f.Info.Defs[s.Names[0]].Type())
	return f.spanWith(n.Pos(), n.End(), []ast.Node{s.Values[0]}, map[ast.Node]string{s.Values[0]: text}) + "; " + o + " = " + origin, true
}

// number is that of the function.
func (f *flow) number() string { return fmt.Sprint(f.followed[f.Info.Defs[f.fn.Name]]) }

// returned says to the caller what the definitions of results are.
func (f *flow) returned(n *ast.ReturnStmt) (string, bool) {
	if f.results == nil || f.results.Len() == 0 {
		return "", false
	}
	if len(n.Results) == 0 {
		origins := []string{f.number()}
		for v := range f.results.Variables() {
			o := f.origins[v]
			if o == "" {
				o = "0"
			}
			origins = append(origins, o)
		}
		if !f.listed[n] {
			return "", false
		}
		return f.call("Gives", origins...) + "; return", true
	}
	if len(n.Results) != f.results.Len() {
		return "", false
	}
	last := n.Results[len(n.Results)-1]
	t := f.name(f.results.At(f.results.Len() - 1).Type())
	if t == "" {
		return "", false
	}
	texts := map[ast.Node]string{}
	origins := []string{f.number()}
	for i, x := range n.Results {
		text, origin := f.value(x, f.results.At(i).Type())
		texts[x] = text
		origins = append(origins, origin)
	}
	texts[last] = fmt.Sprintf("%s.Give[%s](%s, %s)", f.helper.Name, t, texts[last], strings.Join(origins, ", "))
	return f.spanWith(n.Pos(), n.End(), nodes(n.Results), texts), true
}
