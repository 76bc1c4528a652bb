package refine

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
)

// forms returns the ways in which an expression of the type t can be made.
func (m *maker) forms(t types.Type, h int) []func() Expr {
	forms := []func() Expr{
		func() Expr { return &Cond{C: m.expr(m.t("bool"), h), A: m.expr(t, h), B: m.expr(t, h), T: t} },
		func() Expr { return m.letIn(t, h) },
	}
	if !m.before {
		forms = append(forms, func() Expr { return &Old{X: m.expr(t, h)} })
	}
	if m.isNumber(t) {
		forms = append(forms, m.numbers(t, h)...)
	}
	for _, c := range []string{"[]int", "[]float64", "[]string", "[]uint8", "[2]int", "[][]int", "[]Pair", "[]*Tree", "[]rune", "[3]bool", "[2]Pair"} {
		if types.Identical(elemType(m.t(c)), t) && !m.calm {
			forms = append(forms, func() Expr { return &Index{X: m.expr(m.t(c), h), I: m.expr(m.any("int", "uint8"), 1), T: t} })
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
		forms = append(forms, func() Expr { return &Convert{X: m.expr(m.t("bool"), h), T: t} })
	case m.t("string"):
		forms = append(forms, m.strings(h)...)
	case m.t("any"):
		forms = append(forms, func() Expr { return &Convert{X: m.expr(m.any("int", "float64", "Square", "string"), h), T: t} })
	case m.t("Area"):
		forms = append(forms, func() Expr { return &Convert{X: m.expr(m.any("Square", "*Rect"), h), T: t} })
	}
	return append(forms, m.composites(t, h)...)
}

func (m *maker) letIn(t types.Type, h int) Expr {
	v := &Variable{Name: "x", Type: m.any(worldTypes...), Role: Bound}
	value := m.expr(v.Type, h)
	m.bound = append(m.bound, v)
	body := m.expr(t, h)
	m.bound = m.bound[:len(m.bound)-1]
	return &LetIn{Var: v, Value: value, Body: body}
}

func (m *maker) numbers(t types.Type, h int) []func() Expr {
	u := t.Underlying().(*types.Basic)
	ops := []token.Token{token.ADD, token.SUB, token.MUL}
	if u.Info()&types.IsComplex != 0 {
		return m.complexes(t, h)
	}
	forms := []func() Expr{
		func() Expr { return &Arith{Op: ops[m.r.IntN(len(ops))], X: m.expr(t, h), Y: m.expr(t, h), T: t} },
		func() Expr { return &Unary{Op: token.SUB, X: m.expr(t, h), T: t} },
		func() Expr {
			args := []Expr{m.expr(t, h), m.expr(t, h), m.expr(t, 0)}
			return &Builtin{Name: []string{"min", "max"}[m.r.IntN(2)], Args: args[:2+m.r.IntN(2)], T: t}
		},
		func() Expr {
			return &Convert{X: m.expr(m.any("int", "int8", "uint8", "uint64", "Color", "rune", "uint32", "int64"), h), T: t}
		},
	}
	if u.Info()&types.IsInteger == 0 {
		return append(forms, func() Expr {
			return &Arith{Op: token.QUO, X: m.expr(t, h), Y: m.expr(t, h), T: t}
		}, func() Expr { return &Convert{X: m.expr(m.any("float32", "float64"), h), T: t} })
	}
	ops = append(ops, token.AND, token.OR, token.XOR, token.AND_NOT)
	if !m.calm {
		ops = append(ops, token.QUO, token.REM)
		forms = append(forms, func() Expr {
			op := []token.Token{token.SHL, token.SHR}[m.r.IntN(2)]
			return &Arith{Op: op, X: m.expr(t, h), Y: m.expr(m.any("int", "uint8", "uint64", "int64", "int8"), 1), T: t}
		})
	}
	return append(forms, func() Expr { return &Unary{Op: token.XOR, X: m.expr(t, h), T: t} })
}

func (m *maker) ints(h int) []func() Expr {
	t := m.t("int")
	forms := []func() Expr{
		func() Expr {
			return &Builtin{Name: "len", Args: []Expr{m.expr(m.any("[]int", "string", "map[string]int", "[2]int", "[]Pair"), h)}, T: t}
		},
		func() Expr {
			xs := m.any("[]int", "[]float64", "[]string", "[2]int", "[][]int", "[]Pair", "[]*Tree")
			return &Builtin{Own: true, Name: "count", Args: []Expr{m.expr(xs, h), m.expr(elemType(xs), h)}, T: t}
		},
		func() Expr {
			return &Builtin{Own: true, Name: "sum", Args: []Expr{m.expr(m.any("[]int", "[2]int"), h)}, T: t}
		},
		func() Expr {
			return &Index{X: m.expr(m.t("map[string]int"), h), I: m.expr(m.t("string"), h), T: t}
		},
		func() Expr { return m.call("Double", nil, t, m.expr(t, h)) },
		func() Expr { return m.method(m.expr(m.t("*Tree"), h), "Size", t) },
		func() Expr { return m.method(m.expr(m.t("Square"), h), "Area", t) },
	}
	if !m.calm {
		forms = append(forms,
			func() Expr { return m.method(m.expr(m.t("Area"), h), "Area", t) },
			func() Expr { return &Assert{X: m.expr(m.t("any"), h), T: t} })
	}
	return forms
}

func (m *maker) strings(h int) []func() Expr {
	t := m.t("string")
	forms := []func() Expr{
		func() Expr { return &Arith{Op: token.ADD, X: m.expr(t, h), Y: m.expr(t, h), T: t} },
		func() Expr { return &Convert{X: m.expr(m.any("rune", "[]uint8", "uint8", "[]rune"), h), T: t} },
	}
	if !m.calm {
		forms = append(forms, func() Expr { return m.slice(t) })
	}
	return forms
}

func (m *maker) slice(t types.Type) Expr {
	// Of an input: how much room append leaves is Go's secret.
	i := slices.IndexFunc(m.vars, func(v *Variable) bool { return types.Identical(v.Type, t) })
	if i < 0 {
		return m.leaf(t)
	}
	s := &Slice{X: &Ref{Var: m.vars[i]}, T: t}
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

func (m *maker) call(name string, targs []types.Type, t types.Type, args ...Expr) Expr {
	obj := m.pkg.Scope().Lookup(name)
	ft := obj.Type()
	if targs != nil {
		var err error
		if ft, err = types.Instantiate(nil, ft, targs, true); err != nil {
			panic(err)
		}
	}
	return &Call{Fun: &Object{Obj: obj, TypeArgs: targs, T: ft}, Args: args, T: t}
}

func (m *maker) method(x Expr, name string, t types.Type) Expr {
	sel := types.NewMethodSet(x.Type()).Lookup(m.pkg, name)
	if m.r.IntN(3) == 0 {
		return &Call{Fun: methodExpr(sel), Args: []Expr{x}, T: t}
	}
	return &Call{Fun: &Method{X: x, Sel: sel, T: sel.Type()}, T: t}
}

// fields returns selections of a field of the type t.
func (m *maker) fields(t types.Type, h int) []func() Expr {
	var forms []func() Expr
	for _, holder := range []string{"Pair", "Bag", "*Tree", "Square", "*Rect", "Box[int]"} {
		x := m.t(holder)
		_, ptr := x.Underlying().(*types.Pointer)
		if ptr && m.calm {
			continue
		}
		for _, name := range []string{"A", "B", "F", "Items", "Index", "Key", "Left", "N", "W", "V"} {
			obj, index, _ := types.LookupFieldOrMethod(x, false, m.pkg, name)
			if v, ok := obj.(*types.Var); ok && types.Identical(v.Type(), t) {
				forms = append(forms, func() Expr { return m.field(m.expr(x, h), name, index) })
			}
		}
	}
	return forms
}

// field makes a selection by having Go check one of the same type.
func (m *maker) field(x Expr, name string, _ []int) Expr {
	fset := token.NewFileSet()
	info := &types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}}
	src := "package world; func f(x " + TypeName(x.Type(), m.pkg) + ") { _ = x." + name + " }"
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
		return &Field{X: x, Sel: sel, T: sel.Type()}
	}
	panic("no field " + name)
}

