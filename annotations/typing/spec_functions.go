package typing

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/annotations/advise"
	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// ownCall reports whether a call of this name means a def or a function of rtest. A Go
// function or type of that name takes precedence.
func (t *Typer) ownCall(sc *names.Scope, name string) bool {
	switch m := sc.Lookup(name, false).(type) {
	case *names.Def:
		return true
	case nil:
		return names.OwnFunctions[name] > 0
	case *names.Binding:
		return names.OwnFunctions[name] > 0 && m.Expr != nil && !refine.IsFunc(m.Expr.Type())
	case names.Object:
		v, ok := m.Object.(*types.Var)
		return names.OwnFunctions[name] > 0 && ok && !refine.IsFunc(v.Type())
	}
	return false
}

// ownForm types a call of a def or of a function of rtest.
func (t *Typer) ownForm(sc *names.Scope, e *syntax.Call) refine.Expr {
	id := syntax.Unparen(e.Fun).(*syntax.Name).Ident
	if d, ok := sc.Lookup(id.Name, false).(*names.Def); ok {
		return t.unfoldDef(sc, d, e)
	}
	want := names.OwnFunctions[id.Name]
	if len(e.Args) != want || e.Spread {
		at := syntax.Span{From: e.Rparen, To: e.Rparen + 1}
		if len(e.Args) > want {
			at = syntax.SpanOf(e.Args[want])
		}
		t.Errorf(at, codes.Arguments, "%s takes %s, not %d", id.Name, diag.Count(want, "argument"), len(e.Args))
		return nil
	}
	switch id.Name {
	case "old":
		return t.old(sc, e, id)
	case "calls":
		return t.calls(sc, e, id)
	}
	return t.collection(sc, e, id.Name)
}

// old types old(e).
func (t *Typer) old(sc *names.Scope, e *syntax.Call, id syntax.Ident) refine.Expr {
	switch sc.Place {
	case names.Before:
		t.Errorf(id.Span, codes.MisplacedForm, "old is possible only in ensures")
		return nil
	case names.Within:
		t.Errorf(id.Span, codes.MisplacedForm, "old within old")
		return nil
	}
	in := sc.Inner()
	in.Place = names.Within
	x := t.Expr(in, e.Args[0], nil)
	if x == nil {
		return nil
	}
	t.advise(advise.UselessOld(sc, e, x))
	return &refine.Old{Source: names.SourceOf(e), X: x}
}

// calls types calls(f).
func (t *Typer) calls(sc *names.Scope, e *syntax.Call, id syntax.Ident) refine.Expr {
	if sc.Place == names.Before {
		t.Errorf(id.Span, codes.MisplacedForm, "calls is possible only in ensures")
		return nil
	}
	f := t.Expr(sc, e.Args[0], nil)
	if f == nil {
		return nil
	}
	ref, ok := f.(*refine.Ref)
	sig, isFunc := f.Type().Underlying().(*types.Signature)
	if !ok || !isFunc || ref.Var.Role != refine.Input {
		t.Errorf(syntax.SpanOf(e.Args[0]), codes.MisplacedForm, "%s is not a parameter of function type", sc.Text(syntax.SpanOf(e.Args[0])))
		return nil
	}
	return &refine.Builtin{Source: names.SourceOf(e), Name: "calls", Args: []refine.Expr{f}, T: types.NewSlice(callType(sig)), Own: true}
}

// callType returns the element type of calls(f): the type of the argument, or a struct of all
// arguments.
func callType(sig *types.Signature) types.Type {
	if sig.Params().Len() == 1 {
		return sig.Params().At(0).Type()
	}
	var fields []*types.Var
	for i := range sig.Params().Len() {
		fields = append(fields, types.NewField(0, nil, fmt.Sprintf("A%d", i), sig.Params().At(i).Type(), false))
	}
	return types.NewStruct(fields, nil)
}

// collection types the functions over slices and maps, and equal.
func (t *Typer) collection(sc *names.Scope, e *syntax.Call, name string) refine.Expr {
	x := t.Expr(sc, e.Args[0], nil)
	if x == nil {
		for _, a := range e.Args[1:] {
			t.Expr(sc, a, nil)
		}
		return nil
	}
	if name != "equal" && name != "with" && name != "without" {
		x = collected(x)
	}
	b := &refine.Builtin{Source: names.SourceOf(e), Name: name, Args: []refine.Expr{x}, T: types.Typ[types.Bool], Own: true}
	var wants []types.Type
	switch name {
	case "equal":
		if x.Type() == types.Typ[types.UntypedNil] {
			t.Errorf(syntax.SpanOf(e.Args[0]), codes.Arguments, "use of untyped nil in equal; write nil as the second argument")
			return nil
		}
		wants = []types.Type{x.Type()}
	case "with", "without":
		m, ok := x.Type().Underlying().(*types.Map)
		if !ok {
			help := ""
			if _, ok := x.Type().Underlying().(*types.Slice); ok {
				help = "; for a slice call a function that returns a changed copy, as in " + advise.ChangedCopy[name]
			}
			t.Errorf(syntax.SpanOf(e.Args[0]), codes.Arguments, "%s needs a map, not %s (of type %s)%s", name, sc.Text(syntax.SpanOf(e.Args[0])), t.u.TypeName(x.Type()), help)
			return nil
		}
		wants, b.T = []types.Type{m.Key(), m.Elem()}, x.Type()
	default:
		elem := elementType(x.Type())
		if elem == nil {
			t.Errorf(syntax.SpanOf(e.Args[0]), codes.Arguments, "%s needs a slice, an array or an iterator of one value, not %s (of type %s)", name, sc.Text(syntax.SpanOf(e.Args[0])), t.u.TypeName(x.Type()))
			return nil
		}
		if !t.elementFits(sc, e, name, elem) {
			return nil
		}
		switch name {
		case "count":
			wants, b.T = []types.Type{elem}, types.Typ[types.Int]
		case "sum":
			b.T = elem
		case "permutation":
			wants = []types.Type{x.Type()}
		}
	}
	for i, a := range e.Args[1:] {
		y := t.operand(sc, b, a, wants[i])
		if y == nil {
			return nil
		}
		b.Args = append(b.Args, y)
	}
	return b
}

