package oracle

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/refine"
)

// A world is the package testdata/world with the variables of random
// predicates: one of each type.
type world struct {
	pkg   *types.Package
	types map[string]types.Type
	vars  []*refine.Variable
}

func loadWorld(t testing.TB) *world {
	t.Helper()
	fset := token.NewFileSet()
	src, err := os.ReadFile("testdata/world/world.go")
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(fset, "world.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("world", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{pkg: pkg, types: map[string]types.Type{}}
	for i, text := range worldTypes {
		tv, err := types.Eval(fset, pkg, token.NoPos, text)
		if err != nil {
			t.Fatal(err)
		}
		w.types[text] = tv.Type
		w.vars = append(w.vars, &refine.Variable{Name: fmt.Sprintf("v%d", i), Type: tv.Type, Index: i})
	}
	return w
}

var worldTypes = []string{
	"bool", "Flag", "int", "int8", "uint8", "uint64", "Color", "float64", "float32", "string", "rune",
	"[]int", "[]float64", "[]string", "[]uint8", "[2]int", "[][]int", "map[string]int", "map[float64]bool",
	"Pair", "Bag", "[]Pair", "*Tree", "[]*Tree", "Area", "any", "*Rect", "Square",
	"uint32", "int64", "complex128", "[]rune", "*int", "**int", "Box[int]", "map[Color]int", "[3]bool", "[2]Pair",
}

// A maker makes random expressions and values.
type maker struct {
	*world
	r     *rand.Rand
	bound []*refine.Variable
	// calm is set where no operand may panic: below a quantifier over a map, whose order is unknown.
	calm bool
	// before leaves out Old, which preconditions do not have.
	before bool
}

func (m *maker) t(name string) types.Type {
	t, ok := m.types[name]
	if !ok {
		panic("no type " + name)
	}
	return t
}

// any returns one of the types, more often than not that of a variable: what
// depends on no variable shows little.
func (m *maker) any(names ...string) types.Type {
	if m.r.IntN(3) > 0 {
		var near []types.Type
		for _, v := range append(slices.Clone(m.vars), m.bound...) {
			for _, name := range names {
				if types.Identical(v.Type, m.t(name)) {
					near = append(near, v.Type)
				}
			}
		}
		if len(near) > 0 {
			return near[m.r.IntN(len(near))]
		}
	}
	return m.t(names[m.r.IntN(len(names))])
}

// expr returns a random expression of type t of at most the given height.
func (m *maker) expr(t types.Type, height int) refine.Expr {
	if height <= 0 || m.r.IntN(8) == 0 {
		return m.leaf(t)
	}
	forms := m.forms(t, height-1)
	return forms[m.r.IntN(len(forms))]()
}

func (m *maker) leaf(t types.Type) refine.Expr {
	var refs []refine.Expr
	for _, v := range append(slices.Clone(m.vars), m.bound...) {
		if types.Identical(v.Type, t) {
			refs = append(refs, &refine.Ref{Var: v})
		}
	}
	if len(refs) > 0 && m.r.IntN(3) > 0 {
		return refs[m.r.IntN(len(refs))]
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return m.constant(t, u)
	case *types.Struct, *types.Array:
		return &refine.Composite{T: t}
	}
	return &refine.Nil{T: t}
}

func (m *maker) constant(t types.Type, u *types.Basic) refine.Expr {
	c := &refine.Const{T: t}
	switch info := u.Info(); {
	case info&types.IsBoolean != 0:
		c.Value = constant.MakeBool(m.r.IntN(2) == 0)
	case info&types.IsString != 0:
		c.Value = constant.MakeString([]string{"", "a", "ab", "é", "b\xff"}[m.r.IntN(5)])
	case info&types.IsInteger != 0:
		c.Value = constant.MakeInt64([]int64{0, 1, 2, 3, 100, 127}[m.r.IntN(6)])
		if info&types.IsUnsigned == 0 && m.r.IntN(3) == 0 {
			c.Value = constant.MakeInt64([]int64{-1, -2, -128}[m.r.IntN(3)])
		}
	case info&types.IsComplex != 0:
		re, im := constant.MakeFloat64([]float64{0, 1, -0.5}[m.r.IntN(3)]), constant.MakeFloat64([]float64{0, 2, 1.5}[m.r.IntN(3)])
		c.Value = constant.BinaryOp(re, token.ADD, constant.MakeImag(im))
	default:
		c.Value = constant.MakeFloat64([]float64{0, 0.5, -1.5, 3, 0.1}[m.r.IntN(5)])
		if u.Kind() == types.Float32 {
			f, _ := constant.Float32Val(c.Value)
			c.Value = constant.MakeFloat64(float64(f))
		}
	}
	return c
}

func (m *maker) isNumber(t types.Type) bool {
	u, ok := t.Underlying().(*types.Basic)
	return ok && u.Info()&types.IsNumeric != 0
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}