func (m *maker) composites(t types.Type, h int) []func() Expr {
	var forms []func() Expr
	add := func(f func() Expr) { forms = append(forms, f) }
	switch u := t.Underlying().(type) {
	case *types.Slice:
		add(func() Expr { return &Composite{T: t, Values: []Expr{m.expr(u.Elem(), h), m.expr(u.Elem(), h)}} })
		add(func() Expr {
			return &Builtin{Name: "append", Args: []Expr{m.expr(t, h), m.expr(u.Elem(), h)}, T: t}
		})
		if b, ok := u.Elem().Underlying().(*types.Basic); ok && (b.Kind() == types.Int32 || b.Kind() == types.Uint8) {
			add(func() Expr { return &Convert{X: m.expr(m.t("string"), h), T: t} })
		}
		if !m.calm {
			add(func() Expr { return m.slice(t) })
		}
	case *types.Array:
		add(func() Expr { return &Composite{T: t, Values: []Expr{m.expr(u.Elem(), h)}} })
	case *types.Struct:
		add(func() Expr {
			f := u.Field(m.r.IntN(u.NumFields()))
			key := &Const{T: types.Typ[types.String], Value: constant.MakeString(f.Name())}
			return &Composite{T: t, Keys: []Expr{key}, Values: []Expr{m.expr(f.Type(), h)}}
		})
	case *types.Map:
		add(func() Expr {
			return &Builtin{Own: true, Name: "with", Args: []Expr{m.expr(t, h), m.expr(u.Key(), h), m.expr(u.Elem(), h)}, T: t}
		})
		add(func() Expr {
			return &Builtin{Own: true, Name: "without", Args: []Expr{m.expr(t, h), m.expr(u.Key(), h)}, T: t}
		})
	case *types.Pointer:
		if _, isStruct := u.Elem().Underlying().(*types.Struct); !isStruct {
			add(func() Expr { return &Builtin{Name: "new", TypeArg: u.Elem(), T: t} })
			add(func() Expr { return &Builtin{Name: "new", Args: []Expr{m.expr(u.Elem(), h)}, T: t} })
			break
		}
		add(func() Expr {
			return &Unary{Op: token.AND, X: &Composite{T: u.Elem(), Values: nil}, T: t}
		})
	}
	return forms
}

