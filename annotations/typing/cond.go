package typing

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// cond lowers a conditional expression. If both branches are untyped constants, go/types sees
// an untyped constant with the value one.
func (l *lowering) cond(e *syntax.Cond) ast.Expr {
	c := l.t.Boolean(l.sc, e.C)
	kind := l.t.untypedKind(l.sc, e.A, e.B)
	if kind == nil {
		x := l.t.condTyped(l.sc, e, c)
		if x == nil {
			return l.bad(e.Span)
		}
		return l.hold(e.Span, x)
	}
	if c == nil {
		return l.bad(e.Span)
	}
	id := l.placeholder(e.Span, kind, func(t types.Type) refine.Expr {
		return l.t.condAs(l.sc, e, c, defaultType(t), nil)
	})
	l.objs[id.Name] = types.NewConst(token.NoPos, nil, id.Name, kind, unit1(kind))
	l.open[id] = true
	return id
}

// unit1 returns the constant one of an untyped kind.
func unit1(kind types.Type) constant.Value {
	switch kind.(*types.Basic).Kind() {
	case types.UntypedBool:
		return constant.MakeBool(true)
	case types.UntypedString:
		return constant.MakeString("")
	}
	return constant.MakeInt64(1)
}

// untypedKind returns the untyped kind that both branches of a conditional expression have
// together, or nil if a branch is typed or wrong.
func (t *Typer) untypedKind(sc *names.Scope, a, b syntax.Expr) types.Type {
	ka, kb := t.kindOf(sc, a), t.kindOf(sc, b)
	if ka == nil || kb == nil {
		return nil
	}
	if ka.Kind() == kb.Kind() {
		return ka
	}
	if ka.Info()&types.IsNumeric == 0 || kb.Info()&types.IsNumeric == 0 {
		return nil
	}
	if ka.Kind() > kb.Kind() {
		return ka
	}
	return kb
}

// kindOf returns the untyped kind of a constant expression, or nil.
func (t *Typer) kindOf(sc *names.Scope, e syntax.Expr) *types.Basic {
	if c, ok := syntax.Unparen(e).(*syntax.Cond); ok {
		k, _ := t.untypedKind(sc, c.A, c.B).(*types.Basic)
		return k
	}
	if !t.mayBeConstant(sc, e) {
		return nil
	}
	quiet := t.quiet
	t.quiet = true
	defer func() { t.quiet = quiet }()
	l := t.lowering(sc)
	g := l.lower(e)
	if l.failed || !l.check(g) || l.info.Types[g].Value == nil {
		return nil
	}
	if b, ok := l.info.Types[g].Type.(*types.Basic); ok && IsUntyped(b) {
		return b
	}
	return nil
}

// mayBeConstant reports whether e can be an untyped constant, judged by its syntax alone: it
// names no variable and no function. Typing e to find out would double the work with each
// level of nested conditional expressions.
func (t *Typer) mayBeConstant(sc *names.Scope, e syntax.Node) bool {
	maybe := true
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Cond:
			// The condition does not matter.
			maybe = maybe && t.mayBeConstant(sc, n.A) && t.mayBeConstant(sc, n.B)
			return false
		case *syntax.Name:
			maybe = maybe && constantName(sc.Lookup(n.Name, true))
		case syntax.Expr:
			maybe = maybe && !isForm(t, sc, n)
		}
		return maybe
	})
	return maybe
}

// constantName reports whether a name with meaning m can stand in a constant. An unknown name
// can too: its error is reported later.
func constantName(m names.Meaning) bool {
	switch m := m.(type) {
	case *names.Binding:
		_, isConst := m.Expr.(*refine.Const)
		return m.Expr == nil || isConst
	case names.Object:
		switch m.Object.(type) {
		case *types.Var, *types.Func:
			return false
		}
	}
	return true
}

// condTyped types a conditional expression that has a branch with a type of its own.
func (t *Typer) condTyped(sc *names.Scope, e *syntax.Cond, c refine.Expr) refine.Expr {
	if c == nil {
		t.Expr(sc, e.A, nil)
		t.Expr(sc, e.B, nil)
		return nil
	}
	for _, order := range [][2]syntax.Expr{{e.A, e.B}, {e.B, e.A}} {
		if t.kindOf(sc, order[0]) != nil || isNilName(order[0]) {
			continue
		}
		first := t.Expr(sc, order[0], nil)
		if first == nil || !t.IsSingle(sc, order[0], first.Type()) {
			return nil
		}
		// What is typed here is not typed again below. That would double the work with each
		// link of a chain.
		known := map[syntax.Expr]refine.Expr{order[0]: first}
		// Either branch may have an interface type.
		want := first.Type()
		if !types.IsInterface(want) && t.kindOf(sc, order[1]) == nil && !isNilName(order[1]) {
			other := t.Expr(sc, order[1], nil)
			if other == nil {
				return nil
			}
			if known[order[1]] = other; types.IsInterface(other.Type()) {
				want = other.Type()
			}
		}
		return t.condAs(sc, e, c, want, known)
	}
	// No kind holds both constants, so the other branch lacks the kind of the first.
	for _, side := range [2]syntax.Expr{e.A, e.B} {
		if k := t.kindOf(sc, side); k != nil {
			return t.condAs(sc, e, c, types.Default(k), nil)
		}
	}
	return t.condAs(sc, e, c, nil, nil)
}

func isNilName(e syntax.Expr) bool {
	n, ok := syntax.Unparen(e).(*syntax.Name)
	return ok && n.Name == "nil"
}

// condAs types a conditional expression whose branches have the type want. Known has the
// branches that were typed before without it.
func (t *Typer) condAs(sc *names.Scope, e *syntax.Cond, c refine.Expr, want types.Type, known map[syntax.Expr]refine.Expr) refine.Expr {
	side := func(e syntax.Expr) refine.Expr {
		if x := known[e]; x != nil && types.Identical(x.Type(), want) && !IsUntyped(want) {
			return x
		}
		return t.Expr(sc, e, want)
	}
	a, b := side(e.A), side(e.B)
	if a == nil || b == nil {
		return nil
	}
	if want == nil {
		want = a.Type()
	}
	return &refine.Cond{Source: names.SourceOf(e), C: c, A: a, B: b, T: want}
}
