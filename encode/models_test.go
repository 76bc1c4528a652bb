package encode_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestModels compares models of the standard library with the real functions, on random arguments of
// the whole range. A property returns a bit of the result. A model without a property is an error.
func TestModels(t *testing.T) {
	a, err := txtar.ParseFile("testdata/models/models.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module testdata\n\ngo 1.26\n")
	for _, f := range a.Files {
		write(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	ps, _ := loadFrom(t, dir)
	untested(t, ps)
	const depth = 4
	n := longtest.Cases(2000, 100_000)
	r := rand.New(rand.NewPCG(3, 4))
	var claims []*encode.Claims
	var all [][][]int64
	for _, p := range ps {
		c := p.claims(t, depth)
		f := c.Base()
		list := make([][]int64, n)
		for i := range list {
			list[i] = scattered(r, f)
		}
		claims, all = append(claims, c), append(all, list)
	}
	for i, answers := range native(t, dir, ps, all) {
		p, c := ps[i], claims[i]
		t.Run(p.name, func(t *testing.T) {
			judged, open := 0, 0
			for j, x := range all[i] {
				met, _, err := c.Met(x)
				if err != nil {
					continue // It is no input, as two bytes that are one character are none.
				}
				broken, unknown := goalsMet(c, met.Goals)
				if unknown {
					open++
					continue
				}
				if judged++; broken != (answers[j] != '1') {
					t.Fatalf("stream %v: broken %v, Go says %c", x, broken, answers[j])
				}
			}
			if judged < n/4 && !inexact[p.name] {
				t.Errorf("only %d inputs are compared, and %d are open: %v", judged, open, c.Goals)
			}
		})
	}
}

// inexact are properties of models that claims do not use, as their results hang on the machine.
var inexact = map[string]bool{"numbers.ExpLog": true}

// scattered is a random input of a form, whose numbers are often alike or at the ends of their
// domains.
func scattered(r *rand.Rand, f *form.Form) (stream []int64) {
	values := make([]*int64, len(f.Vars))
	small := []int64{'a', 'b', 0, 'a', '/', 1, 2}
	for i := range f.Vars {
		v := &f.Vars[i]
		if v.Parent >= 0 {
			parent := values[v.Parent]
			if parent == nil || *parent < v.When.Lo || *parent > v.When.Hi {
				continue
			}
		}
		n := int64(0)
		if len(v.Choice) > 0 {
			n = v.Choice[r.IntN(len(v.Choice))].Value
		} else {
			d := v.Dom[r.IntN(len(v.Dom))]
			n = int64(uint64(d.Lo) + r.Uint64N(max(1, uint64(d.Hi)-uint64(d.Lo)+1)))
			if uint64(d.Hi)-uint64(d.Lo) == 1<<64-1 {
				n = int64(r.Uint64() >> r.IntN(64))
			}
			if s := small[r.IntN(len(small))]; r.IntN(3) > 0 && slices.ContainsFunc(v.Dom, func(d form.Span) bool { return d.Lo <= s && s <= d.Hi }) {
				n = s
			}
		}
		values[i] = &n
		stream = append(stream, n)
	}
	return stream
}

// untested fails for each model without a property.
func untested(t *testing.T, ps []*predicate) {
	reached, known := map[string]bool{}, map[*ssa.Function]bool{}
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if known[fn] {
			return
		}
		known[fn] = true
		declared := fn
		if o := fn.Origin(); o != nil {
			declared = o
		}
		reached[declared.String()] = true
		if fn.Pkg != nil {
			fn.Pkg.Build()
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				for _, x := range in.Operands(nil) {
					if callee, ok := (*x).(*ssa.Function); ok {
						visit(callee)
					}
				}
			}
		}
	}
	for _, p := range ps {
		visit(p.fn)
		visit(p.fn.Pkg.Func("init"))
	}
	for _, name := range modelNames(t) {
		if !reached[name] {
			t.Errorf("no property of testdata/models/models.txtar comes to the model of %s", name)
		}
	}
}

// modelNames are the functions that the table of package models names.
func modelNames(t *testing.T) (names []string) {
	file, err := parser.ParseFile(token.NewFileSet(), "models/models.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(fn.Name.Name, "of") || fn.Recv != nil {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			list, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			if of, ok := list.Type.(*ast.ArrayType); ok {
				if id, ok := of.Elt.(*ast.Ident); ok && id.Name == "string" {
					for _, x := range list.Elts {
						name, err := strconv.Unquote(x.(*ast.BasicLit).Value)
						if err != nil {
							t.Fatal(err)
						}
						names = append(names, name)
					}
				}
			}
			return true
		})
	}
	if len(names) < 40 {
		t.Fatalf("only %d models are found", len(names))
	}
	return names
}
