package oracle

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// forms returns the ways in which an expression of the type t can be made.
func (m *maker) forms(t types.Type, h int) []func() refine.Expr {
	forms := []func() refine.Expr{
		func() refine.Expr {
			return &refine.Cond{C: m.expr(m.t("bool"), h), A: m.expr(t, h), B: m.expr(t, h), T: t}
		},
		func() refine.Expr { return m.letIn(t, h) },
	}
	if !m.before {
		forms = append(forms, func() refine.Expr { return &refine.Old{X: m.expr(t, h)} })
	}
	if m.isNumber(t) {
		forms = append(forms, m.numbers(t, h)...)
	}
	for _, c := range []string{"[]int", "[]float64", "[]string", "[]uint8", "[2]int", "[][]int", "[]Pair", "[]*Tree", "[]rune", "[3]bool", "[2]Pair"} {
		if types.Identical(refine.ElemType(m.t(c)), t) && !m.calm {
			forms = append(forms, func() refine.Expr {
				return &refine.Index{X: m.expr(m.t(c), h), I: m.expr(m.any("int", "uint8"), 1), T: t}
			})
		}
	}
	forms = append(forms, m.fields(t, h)...)
	forms = append(forms, m.wider(t, h)...)
	switch t {
	case m.t("bool"):
		forms = m.predicates(h)
	case m.t("int"):
		forms = append(forms, m.ints(h)...)
	case m.t("Flag"):
		forms = append(forms, func() refine.Expr { return &refine.Convert{X: m.expr(m.t("bool"), h), T: t} })
	case m.t("string"):
		forms = append(forms, m.strings(h)...)
	case m.t("any"):
		forms = append(forms, func() refine.Expr {
			return &refine.Convert{X: m.expr(m.any("int", "float64", "Square", "string"), h), T: t}
		})
	case m.t("Area"):
		forms = append(forms, func() refine.Expr { return &refine.Convert{X: m.expr(m.any("Square", "*Rect"), h), T: t} })
	}
	return append(forms, m.composites(t, h)...)
}

func (m *maker) letIn(t types.Type, h int) refine.Expr {
	v := &refine.Variable{Name: "x", Type: m.any(worldTypes...), Role: refine.Bound}
	value := m.expr(v.Type, h)
	m.bound = append(m.bound, v)
	body := m.expr(t, h)
	m.bound = m.bound[:len(m.bound)-1]
	return &refine.LetIn{Var: v, Value: value, Body: body}
}

func (m *maker) numbers(t types.Type, h int) []func() refine.Expr {
	u := t.Underlying().(*types.Basic)
	ops := []token.Token{token.ADD, token.SUB, token.MUL}
	if u.Info()&types.IsComplex != 0 {
		return m.complexes(t, h)
	}
	forms := []func() refine.Expr{
		func() refine.Expr {
			return &refine.Arith{Op: ops[m.r.IntN(len(ops))], X: m.expr(t, h), Y: m.expr(t, h), T: t}
		},
		func() refine.Expr { return &refine.Unary{Op: token.SUB, X: m.expr(t, h), T: t} },
		func() refine.Expr {
			args := []refine.Expr{m.expr(t, h), m.expr(t, h), m.expr(t, 0)}
			return &refine.Builtin{Name: []string{"min", "max"}[m.r.IntN(2)], Args: args[:2+m.r.IntN(2)], T: t}
		},
		func() refine.Expr {
			return &refine.Convert{X: m.expr(m.any("int", "int8", "uint8", "uint64", "Color", "rune", "uint32", "int64"), h), T: t}
		},
	}
	if u.Info()&types.IsInteger == 0 {
		return append(forms, func() refine.Expr {
			return &refine.Arith{Op: token.QUO, X: m.expr(t, h), Y: m.expr(t, h), T: t}
		}, func() refine.Expr { return &refine.Convert{X: m.expr(m.any("float32", "float64"), h), T: t} })
	}
	ops = append(ops, token.AND, token.OR, token.XOR, token.AND_NOT)
	if !m.calm {
		ops = append(ops, token.QUO, token.REM)
		forms = append(forms, func() refine.Expr {
			op := []token.Token{token.SHL, token.SHR}[m.r.IntN(2)]
			return &refine.Arith{Op: op, X: m.expr(t, h), Y: m.expr(m.any("int", "uint8", "uint64", "int64", "int8"), 1), T: t}
		})
	}
	return append(forms, func() refine.Expr { return &refine.Unary{Op: token.XOR, X: m.expr(t, h), T: t} })
}

