package typing

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/annotations/advise"
	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// form types a form that Go lacks, or to which rtest gives a wider meaning than Go. It returns
// nil after reporting an error.
func (t *Typer) form(sc *names.Scope, e syntax.Expr) refine.Expr {
	switch e := e.(type) {
	case *syntax.Paren:
		return t.form(sc, e.X)
	case *syntax.Unary:
		if x := t.Boolean(sc, e.X); x != nil {
			return &refine.Unary{Source: names.SourceOf(e), Op: token.NOT, X: x, T: types.Typ[types.Bool]}
		}
	case *syntax.Binary:
		switch e.Op {
		case token.LAND:
			return t.logic(sc, e, refine.And, e.X, e.Y)
		case token.LOR:
			return t.logic(sc, e, refine.Or, e.X, e.Y)
		}
		return t.equality(sc, e)
	case *syntax.Implies:
		return t.logic(sc, e, refine.Implies, e.X, e.Y)
	case *syntax.Iff:
		return t.logic(sc, e, refine.Iff, e.X, e.Y)
	case *syntax.Cond:
		return t.condTyped(sc, e, t.Boolean(sc, e.C))
	case *syntax.Chain:
		return t.chain(sc, e)
	case *syntax.Quant:
		return t.quant(sc, e)
	case *syntax.In:
		return t.in(sc, e)
	case *syntax.Is:
		return t.is(sc, e)
	case *syntax.Call:
		return t.ownForm(sc, e)
	}
	return nil
}

// isForm reports whether form types e, rather than go/types.
func isForm(t *Typer, sc *names.Scope, e syntax.Expr) bool {
	switch e := syntax.Unparen(e).(type) {
	case *syntax.Unary:
		return e.Op == token.NOT
	case *syntax.Binary:
		switch e.Op {
		case token.LAND, token.LOR, token.EQL, token.NEQ:
			return true
		}
	case *syntax.Implies, *syntax.Iff, *syntax.Chain, *syntax.Quant, *syntax.In, *syntax.Is:
		return true
	case *syntax.Call:
		n, ok := syntax.Unparen(e.Fun).(*syntax.Name)
		return ok && t.ownCall(sc, n.Name)
	}
	return false
}

// hasForm reports whether e contains a form that Go lacks.
func hasForm(t *Typer, sc *names.Scope, e syntax.Expr) (found bool) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		x, ok := n.(syntax.Expr)
		_, cond := n.(*syntax.Cond)
		found = found || cond || ok && isForm(t, sc, x)
		return !found
	})
	return found
}

func (t *Typer) logic(sc *names.Scope, e syntax.Expr, op refine.LogicOp, x, y syntax.Expr) refine.Expr {
	a, b := t.Boolean(sc, x), t.Boolean(sc, y)
	if a == nil || b == nil {
		return nil
	}
	return &refine.Logic{Source: names.SourceOf(e), Op: op, X: a, Y: b}
}

// equality types == and !=. Where Go has an equality it is Go's. A call with several results
// can be compared with a list. For slices, maps and types that contain them it is rtest's own.
func (t *Typer) equality(sc *names.Scope, e *syntax.Binary) refine.Expr {
	if list, ok := e.Y.(*syntax.List); ok {
		return t.tuple(sc, e, e.X, list)
	}
	if list, ok := e.X.(*syntax.List); ok {
		return t.tuple(sc, e, e.Y, list)
	}
	l := t.lowering(sc)
	x, y := l.lower(e.X), l.lower(e.Y)
	g := &ast.BinaryExpr{X: x, OpPos: e.OpPos, Op: e.Op, Y: y}
	tx, ty := l.peek(x), l.peek(y)
	if (deepEqual(tx) || deepEqual(ty)) && !IsUntyped(tx) && !IsUntyped(ty) {
		return t.deep(l, e, g, tx, ty)
	}
	if !l.check(g) || l.failed {
		t.flawed[e] = known(l.info.Types[g].Type)
		return nil
	}
	a, b := l.operands(x, y)
	if l.failed {
		return nil
	}
	return &refine.Compare{Source: names.SourceOf(e), Op: e.Op, X: a, Y: b}
}

// peek returns the type of a part on its own, or the invalid type.
func (l *lowering) peek(e ast.Expr) types.Type {
	quiet := l.t.quiet
	l.t.quiet = true
	failed := l.failed
	l.check(e)
	l.t.quiet, l.failed = quiet, failed
	if t := l.info.Types[e].Type; known(t) && !l.info.Types[e].IsType() {
		return t
	}
	return types.Typ[types.Invalid]
}