func (m *maker) predicates(h int) []func() Expr {
	b := m.t("bool")
	return []func() Expr{
		func() Expr { return m.comparison(h) },
		func() Expr { return m.comparison(h) },
		func() Expr {
			return &Logic{Op: LogicOp(m.r.IntN(4)), X: m.expr(m.any("bool", "Flag"), h), Y: m.expr(b, h)}
		},
		func() Expr { return &Unary{Op: token.NOT, X: m.expr(b, h), T: b} },
		func() Expr { return m.quant(h) },
		func() Expr { return m.quant(h) },
		func() Expr { return m.chain(h) },
		func() Expr { return m.membership(h) },
		func() Expr {
			return &Is{X: m.expr(m.t("any"), h), T: m.any("int", "Square", "Area", "string")}
		},
		func() Expr {
			name := []string{"sorted", "distinct"}[m.r.IntN(2)]
			return &Builtin{Own: true, Name: name, Args: []Expr{m.expr(m.any("[]int", "[]float64", "[]string", "[2]int", "[]rune"), h)}, T: b}
		},
		func() Expr {
			t := m.any("[]int", "[]float64", "[][]int", "[]Pair", "string")
			return &Builtin{Own: true, Name: "permutation", Args: []Expr{m.expr(t, h), m.expr(t, h)}, T: b}
		},
		func() Expr {
			t := m.any("[]int", "*Tree", "[]Pair", "any", "map[string]int", "Bag", "**int", "map[Color]int", "Box[int]")
			return &Builtin{Own: true, Name: "equal", Args: []Expr{m.expr(t, h), m.expr(t, h)}, T: b}
		},
		func() Expr {
			ft := m.pkg.Scope().Lookup("Get").Type().(*types.Signature)
			call := m.call("Get", nil, ft.Results(), m.expr(m.t("map[string]int"), h), m.expr(m.t("string"), h))
			return &Tuple{Call: call, Elems: []Expr{m.expr(m.t("int"), h), m.expr(b, h)}, Equal: m.r.IntN(2) == 0}
		},
		func() Expr {
			t := m.t("int")
			return m.call("Has", []types.Type{t}, b, m.expr(m.t("[]int"), h), m.expr(t, h))
		},
	}
}