func (m *maker) ints(h int) []func() refine.Expr {
	t := m.t("int")
	forms := []func() refine.Expr{
		func() refine.Expr {
			return &refine.Builtin{Name: "len", Args: []refine.Expr{m.expr(m.any("[]int", "string", "map[string]int", "[2]int", "[]Pair"), h)}, T: t}
		},
		func() refine.Expr {
			xs := m.any("[]int", "[]float64", "[]string", "[2]int", "[][]int", "[]Pair", "[]*Tree")
			return &refine.Builtin{Own: true, Name: "count", Args: []refine.Expr{m.expr(xs, h), m.expr(refine.ElemType(xs), h)}, T: t}
		},
		func() refine.Expr {
			return &refine.Builtin{Own: true, Name: "sum", Args: []refine.Expr{m.expr(m.any("[]int", "[2]int"), h)}, T: t}
		},
		func() refine.Expr {
			return &refine.Index{X: m.expr(m.t("map[string]int"), h), I: m.expr(m.t("string"), h), T: t}
		},
		func() refine.Expr { return m.call("Double", nil, t, m.expr(t, h)) },
		func() refine.Expr { return m.method(m.expr(m.t("*Tree"), h), "Size", t) },
		func() refine.Expr { return m.method(m.expr(m.t("Square"), h), "Area", t) },
	}
	if !m.calm {
		forms = append(forms,
			func() refine.Expr { return m.method(m.expr(m.t("Area"), h), "Area", t) },
			func() refine.Expr { return &refine.Assert{X: m.expr(m.t("any"), h), T: t} })
	}
	return forms
}

func (m *maker) strings(h int) []func() refine.Expr {
	t := m.t("string")
	forms := []func() refine.Expr{
		func() refine.Expr { return &refine.Arith{Op: token.ADD, X: m.expr(t, h), Y: m.expr(t, h), T: t} },
		func() refine.Expr {
			return &refine.Convert{X: m.expr(m.any("rune", "[]uint8", "uint8", "[]rune"), h), T: t}
		},
	}
	if !m.calm {
		forms = append(forms, func() refine.Expr { return m.slice(t) })
	}
	return forms
}

func (m *maker) slice(t types.Type) refine.Expr {
	// For an input: the room that append leaves is unknown.
	i := slices.IndexFunc(m.vars, func(v *refine.Variable) bool { return types.Identical(v.Type, t) })
	if i < 0 {
		return m.leaf(t)
	}
	s := &refine.Slice{X: &refine.Ref{Var: m.vars[i]}, T: t}
	if m.r.IntN(2) == 0 {
		s.Low = m.expr(m.t("int"), 1)
	}
	if m.r.IntN(2) == 0 {
		s.High = m.expr(m.t("int"), 1)
		if _, isSlice := t.Underlying().(*types.Slice); isSlice && m.r.IntN(2) == 0 {
			s.Max = m.expr(m.t("int"), 1)
		}
	}
	return s
}

func (m *maker) call(name string, targs []types.Type, t types.Type, args ...refine.Expr) refine.Expr {
	obj := m.pkg.Scope().Lookup(name)
	ft := obj.Type()
	if targs != nil {
		var err error
		if ft, err = types.Instantiate(nil, ft, targs, true); err != nil {
			panic(err)
		}
	}
	return &refine.Call{Fun: &refine.Object{Obj: obj, TypeArgs: targs, T: ft}, Args: args, T: t}
}