// deep types a comparison of values that Go cannot compare.
func (t *Typer) deep(l *lowering, e *syntax.Binary, g *ast.BinaryExpr, tx, ty types.Type) refine.Expr {
	x, y := l.alone(e.X, g.X), l.alone(e.Y, g.Y)
	// An error inside an operand may have nothing to do with its type.
	_, severalX := tx.(*types.Tuple)
	_, severalY := ty.(*types.Tuple)
	if severalX || severalY || !whole(tx) || !whole(ty) {
		return nil
	}
	if !types.AssignableTo(tx, ty) && !types.AssignableTo(ty, tx) {
		if types.IsInterface(tx) || types.IsInterface(ty) {
			l.check(g)
			return nil
		}
		t.Errorf(syntax.SpanOf(e.Y), codes.Mismatch, "invalid operation: %s (mismatched types %s and %s)", l.sc.Text(syntax.SpanOf(e)), t.u.TypeName(tx), t.u.TypeName(ty))
		return nil
	}
	switch {
	case types.IsInterface(tx):
		t.inInterface(l, e, e.Y, e.X, ty)
		return nil
	case types.IsInterface(ty):
		t.inInterface(l, e, e.X, e.Y, tx)
		return nil
	}
	if x == nil || y == nil || l.failed {
		t.flawed[e] = true
		return nil
	}
	if !types.Identical(tx, ty) {
		if types.AssignableTo(ty, tx) {
			y = &refine.Convert{Source: y.Src(), X: y, T: tx}
		} else {
			x = &refine.Convert{Source: x.Src(), X: x, T: ty}
		}
	}
	return &refine.Compare{Source: names.SourceOf(e), Op: e.Op, X: x, Y: y, Deep: true}
}

// whole reports whether all parts of t are known.
func whole(t types.Type) bool {
	return t != nil && !strings.Contains(types.TypeString(t, nil), types.Typ[types.Invalid].String())
}

// inInterface reports a comparison of x, whose type typ Go cannot compare, with the value of
// an interface. Go decides that comparison at run time, and it panics.
func (t *Typer) inInterface(l *lowering, e *syntax.Binary, x, iface syntax.Expr, typ types.Type) {
	t.Errorf(syntax.SpanOf(x), codes.TypeError, "invalid operation: %s (Go cannot compare what is in an interface with %s; assert its type: %s.(%s))",
		l.sc.Text(syntax.SpanOf(e)), t.u.TypeName(typ), l.sc.Text(syntax.SpanOf(iface)), t.u.TypeName(typ))
}

// alone types an expression by itself. It returns nil after reporting an error.
func (l *lowering) alone(e syntax.Expr, g ast.Expr) refine.Expr {
	right := l.check(g)
	tv := l.info.Types[g]
	if !tv.IsBuiltin() && !known(tv.Type) || !l.valued(e, g) || !l.t.IsSingle(l.sc, e, tv.Type) || !right {
		return nil
	}
	return l.ir(g, nil)
}

// deepEqual reports whether t is a slice or a map, or a struct or array that contains one. Go
// has no equality for these types; rtest has one.
func deepEqual(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	case *types.Array:
		return deepEqual(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if deepEqual(f.Type()) {
				return true
			}
		}
	}
	return false
}

// tuple types the comparison of a call that has several results with a list.
func (t *Typer) tuple(sc *names.Scope, e *syntax.Binary, call syntax.Expr, list *syntax.List) refine.Expr {
	l := t.lowering(sc)
	g := l.lower(call)
	if !l.check(g) || l.failed {
		return nil
	}
	results, ok := l.info.Types[g].Type.(*types.Tuple)
	if !ok || results.Len() != len(list.Elems) {
		n := 1
		if ok {
			n = results.Len()
		}
		t.Errorf(list.Span, codes.List, "%s has %s, the list has %d elements", sc.Text(syntax.SpanOf(call)), diag.Count(n, "value"), len(list.Elems))
		return nil
	}
	out := &refine.Tuple{Source: names.SourceOf(e), Call: l.ir(g, nil), Equal: e.Op == token.EQL}
	bad := l.failed
	for i, el := range list.Elems {
		x := t.Expr(sc, el, results.At(i).Type())
		bad = bad || x == nil
		out.Elems = append(out.Elems, x)
	}
	if bad {
		return nil
	}
	return out
}

// LongestChain is the greatest number of comparisons in one chain.
const LongestChain = 100

// A link is one comparison of a chain. If v is not nil, the following comparisons use v for
// its right operand x.
type link struct {
	cmp *refine.Compare
	v   *refine.Variable
	x   refine.Expr
}

