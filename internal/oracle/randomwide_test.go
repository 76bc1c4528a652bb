package oracle

import (
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/refine"
)

// wider returns the forms of t that are pointers followed, calls of functions
// whose bodies have what predicates have not, and what complex numbers are made
// of.
func (m *maker) wider(t types.Type, h int) []func() refine.Expr {
	var forms []func() refine.Expr
	add := func(f func() refine.Expr) { forms = append(forms, f) }
	for _, name := range []string{"*int", "**int"} {
		if p := m.t(name); types.Identical(p.Underlying().(*types.Pointer).Elem(), t) && !m.calm {
			add(func() refine.Expr { return &refine.Deref{X: m.expr(p, h), T: t} })
		}
	}
	for _, name := range []string{"[]int", "[]string", "[]Pair"} {
		if xs := m.t(name); types.Identical(refine.ElemType(xs), t) && !m.calm {
			add(func() refine.Expr { return m.call("First", []types.Type{t}, t, m.expr(xs, h)) })
		}
	}
	switch t {
	case m.t("int"):
		forms = append(forms, m.widerInts(h)...)
	case m.t("bool"):
		add(func() refine.Expr { return m.call("Apart", nil, t, m.expr(m.t("[]int"), h), m.expr(m.t("int"), h)) })
	case m.t("float64"):
		add(func() refine.Expr {
			return &refine.Builtin{Name: []string{"real", "imag"}[m.r.IntN(2)], Args: []refine.Expr{m.expr(m.t("complex128"), h)}, T: t}
		})
	case m.t("[]int"):
		if !m.calm {
			add(func() refine.Expr { return m.call("Cleared", nil, t, m.expr(t, h), m.expr(m.t("int"), 1)) })
		}
	}
	return forms
}

func (m *maker) widerInts(h int) []func() refine.Expr {
	t := m.t("int")
	forms := []func() refine.Expr{
		func() refine.Expr { return m.call("Runs", nil, t, m.expr(m.t("string"), h)) },
		func() refine.Expr { return m.call("Rank", nil, t, m.expr(m.t("Color"), h)) },
		func() refine.Expr { return m.method(m.expr(m.t("Box[int]"), h), "Unbox", t) },
		func() refine.Expr {
			return &refine.Index{X: m.expr(m.t("map[Color]int"), h), I: m.expr(m.t("Color"), h), T: t}
		},
		func() refine.Expr { return m.call("Apply", nil, t, m.function(h), m.expr(t, h)) },
	}
	if !m.calm {
		forms = append(forms, func() refine.Expr {
			return &refine.Builtin{Name: "cap", Args: []refine.Expr{m.slice(m.any("[]int", "[]Pair", "[]rune"))}, T: t}
		})
	}
	return forms
}

// function is a function or a method value of type func(int) int.
func (m *maker) function(h int) refine.Expr {
	if m.r.IntN(2) == 0 {
		obj := m.pkg.Scope().Lookup("Double")
		return &refine.Object{Obj: obj, T: obj.Type()}
	}
	x := m.expr(m.t("Square"), h)
	sel := types.NewMethodSet(x.Type()).Lookup(m.pkg, "Plus")
	return &refine.Method{X: x, Sel: sel, T: sel.Type()}
}

// methodExpr is the method of a selection as a function of its receiver, T.M.
func methodExpr(sel *types.Selection) refine.Expr {
	sig := sel.Type().(*types.Signature)
	params := []*types.Var{types.NewParam(token.NoPos, nil, "", sel.Recv())}
	for v := range sig.Params().Variables() {
		params = append(params, v)
	}
	return &refine.Object{Obj: sel.Obj(), T: types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())}
}

func (m *maker) complexes(t types.Type, h int) []func() refine.Expr {
	ops := []token.Token{token.ADD, token.SUB, token.MUL, token.QUO}
	return []func() refine.Expr{
		func() refine.Expr {
			return &refine.Arith{Op: ops[m.r.IntN(len(ops))], X: m.expr(t, h), Y: m.expr(t, h), T: t}
		},
		func() refine.Expr { return &refine.Unary{Op: token.SUB, X: m.expr(t, h), T: t} },
		func() refine.Expr {
			return &refine.Builtin{Name: "complex", Args: []refine.Expr{m.expr(m.t("float64"), h), m.expr(m.t("float64"), h)}, T: t}
		},
	}
}

// chain returns a chained comparison of three to five operands, named ones in between. Each is
// evaluated once, and only if the comparisons before it hold.
func (m *maker) chain(h int) refine.Expr {
	t := m.any("int", "int8", "uint8", "Color", "string", "float64")
	op := []token.Token{token.LSS, token.LEQ, token.GTR, token.GEQ}[m.r.IntN(4)]
	return m.link(op, m.expr(t, h), 1+m.r.IntN(3), h)
}

// link compares x with an operand that is compared with n more.
func (m *maker) link(op token.Token, x refine.Expr, n, h int) refine.Expr {
	if n == 0 {
		return &refine.Compare{Op: op, X: x, Y: m.expr(x.Type(), h)}
	}
	v := &refine.Variable{Name: "m", Type: x.Type(), Role: refine.Bound}
	value := m.expr(v.Type, h)
	m.bound = append(m.bound, v)
	rest := m.link(op, &refine.Ref{Var: v}, n-1, h)
	m.bound = m.bound[:len(m.bound)-1]
	return &refine.LetIn{Var: v, Value: value, Body: &refine.Logic{Op: refine.And, X: &refine.Compare{Op: op, X: x, Y: &refine.Ref{Var: v}}, Y: rest}}
}