func (m *maker) method(x refine.Expr, name string, t types.Type) refine.Expr {
	sel := types.NewMethodSet(x.Type()).Lookup(m.pkg, name)
	if m.r.IntN(3) == 0 {
		return &refine.Call{Fun: methodExpr(sel), Args: []refine.Expr{x}, T: t}
	}
	return &refine.Call{Fun: &refine.Method{X: x, Sel: sel, T: sel.Type()}, T: t}
}

// fields returns selections of a field of the type t.
func (m *maker) fields(t types.Type, h int) []func() refine.Expr {
	var forms []func() refine.Expr
	for _, holder := range []string{"Pair", "Bag", "*Tree", "Square", "*Rect", "Box[int]"} {
		x := m.t(holder)
		_, ptr := x.Underlying().(*types.Pointer)
		if ptr && m.calm {
			continue
		}
		for _, name := range []string{"A", "B", "F", "Items", "Index", "Key", "Left", "N", "W", "V"} {
			obj, index, _ := types.LookupFieldOrMethod(x, false, m.pkg, name)
			if v, ok := obj.(*types.Var); ok && types.Identical(v.Type(), t) {
				forms = append(forms, func() refine.Expr { return m.field(m.expr(x, h), name, index) })
			}
		}
	}
	return forms
}

// field makes a selection by having Go check one of the same type.
func (m *maker) field(x refine.Expr, name string, _ []int) refine.Expr {
	fset := token.NewFileSet()
	info := &types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}}
	src := "package world; func f(x " + refine.TypeName(x.Type(), m.pkg) + ") { _ = x." + name + " }"
	file, err := parser.ParseFile(fset, "f.go", src, 0)
	if err != nil {
		panic(err)
	}
	pkg := types.NewPackage("world", "world")
	for _, n := range m.pkg.Scope().Names() {
		o := m.pkg.Scope().Lookup(n)
		if tn, ok := o.(*types.TypeName); ok {
			pkg.Scope().Insert(types.NewTypeName(token.NoPos, pkg, n, tn.Type()))
		}
	}
	if err := types.NewChecker(new(types.Config), fset, pkg, info).Files([]*ast.File{file}); err != nil {
		panic(err)
	}
	for _, sel := range info.Selections {
		return &refine.Field{X: x, Sel: sel, T: sel.Type()}
	}
	panic("no field " + name)
}

func (m *maker) composites(t types.Type, h int) []func() refine.Expr {
	var forms []func() refine.Expr
	add := func(f func() refine.Expr) { forms = append(forms, f) }
	switch u := t.Underlying().(type) {
	case *types.Slice:
		add(func() refine.Expr {
			return &refine.Composite{T: t, Values: []refine.Expr{m.expr(u.Elem(), h), m.expr(u.Elem(), h)}}
		})
		add(func() refine.Expr {
			return &refine.Builtin{Name: "append", Args: []refine.Expr{m.expr(t, h), m.expr(u.Elem(), h)}, T: t}
		})
		if b, ok := u.Elem().Underlying().(*types.Basic); ok && (b.Kind() == types.Int32 || b.Kind() == types.Uint8) {
			add(func() refine.Expr { return &refine.Convert{X: m.expr(m.t("string"), h), T: t} })
		}
		if !m.calm {
			add(func() refine.Expr { return m.slice(t) })
		}
	case *types.Array:
		add(func() refine.Expr { return &refine.Composite{T: t, Values: []refine.Expr{m.expr(u.Elem(), h)}} })
	case *types.Struct:
		add(func() refine.Expr {
			f := u.Field(m.r.IntN(u.NumFields()))
			key := &refine.Const{T: types.Typ[types.String], Value: constant.MakeString(f.Name())}
			return &refine.Composite{T: t, Keys: []refine.Expr{key}, Values: []refine.Expr{m.expr(f.Type(), h)}}
		})
	case *types.Map:
		add(func() refine.Expr {
			return &refine.Builtin{Own: true, Name: "with", Args: []refine.Expr{m.expr(t, h), m.expr(u.Key(), h), m.expr(u.Elem(), h)}, T: t}
		})
		add(func() refine.Expr {
			return &refine.Builtin{Own: true, Name: "without", Args: []refine.Expr{m.expr(t, h), m.expr(u.Key(), h)}, T: t}
		})
	case *types.Pointer:
		if _, isStruct := u.Elem().Underlying().(*types.Struct); !isStruct {
			add(func() refine.Expr { return &refine.Builtin{Name: "new", TypeArg: u.Elem(), T: t} })
			add(func() refine.Expr {
				return &refine.Builtin{Name: "new", Args: []refine.Expr{m.expr(u.Elem(), h)}, T: t}
			})
			break
		}
		add(func() refine.Expr {
			return &refine.Unary{Op: token.AND, X: &refine.Composite{T: u.Elem(), Values: nil}, T: t}
		})
	}
	return forms
}