// chain types a chained comparison. It evaluates each inner operand once, and no operand after
// a comparison that does not hold.
func (t *Typer) chain(sc *names.Scope, e *syntax.Chain) refine.Expr {
	if len(e.Ops) > LongestChain {
		at := e.OpPos[LongestChain]
		t.Errorf(syntax.Span{From: at, To: at + 1}, codes.Excessive, "more than %d comparisons in a row; write a Go function", LongestChain)
		return nil
	}
	var links []link
	var held refine.Expr
	bad := false
	for i, op := range e.Ops {
		l := t.lowering(sc)
		var x ast.Expr
		switch {
		case held != nil && !isName(e.Operands[i]):
			x = l.hold(syntax.SpanOf(e.Operands[i]), held)
		case bad && hasForm(t, sc, e.Operands[i]):
			// Its error is reported. Typing it again would double the work.
			x = l.bad(syntax.SpanOf(e.Operands[i]))
		default:
			x = l.lower(e.Operands[i])
		}
		y := l.lower(e.Operands[i+1])
		if !l.check(&ast.BinaryExpr{X: x, OpPos: e.OpPos[i], Op: op, Y: y}) || l.failed {
			bad, held = true, nil
			continue
		}
		a, b := l.operands(x, y)
		held = nil
		if bad = bad || l.failed; bad {
			continue
		}
		next := link{}
		if i+1 < len(e.Ops) && !trivial(b) {
			next.v, next.x = &refine.Variable{Name: t.fresh("m"), Type: b.Type(), Role: refine.Bound, Stands: b}, b
			b = &refine.Ref{Source: b.Src(), Var: next.v}
			held = b
		} else if _, isConst := b.(*refine.Const); !isConst {
			held = b
		}
		next.cmp = &refine.Compare{Source: refine.Source{Pos: e.Operands[i].Pos(), End: e.Operands[i+1].End()}, Op: op, X: a, Y: b}
		links = append(links, next)
	}
	if bad {
		return nil
	}
	t.advise(advise.LooseAnd(sc, e)...)
	return linked(links)
}

// linked joins the comparisons of a chain.
func linked(links []link) refine.Expr {
	var out refine.Expr
	join := func(x refine.Expr) {
		if out == nil {
			out = x
			return
		}
		src := refine.Source{Pos: links[0].cmp.Pos, End: x.Src().End}
		out = &refine.Logic{Source: src, Op: refine.And, X: out, Y: x, Chained: true}
	}
	for i, k := range links {
		if k.v == nil {
			join(k.cmp)
			continue
		}
		rest := linked(links[i+1:])
		src := refine.Source{Pos: k.cmp.Pos, End: rest.Src().End}
		join(&refine.LetIn{Source: src, Var: k.v, Value: k.x, Body: &refine.Logic{Source: src, Op: refine.And, X: k.cmp, Y: rest, Chained: true}})
		return out
	}
	return out
}

func isName(e syntax.Expr) bool {
	_, ok := e.(*syntax.Name)
	return ok
}

// trivial reports whether evaluating x costs nothing and cannot panic.
func trivial(x refine.Expr) bool {
	switch x := x.(type) {
	case *refine.Const, *refine.Nil, *refine.Ref, *refine.Object:
		return true
	case *refine.Field:
		return !x.Sel.Indirect() && trivial(x.X)
	case *refine.Builtin:
		return !x.Own && (x.Name == "len" || x.Name == "cap") && len(x.Args) == 1 && trivial(x.Args[0])
	case *refine.Convert:
		return trivial(x.X)
	}
	return false
}

// is types a test of the dynamic type of an interface.
func (t *Typer) is(sc *names.Scope, e *syntax.Is) refine.Expr {
	x := t.Expr(sc, e.X, nil)
	if x != nil && !types.IsInterface(x.Type()) {
		hint := ""
		if n, ok := e.Type.(*syntax.NamedType); ok && t.refines(sc, &syntax.RefName{Span: n.Span, Pkg: n.Pkg, Name: n.Name}) {
			hint = fmt.Sprintf(": write the condition of %s", sc.Text(syntax.SpanOf(e.Type)))
		}
		t.Errorf(syntax.SpanOf(e.X), codes.NotInterface, "%s (of type %s) is not an interface%s", sc.Text(syntax.SpanOf(e.X)), t.u.TypeName(x.Type()), hint)
		return nil
	}
	typ := t.GoType(sc, e.Type)
	if x == nil || typ == nil {
		return nil
	}
	iface := x.Type().Underlying().(*types.Interface)
	if why := generics.Unimplemented(typ, iface, false); why != "" {
		t.Errorf(syntax.SpanOf(e.Type), codes.NotImplemented, "impossible: %s does not implement %s (%s)", t.u.TypeName(typ), t.u.TypeName(x.Type()), why)
		return nil
	}
	return &refine.Is{Source: names.SourceOf(e), X: x, T: typ}
}

// quietType returns the type of an expression, or the invalid type. It reports no errors.
func (t *Typer) quietType(sc *names.Scope, e syntax.Expr) types.Type {
	quiet := t.quiet
	t.quiet = true
	defer func() { t.quiet = quiet }()
	l := t.lowering(sc)
	return l.peek(l.lower(e))
}
