package refine

import (
	"go/token"
	"go/types"
)

// wider returns the forms of t that are pointers followed, calls of functions
// whose bodies have what predicates have not, and what complex numbers are made
// of.
func (m *maker) wider(t types.Type, h int) []func() Expr {
	var forms []func() Expr
	add := func(f func() Expr) { forms = append(forms, f) }
	for _, name := range []string{"*int", "**int"} {
		if p := m.t(name); types.Identical(p.Underlying().(*types.Pointer).Elem(), t) && !m.calm {
			add(func() Expr { return &Deref{X: m.expr(p, h), T: t} })
		}
	}
	for _, name := range []string{"[]int", "[]string", "[]Pair"} {
		if xs := m.t(name); types.Identical(elemType(xs), t) && !m.calm {
			add(func() Expr { return m.call("First", []types.Type{t}, t, m.expr(xs, h)) })
		}
	}
	switch t {
	case m.t("int"):
		forms = append(forms, m.widerInts(h)...)
	case m.t("bool"):
		add(func() Expr { return m.call("Apart", nil, t, m.expr(m.t("[]int"), h), m.expr(m.t("int"), h)) })
	case m.t("float64"):
		add(func() Expr {
			return &Builtin{Name: []string{"real", "imag"}[m.r.IntN(2)], Args: []Expr{m.expr(m.t("complex128"), h)}, T: t}
		})
	case m.t("[]int"):
		if !m.calm {
			add(func() Expr { return m.call("Cleared", nil, t, m.expr(t, h), m.expr(m.t("int"), 1)) })
		}
	}
	return forms
}

func (m *maker) widerInts(h int) []func() Expr {
	t := m.t("int")
	forms := []func() Expr{
		func() Expr { return m.call("Runs", nil, t, m.expr(m.t("string"), h)) },
		func() Expr { return m.call("Rank", nil, t, m.expr(m.t("Color"), h)) },
		func() Expr { return m.method(m.expr(m.t("Box[int]"), h), "Unbox", t) },
		func() Expr { return &Index{X: m.expr(m.t("map[Color]int"), h), I: m.expr(m.t("Color"), h), T: t} },
		func() Expr { return m.call("Apply", nil, t, m.function(h), m.expr(t, h)) },
	}
	if !m.calm {
		forms = append(forms, func() Expr {
			return &Builtin{Name: "cap", Args: []Expr{m.slice(m.any("[]int", "[]Pair", "[]rune"))}, T: t}
		})
	}
	return forms
}

// function is a function or a method value of type func(int) int.
func (m *maker) function(h int) Expr {
	if m.r.IntN(2) == 0 {
		obj := m.pkg.Scope().Lookup("Double")
		return &Object{Obj: obj, T: obj.Type()}
	}
	x := m.expr(m.t("Square"), h)
	sel := types.NewMethodSet(x.Type()).Lookup(m.pkg, "Plus")
	return &Method{X: x, Sel: sel, T: sel.Type()}
}

// methodExpr is the method of a selection as a function of its receiver, T.M.
func methodExpr(sel *types.Selection) Expr {
	sig := sel.Type().(*types.Signature)
	params := []*types.Var{types.NewParam(token.NoPos, nil, "", sel.Recv())}
	for v := range sig.Params().Variables() {
		params = append(params, v)
	}
	return &Object{Obj: sel.Obj(), T: types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())}
}

func (m *maker) complexes(t types.Type, h int) []func() Expr {
	ops := []token.Token{token.ADD, token.SUB, token.MUL, token.QUO}
	return []func() Expr{
		func() Expr { return &Arith{Op: ops[m.r.IntN(len(ops))], X: m.expr(t, h), Y: m.expr(t, h), T: t} },
		func() Expr { return &Unary{Op: token.SUB, X: m.expr(t, h), T: t} },
		func() Expr {
			return &Builtin{Name: "complex", Args: []Expr{m.expr(m.t("float64"), h), m.expr(m.t("float64"), h)}, T: t}
		},
	}
}

// chain is a chained comparison of three to five operands, those between named. Each
// is evaluated once, and only where the comparisons before it hold.
func (m *maker) chain(h int) Expr {
	t := m.any("int", "int8", "uint8", "Color", "string", "float64")
	op := []token.Token{token.LSS, token.LEQ, token.GTR, token.GEQ}[m.r.IntN(4)]
	return m.link(op, m.expr(t, h), 1+m.r.IntN(3), h)
}

// link compares x with an operand that is compared with n more.
func (m *maker) link(op token.Token, x Expr, n, h int) Expr {
	if n == 0 {
		return &Compare{Op: op, X: x, Y: m.expr(x.Type(), h)}
	}
	v := &Variable{Name: "m", Type: x.Type(), Role: Bound}
	value := m.expr(v.Type, h)
	m.bound = append(m.bound, v)
	rest := m.link(op, &Ref{Var: v}, n-1, h)
	m.bound = m.bound[:len(m.bound)-1]
	return &LetIn{Var: v, Value: value, Body: &Logic{Op: And, X: &Compare{Op: op, X: x, Y: &Ref{Var: v}}, Y: rest}}
}