func (m *maker) predicates(h int) []func() refine.Expr {
	b := m.t("bool")
	return []func() refine.Expr{
		func() refine.Expr { return m.comparison(h) },
		func() refine.Expr { return m.comparison(h) },
		func() refine.Expr {
			return &refine.Logic{Op: refine.LogicOp(m.r.IntN(4)), X: m.expr(m.any("bool", "Flag"), h), Y: m.expr(b, h)}
		},
		func() refine.Expr { return &refine.Unary{Op: token.NOT, X: m.expr(b, h), T: b} },
		func() refine.Expr { return m.quant(h) },
		func() refine.Expr { return m.quant(h) },
		func() refine.Expr { return m.chain(h) },
		func() refine.Expr { return m.membership(h) },
		func() refine.Expr {
			return &refine.Is{X: m.expr(m.t("any"), h), T: m.any("int", "Square", "Area", "string")}
		},
		func() refine.Expr {
			name := []string{"sorted", "distinct"}[m.r.IntN(2)]
			return &refine.Builtin{Own: true, Name: name, Args: []refine.Expr{m.expr(m.any("[]int", "[]float64", "[]string", "[2]int", "[]rune"), h)}, T: b}
		},
		func() refine.Expr {
			t := m.any("[]int", "[]float64", "[][]int", "[]Pair", "string")
			return &refine.Builtin{Own: true, Name: "permutation", Args: []refine.Expr{m.expr(t, h), m.expr(t, h)}, T: b}
		},
		func() refine.Expr {
			t := m.any("[]int", "*Tree", "[]Pair", "any", "map[string]int", "Bag", "**int", "map[Color]int", "Box[int]")
			return &refine.Builtin{Own: true, Name: "equal", Args: []refine.Expr{m.expr(t, h), m.expr(t, h)}, T: b}
		},
		func() refine.Expr {
			ft := m.pkg.Scope().Lookup("Get").Type().(*types.Signature)
			call := m.call("Get", nil, ft.Results(), m.expr(m.t("map[string]int"), h), m.expr(m.t("string"), h))
			return &refine.Tuple{Call: call, Elems: []refine.Expr{m.expr(m.t("int"), h), m.expr(b, h)}, Equal: m.r.IntN(2) == 0}
		},
		func() refine.Expr {
			t := m.t("int")
			return m.call("Has", []types.Type{t}, b, m.expr(m.t("[]int"), h), m.expr(t, h))
		},
	}
}

func (m *maker) comparison(h int) refine.Expr {
	ops := []token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}
	t := m.any(worldTypes...)
	u, basic := t.Underlying().(*types.Basic)
	if !basic || u.Info()&types.IsOrdered == 0 {
		ops = ops[:2]
	}
	if types.IsInterface(t) && m.r.IntN(2) == 0 {
		return &refine.Compare{Op: ops[0], X: m.expr(t, h), Y: m.expr(m.t("Square"), h)}
	}
	c := &refine.Compare{Op: ops[m.r.IntN(len(ops))], X: m.expr(t, h), Y: m.expr(t, h), Deep: !types.Comparable(t)}
	if refine.IsNil(c.X) || refine.IsNil(c.Y) {
		c.Deep = false
	}
	return c
}

