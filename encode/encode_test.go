package encode_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

// A predicate is a function of testdata with what its doc comment expects:
//
//	//want n1 n2 …   the number of inputs of depth at most 1, 2, …
//	//asserted T1 …  types that inhabit interfaces without methods
//	//steps n        with so many steps some sections are left out
//	//refuted n      no more parts of inputs than so many are refuted at the last depth
//	//opaque text    something is given up, for a reason that contains text
type predicate struct {
	name   string
	fn     *ssa.Function
	want   []int
	opaque string
	// refuted is the greatest number of refuted parts at the greatest depth of want, or 0 if the
	// comment has none.
	refuted int64
	// steps is the limit of lifting at which sections are left out, or 0 if the comment has none.
	steps  int
	names  []string
	shapes []value.Shape
	shared sharedTypes
}

// sharedTypes are the facts that pointers to these types may meet.
type sharedTypes struct {
	refine.NoFacts
	list []types.Type
}

func (s sharedTypes) Of(t types.Type) *refine.TypeFacts {
	for _, u := range s.list {
		if types.Identical(t, u) {
			return &refine.TypeFacts{Type: t, Shared: true, Depth: -1}
		}
	}
	return nil
}

// load returns the predicates of testdata.
func load(t testing.TB) []*predicate {
	list, _ := loadFrom(t, unpack(t))
	return list
}

// loadFrom loads the packages below dir and returns their exported functions
// that return a bool.
func loadFrom(t testing.TB, dir string) ([]*predicate, string) {
	cfg := &packages.Config{Mode: packages.LoadAllSyntax, Dir: dir}
	pkgs, err := packages.Load(cfg, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("testdata does not compile")
	}
	prog, _ := ssautil.AllPackages(pkgs, ssa.InstantiateGenerics)
	var list []*predicate
	slices.SortFunc(pkgs, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
	for _, p := range pkgs {
		sp := prog.Package(p.Types)
		sp.Build()
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil && fd.Name.IsExported() && fd.Type.TypeParams == nil {
					list = append(list, describe(t, sp, fd))
				}
			}
		}
	}
	return slices.DeleteFunc(list, func(p *predicate) bool { return p == nil }), dir
}

func unpack(t testing.TB) string {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module testdata\n\ngo 1.26\n")
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, name := range archives {
		if name == "testdata/opaque.txtar" {
			continue // It is TestOpaque's.
		}
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			write(t, filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".txtar"), f.Name), string(f.Data))
		}
	}
	return dir
}

func write(t testing.TB, name, data string) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

func describe(t testing.TB, pkg *ssa.Package, fd *ast.FuncDecl) *predicate {
	fn := pkg.Func(fd.Name.Name)
	sig := fn.Signature
	if sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.Bool]) {
		return nil
	}
	p := &predicate{name: pkg.Pkg.Name() + "." + fn.Name(), fn: fn}
	c := &refine.Contract{Name: fn.Name(), Func: fn.Object().(*types.Func)}
	h := refine.Hints{ReadsAllFields: true, NilInputs: map[int]bool{}, Alphabet: []rune("ab")}
	if fd.Doc != nil {
		for _, l := range fd.Doc.List {
			p.directive(t, l.Text, &h)
		}
	}
	for i := range sig.Params().Len() {
		v := sig.Params().At(i)
		p.names = append(p.names, v.Name())
		c.Params = append(c.Params, &refine.Variable{Name: v.Name(), Type: v.Type(), Index: i})
	}
	var err error
	if p.shapes, err = shape.Shapes(c, p.shared, shape.Options{Hints: h}); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *predicate) directive(t testing.TB, text string, h *refine.Hints) {
	word, rest, _ := strings.Cut(strings.TrimPrefix(text, "//"), " ")
	switch word {
	case "want":
		for _, s := range strings.Fields(rest) {
			n, err := strconv.Atoi(s)
			if err != nil {
				t.Fatal(p.name, err)
			}
			p.want = append(p.want, n)
		}
	case "refuted":
		if _, err := fmt.Sscan(rest, &p.refuted); err != nil {
			t.Fatal(p.name, err)
		}
	case "steps":
		if _, err := fmt.Sscan(rest, &p.steps); err != nil {
			t.Fatal(p.name, err)
		}
	case "opaque":
		p.opaque = rest
	case "chars":
		h.Alphabet = []rune(rest)
	case "shared":
		for _, name := range strings.Fields(rest) {
			p.shared.list = append(p.shared.list, p.fn.Pkg.Pkg.Scope().Lookup(name).Type())
		}
	case "asserted":
		for _, name := range strings.Fields(rest) {
			base, pointer := strings.CutPrefix(name, "*")
			_, obj := p.fn.Pkg.Pkg.Scope().LookupParent(base, 0)
			of := obj.Type()
			if pointer {
				of = types.NewPointer(of)
			}
			h.Asserted = append(h.Asserted, of)
		}
	case "hints":
		h.NilSlices = strings.Contains(rest, "nil")
		h.Capacities = strings.Contains(rest, "cap")
	}
}

func (p *predicate) encode(t testing.TB, depth int) *encode.Problem {
	q, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes, Preds: []encode.Predicate{{Fn: p.fn}}}, encode.Options{Depth: depth})
	if err != nil {
		t.Fatalf("%s at depth %d: %v", p.name, depth, err)
	}
	if err := q.Form.Check(); err != nil {
		t.Fatalf("%s at depth %d: %v", p.name, depth, err)
	}
	return q
}

// streams returns the solutions of a form, at most limit of them.
func streams(t testing.TB, f *form.Form, limit int) [][]int64 {
	s, err := search.New(f)
	if err != nil {
		t.Fatal(err)
	}
	var list [][]int64
	for x := range s.Solutions() {
		list = append(list, slices.Clone(x))
		if len(list) == limit {
			break
		}
	}
	return list
}

func TestCounts(t *testing.T) {
	for _, p := range load(t) {
		t.Run(p.name, func(t *testing.T) {
			total := 0
			for depth := 0; depth < 3 || depth <= len(p.want); depth++ {
				q := p.encode(t, depth)
				p.checkOpaque(t, depth, q)
				if depth > len(p.want) {
					continue
				}
				total += len(streams(t, q.Form, 1<<20))
				if depth > 0 && total != p.want[depth-1] {
					t.Errorf("depth %d: %d inputs, want %d", depth, total, p.want[depth-1])
				}
			}
		})
	}
}

// checkOpaque checks that something is given up at some depth exactly if the doc comment says so.
func (p *predicate) checkOpaque(t *testing.T, depth int, q *encode.Problem) {
	for _, o := range q.Opaque {
		if p.opaque == "" || !strings.Contains(o.Why, p.opaque) {
			t.Errorf("depth %d: opaque at %s: %s", depth, p.fn.Prog.Fset.Position(o.Pos), o.Why)
		}
	}
	if p.opaque != "" && depth == 2 && len(q.Opaque) == 0 {
		t.Errorf("nothing is opaque, want %q", p.opaque)
	}
}