func (m *maker) comparison(h int) Expr {
	ops := []token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}
	t := m.any(worldTypes...)
	u, basic := t.Underlying().(*types.Basic)
	if !basic || u.Info()&types.IsOrdered == 0 {
		ops = ops[:2]
	}
	if types.IsInterface(t) && m.r.IntN(2) == 0 {
		return &Compare{Op: ops[0], X: m.expr(t, h), Y: m.expr(m.t("Square"), h)}
	}
	c := &Compare{Op: ops[m.r.IntN(len(ops))], X: m.expr(t, h), Y: m.expr(t, h), Deep: !types.Comparable(t)}
	if isNil(c.X) || isNil(c.Y) {
		c.Deep = false
	}
	return c
}

func (m *maker) quant(h int) Expr {
	q := &Quant{All: m.r.IntN(2) == 0}
	bind := func(names []string, ts ...types.Type) {
		for i, t := range ts {
			q.Vars = append(q.Vars, &Variable{Name: names[i], Type: t, Role: Bound})
		}
	}
	calm := m.calm
	two := m.r.IntN(2) == 0
	switch m.r.IntN(5) {
	case 0:
		xs := m.any("[]int", "[]float64", "[2]int", "[]Pair", "[]*Tree", "[]rune", "[3]bool", "[2]Pair", "[]string")
		q.Over = Domain{Kind: Elements, X: m.expr(xs, h)}
		if two {
			bind([]string{"i", "x"}, m.t("int"), elemType(xs))
		} else {
			bind([]string{"x"}, elemType(xs))
		}
	case 1:
		q.Over = Domain{Kind: Runes, X: m.expr(m.t("string"), h)}
		if two {
			bind([]string{"i", "r"}, m.t("int"), m.t("rune"))
		} else {
			bind([]string{"r"}, m.t("rune"))
		}
	case 2:
		x := m.t("map[string]int")
		q.Over = Domain{Kind: Entries, X: m.expr(x, h)}
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
		q.Over = Domain{Kind: OfType, T: m.any("bool", "Color")}
		bind([]string{"x"}, q.Over.T)
	}
	m.bound = append(m.bound, q.Vars...)
	if q.Over.Kind == OfType && two {
		q.Over.Where = m.expr(m.t("bool"), h)
	}
	q.Body = m.expr(m.t("bool"), h)
	m.bound = m.bound[:len(m.bound)-len(q.Vars)]
	m.calm = calm
	return q
}

// span is one that ends soon: from a number to one a little larger, or over
// the upper end of a small type.
func (m *maker) span(h int) Domain {
	d := Domain{Kind: Span, HalfOpen: m.r.IntN(2) == 0}
	if m.r.IntN(2) == 0 {
		t := m.any("int8", "uint8", "Color")
		d.Low, d.High = m.expr(t, h), m.expr(t, h)
		return d
	}
	t := m.t("int")
	d.Low = &Const{T: t, Value: constant.MakeInt64(int64(m.r.IntN(4) - 2))}
	d.High = &Builtin{Name: "len", Args: []Expr{m.expr(m.any("[]int", "string"), h)}, T: t}
	return d
}

func (m *maker) membership(h int) Expr {
	switch m.r.IntN(4) {
	case 0:
		d := m.span(h)
		return &In{X: m.expr(d.Low.Type(), h), Over: d}
	case 1:
		x := m.any("map[string]int", "map[float64]bool", "map[Color]int")
		key := x.Underlying().(*types.Map).Key()
		return &In{X: m.expr(key, h), Over: Domain{Kind: Entries, X: m.expr(x, h)}}
	case 2:
		return &In{X: m.expr(m.t("rune"), h), Over: Domain{Kind: Runes, X: m.expr(m.t("string"), h)}}
	}
	xs := m.any("[]int", "[]float64", "[][]int", "[]Pair", "[]*Tree", "[2]int", "[]rune", "[2]Pair")
	return &In{X: m.expr(elemType(xs), h), Over: Domain{Kind: Elements, X: m.expr(xs, h)}}
}