func (m *maker) quant(h int) refine.Expr {
	q := &refine.Quant{All: m.r.IntN(2) == 0}
	bind := func(names []string, ts ...types.Type) {
		for i, t := range ts {
			q.Vars = append(q.Vars, &refine.Variable{Name: names[i], Type: t, Role: refine.Bound})
		}
	}
	calm := m.calm
	two := m.r.IntN(2) == 0
	switch m.r.IntN(5) {
	case 0:
		xs := m.any("[]int", "[]float64", "[2]int", "[]Pair", "[]*Tree", "[]rune", "[3]bool", "[2]Pair", "[]string")
		q.Over = refine.Domain{Kind: refine.Elements, X: m.expr(xs, h)}
		if two {
			bind([]string{"i", "x"}, m.t("int"), refine.ElemType(xs))
		} else {
			bind([]string{"x"}, refine.ElemType(xs))
		}
	case 1:
		q.Over = refine.Domain{Kind: refine.Runes, X: m.expr(m.t("string"), h)}
		if two {
			bind([]string{"i", "r"}, m.t("int"), m.t("rune"))
		} else {
			bind([]string{"r"}, m.t("rune"))
		}
	case 2:
		x := m.t("map[string]int")
		q.Over = refine.Domain{Kind: refine.Entries, X: m.expr(x, h)}
		m.calm = true
		if two {
			bind([]string{"k", "v"}, m.t("string"), m.t("int"))
		} else {
			bind([]string{"k"}, m.t("string"))
		}
	case 3:
		q.Over = m.span(h)
		bind([]string{"i"}, q.Over.Low.Type())
	case 4:
		q.Over = refine.Domain{Kind: refine.OfType, T: m.any("bool", "Color")}
		bind([]string{"x"}, q.Over.T)
	}
	m.bound = append(m.bound, q.Vars...)
	if q.Over.Kind == refine.OfType && two {
		q.Over.Where = m.expr(m.t("bool"), h)
	}
	q.Body = m.expr(m.t("bool"), h)
	m.bound = m.bound[:len(m.bound)-len(q.Vars)]
	m.calm = calm
	return q
}

// span is one that ends soon: from a number to one a little larger, or over
// the upper end of a small type.
func (m *maker) span(h int) refine.Domain {
	d := refine.Domain{Kind: refine.Span, HalfOpen: m.r.IntN(2) == 0}
	if m.r.IntN(2) == 0 {
		t := m.any("int8", "uint8", "Color")
		d.Low, d.High = m.expr(t, h), m.expr(t, h)
		return d
	}
	t := m.t("int")
	d.Low = &refine.Const{T: t, Value: constant.MakeInt64(int64(m.r.IntN(4) - 2))}
	d.High = &refine.Builtin{Name: "len", Args: []refine.Expr{m.expr(m.any("[]int", "string"), h)}, T: t}
	return d
}

func (m *maker) membership(h int) refine.Expr {
	switch m.r.IntN(4) {
	case 0:
		d := m.span(h)
		return &refine.In{X: m.expr(d.Low.Type(), h), Over: d}
	case 1:
		x := m.any("map[string]int", "map[float64]bool", "map[Color]int")
		key := x.Underlying().(*types.Map).Key()
		return &refine.In{X: m.expr(key, h), Over: refine.Domain{Kind: refine.Entries, X: m.expr(x, h)}}
	case 2:
		return &refine.In{X: m.expr(m.t("rune"), h), Over: refine.Domain{Kind: refine.Runes, X: m.expr(m.t("string"), h)}}
	}
	xs := m.any("[]int", "[]float64", "[][]int", "[]Pair", "[]*Tree", "[2]int", "[]rune", "[2]Pair")
	return &refine.In{X: m.expr(refine.ElemType(xs), h), Over: refine.Domain{Kind: refine.Elements, X: m.expr(xs, h)}}
}