// operand types an argument after the first. The other side of a permutation may be an
// iterator.
func (t *Typer) operand(sc *names.Scope, b *refine.Builtin, a syntax.Expr, want types.Type) refine.Expr {
	if b.Name != "permutation" {
		return t.Expr(sc, a, want)
	}
	quiet := t.quiet
	t.quiet = true
	y := t.Expr(sc, a, nil)
	t.quiet = quiet
	if y != nil && iterates(y.Type()) {
		y = collected(y)
		if types.Identical(elementType(y.Type()), elementType(want)) {
			return y
		}
	}
	return t.Expr(sc, a, want)
}

// iterates reports whether t is an iterator of one value.
func iterates(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	return ok && len(iteratorTypes(sig)) == 1
}

// collected returns x. If x is an iterator of one value, it returns the slice of the values
// that it yields.
func collected(x refine.Expr) refine.Expr {
	if !iterates(x.Type()) {
		return x
	}
	elem := iteratorTypes(x.Type().Underlying().(*types.Signature))[0]
	return &refine.Builtin{Source: x.Src(), Name: "collect", Args: []refine.Expr{x}, T: types.NewSlice(elem), Own: true}
}

func elementType(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	}
	return nil
}

// elementFits reports an element type that sorted or sum cannot handle.
func (t *Typer) elementFits(sc *names.Scope, e *syntax.Call, name string, elem types.Type) bool {
	var need types.BasicInfo
	var what string
	switch name {
	case "sorted":
		need, what = types.IsOrdered, "ordered"
	case "sum":
		need, what = types.IsNumeric|types.IsString, "numbers"
	default:
		return true
	}
	b, ok := elem.Underlying().(*types.Basic)
	if ok && b.Info()&need != 0 {
		return true
	}
	instead, xs := "", sc.Text(syntax.SpanOf(e.Args[0]))
	if name == "sorted" {
		instead = fmt.Sprintf("; compare neighbours, as in forall i in 1..<len(%s): …", xs)
	}
	t.Errorf(syntax.SpanOf(e.Args[0]), codes.Arguments, "%s: the elements of %s (of type %s) are not %s%s", name, xs, t.u.TypeName(elem), what, instead)
	return false
}

// unfoldDef types a call of a def: its expression with the arguments in the place of the
// parameters.
func (t *Typer) unfoldDef(sc *names.Scope, d *names.Def, e *syntax.Call) refine.Expr {
	o := t.outside()
	if d.Bad || !t.enter(d) {
		return nil
	}
	defer t.leave()
	if len(e.Args) != len(d.Params) || e.Spread {
		at := syntax.Span{From: e.Rparen, To: e.Rparen + 1}
		if len(e.Args) > len(d.Params) {
			at = syntax.SpanOf(e.Args[len(d.Params)])
		}
		t.Errorf(at, codes.Arguments, "%s takes %s, not %d", d.Name.Name, diag.Count(len(d.Params), "argument"), len(e.Args))
		return nil
	}
	in := d.Unit.FileScope(d.File, d.Directive)
	in.Place = sc.Place
	args, lets, ok := t.arguments(sc, in, o, d.Params, e.Args)
	if !ok {
		return nil
	}
	for name, b := range args {
		in.Names[name] = b
	}
	result := t.GoType(in, d.Result)
	if result == nil {
		return nil
	}
	body := t.Expr(in, d.Expr, result)
	if body == nil {
		return nil
	}
	return wrapLets(AsType(body, boolType(result)), lets)
}

// boolType returns t if it is a named bool type, and nil otherwise.
func boolType(t types.Type) types.Type {
	if refine.IsBoolean(t) {
		return t
	}
	return nil
}

// arguments types the arguments of an alias or def. The arguments are in the scope sc; the
// types of the parameters are in the scope in. A let binds each argument that is more than a
// name, so that it is evaluated once.
func (t *Typer) arguments(sc, in *names.Scope, o names.Outside, params []syntax.GoParam, args []syntax.Expr) (map[string]*names.Binding, []*refine.LetIn, bool) {
	out := map[string]*names.Binding{}
	var lets []*refine.LetIn
	ok := true
	for i, p := range params {
		want := t.GoType(in, p.Type)
		if want == nil {
			ok = false
			continue
		}
		back := t.leaveTo(o)
		x := t.Expr(sc, args[i], want)
		back()
		if x == nil {
			ok = false
			continue
		}
		if !trivial(x) {
			v := &refine.Variable{Name: t.fresh(p.Name.Name), Type: want, Role: refine.Bound, Stands: x}
			lets = append(lets, &refine.LetIn{Source: x.Src(), Var: v, Value: x})
			x = &refine.Ref{Source: x.Src(), Var: v}
		}
		out[p.Name.Name] = &names.Binding{Expr: x}
	}
	return out, lets, ok
}

// wrapLets evaluates lets around body, the first outermost.
func wrapLets(body refine.Expr, lets []*refine.LetIn) refine.Expr {
	for i := len(lets) - 1; i >= 0; i-- {
		body = &refine.LetIn{Source: lets[i].Source, Var: lets[i].Var, Value: lets[i].Value, Body: body}
	}
	return body
}
