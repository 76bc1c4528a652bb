package oracle_test

import (
	"errors"
	"flag"
	"fmt"
	"go/types"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/oracle"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/internal/z3"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
	"github.com/rtest-dev/rtest/refine/shape"
)

var firstSeed = flag.Uint64("from", 1, "the seed of the first predicates of TestMeanings")

// TestMeanings has random predicates decided by the five meanings that a
// predicate has, over all inputs of a small depth: refine.Eval; the printed Go,
// compiled; that Go interpreted; that Go lifted into a form, which the search
// enumerates; and the form enumerated by Z3. A form has the inputs for which the
// predicate holds or panics. Only where something of it is opaque it may have
// others. A predicate whose abstraction has no solution holds for none.
func TestMeanings(t *testing.T) {
	pairs := longtest.Cases(2000, 10_000)
	w := oracle.LoadWorld(t)
	var sum agreement
	for seed := *firstSeed; sum.pairs < pairs && !t.Failed(); seed++ {
		before := sum.pairs
		if meanings(t, w, rand.New(rand.NewPCG(seed, 4)), &sum); t.Failed() {
			t.Logf("again with -from %d", seed)
		}
		if sum.pairs/100_000 > before/100_000 {
			t.Logf("up to seed %d: %d pairs", seed, sum.pairs)
		}
	}
	t.Logf("%d predicates, %d pairs: %d true, %d false, %d panics; %d predicates opaque in parts; Z3 gave up on %d, the interpreter on %d pairs; %d predicates contradict themselves",
		sum.predicates, sum.pairs, sum.of['T'], sum.of['F'], sum.of['P'], sum.opaque, sum.undecided, sum.unclear, sum.never)
	for _, c := range "TFP" {
		if sum.of[c] < sum.pairs/100 {
			t.Errorf("only %d of %d outcomes are %c: the generator is lopsided", sum.of[c], sum.pairs, c)
		}
	}
	if sum.never == 0 || sum.opaque > sum.predicates/2 || sum.undecided > sum.predicates/10 || sum.unclear > sum.pairs/4 {
		t.Error("too little was compared")
	}
	if sum.noSolver != nil {
		t.Logf("without Z3: %v", sum.noSolver)
		if os.Getenv("CI") != "" {
			t.Error("Z3 is to be compared, too")
		}
	}
}

type agreement struct {
	predicates, pairs, opaque, undecided, unclear, never int
	of                                                   [256]int
	noSolver                                             error
}

const (
	// mostInputs is how many inputs a predicate is compared on.
	mostInputs = 150
	// batch is how many predicates are compiled together.
	batch = 200
)

// A posed is one random predicate with the inputs it is compared on.
type posed struct {
	expr    refine.Expr
	vars    []*refine.Variable
	names   []string
	shapes  []value.Shape
	lifted  []value.Shape // those of fn
	depth   int
	streams [][]int64
	vals    [][]oracle.Val
	fn      *ssa.Function
}

func meanings(t *testing.T, w *oracle.World, r *rand.Rand, sum *agreement) {
	var ps []*posed
	for len(ps) < batch {
		p := &posed{}
		p.expr, p.vars = w.Predicate(r, 4)
		if p.pose(t, w); len(p.streams) > 2 {
			ps = append(ps, p)
		}
	}
	dir := t.TempDir()
	oracle.WriteWorld(t, dir)
	printPredicates(t, w, dir, ps)
	lift(t, dir, ps)
	got := compiled(t, w, dir, ps)
	for k, p := range ps {
		p.compare(t, w, got[:len(p.streams)], sum)
		got = got[len(p.streams):]
		if t.Failed() {
			t.Logf("predicate %d: %s\n%s", k, refine.Print(p.expr, w.Package()), printed(t, dir, k))
			return
		}
	}
}

// shapesOf are the shapes of variables over the types of a package.
func shapesOf(t *testing.T, vars []*refine.Variable, pkg *types.Package) []value.Shape {
	c := &refine.Contract{Name: "predicate", Params: vars}
	h := refine.Hints{ReadsAllFields: true, NilInputs: map[int]bool{}, Alphabet: []rune("aé")}
	for _, name := range []string{"Square", "Rect"} {
		h.Asserted = append(h.Asserted, pkg.Scope().Lookup(name).Type())
	}
	for i := range vars {
		h.NilInputs[i] = true
	}
	shapes, err := shape.Shapes(c, areas{pkg}, shape.Options{Hints: h, Package: pkg})
	if err != nil {
		t.Fatal(err)
	}
	return shapes
}

// pose finds the greatest depth at which there are not too many inputs.
func (p *posed) pose(t *testing.T, w *oracle.World) {
	for _, v := range p.vars {
		p.names = append(p.names, v.Name)
	}
	p.shapes = shapesOf(t, p.vars, w.Package())
	for d := 0; d <= 4; d++ {
		q, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes}, encode.Options{Depth: d})
		if err != nil {
			t.Fatal(err)
		}
		q.Form.Below = true
		list, complete := solutions(t, q.Form, mostInputs)
		if !complete {
			break
		}
		p.depth, p.streams = d, list
	}
	for _, s := range p.streams {
		in := &reading{stream: s}
		var vals []oracle.Val
		for _, shape := range p.shapes {
			vals = append(vals, in.value(shape))
		}
		p.vals = append(p.vals, vals)
	}
}

// solutions are those of a form, as many as limit allows.
func solutions(t *testing.T, f *form.Form, limit int) (list [][]int64, complete bool) {
	s, err := search.New(f)
	if err != nil {
		t.Fatal(err)
	}
	for x := range s.Solutions() {
		if len(list) == limit {
			return list, false
		}
		list = append(list, slices.Clone(x))
	}
	return list, true
}

// areas knows the implementations of Area.
type areas struct{ pkg *types.Package }

func (areas) Of(types.Type) *refine.TypeFacts                      { return nil }
func (areas) Built(types.Object) bool                              { return true }
func (areas) Constants(*types.Named) ([]*types.Const, bool)        { return nil, false }
func (a areas) Candidates(types.Type) []types.Type                 { return nil }
func (areas) Implementing(*types.Package, types.Type) []types.Type { return nil }

func (a areas) Implementers(t types.Type) []types.Type {
	return []types.Type{
		types.NewPointer(a.pkg.Scope().Lookup("Rect").Type()),
		a.pkg.Scope().Lookup("Square").Type(),
	}
}

// printPredicates writes the predicates as Go.
func printPredicates(t *testing.T, w *oracle.World, dir string, ps []*posed) {
	f := gosource.New(w.Package(), gosource.Options{Runtime: "world/rt", Version: "go1.26"})
	name := func(v *refine.Variable) string { return "rtest_" + v.Name }
	for k, p := range ps {
		var params []gosource.Param
		for _, v := range p.vars {
			params = append(params, gosource.Param{Name: name(v), Type: f.Type(v.Type)})
		}
		f.Func(fmt.Sprintf("Pred%d", k), params, "bool", "return "+f.Expr(p.expr, name, name))
	}
	src, err := f.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "predicates.go"), string(src))
}

// printed is the k-th predicate as Go.
func printed(t *testing.T, dir string, k int) string {
	src, err := os.ReadFile(filepath.Join(dir, "predicates.go"))
	if err != nil {
		t.Fatal(err)
	}
	_, fn, _ := strings.Cut(string(src), fmt.Sprintf("func Pred%d(", k))
	fn, _, _ = strings.Cut(fn, "\n}\n")
	return "Pred(" + fn
}

// lift finds the SSA form of the predicates, and makes their shapes those of its
// types: named types of two loads differ.
func lift(t *testing.T, dir string, ps []*posed) {
	cfg := &packages.Config{Mode: packages.LoadAllSyntax, Dir: dir, Env: append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")}
	pkgs, err := packages.Load(cfg, ".")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the predicates do not compile")
	}
	prog, _ := ssautil.AllPackages(pkgs, ssa.InstantiateGenerics)
	pkg := prog.Package(pkgs[0].Types)
	pkg.Build()
	for k, p := range ps {
		p.fn = pkg.Func(fmt.Sprintf("Pred%d", k))
		var vars []*refine.Variable
		for i, v := range p.vars {
			own := *v
			own.Type = p.fn.Signature.Params().At(i).Type()
			vars = append(vars, &own)
		}
		p.lifted = shapesOf(t, vars, pkgs[0].Types)
	}
}

// compare compares the answers of all for each input.
func (p *posed) compare(t *testing.T, w *oracle.World, got []byte, sum *agreement) {
	q, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.lifted, Preds: []encode.Predicate{{Fn: p.fn}}}, encode.Options{Depth: p.depth})
	if err != nil {
		t.Fatal(err)
	}
	q.Form.Below = true
	found, complete := solutions(t, q.Form, len(p.streams))
	if !complete {
		t.Errorf("the search has more solutions than there are inputs")
	}
	inSearch, inZ3 := set(found), p.asked(t, q.Form, sum)
	never := p.contradictory(t, sum)
	if never {
		sum.never++
	}
	said := p.interpreted(t)
	sum.predicates++
	if len(q.Opaque) > 0 {
		sum.opaque++
	}
	for j, s := range p.streams {
		want, err := w.Outcome(p.expr, p.vals[j])
		if err != nil {
			t.Fatalf("%s: %v", refine.Print(p.expr, w.Package()), err)
		}
		sum.pairs++
		sum.of[want]++
		key := fmt.Sprint(s)
		fail := func(who, what string) {
			t.Errorf("%s: %s, Eval says %c of", who, what, want)
			for i, v := range p.vars {
				t.Logf("\t%s = %s", v.Name, oracle.GoSource(v.Type, p.vals[j][i]))
			}
		}
		if got[j] != want {
			fail("Go", string(got[j]))
		}
		if never && want == 'T' {
			fail("the abstraction", "it has no solution")
		}
		lifted := want != 'F'
		if inSearch[key] != lifted && (lifted || len(q.Opaque) == 0) {
			fail("search", fmt.Sprint(inSearch[key]))
		}
		switch said[j] {
		case '?':
			sum.unclear++
		case 'T', 'F':
			if (said[j] == 'T') != lifted {
				fail("interpreter", string(said[j]))
			}
		}
		if inZ3 != nil && inZ3[key] != inSearch[key] {
			fail("Z3", fmt.Sprint(inZ3[key]))
		}
		if t.Failed() {
			return
		}
	}
	if !subset(found, p.streams) {
		t.Error("the search has solutions that are no inputs")
	}
}

// asked returns the solutions that Z3 finds, or nil if it gave up or is missing.
func (p *posed) asked(t *testing.T, f *form.Form, sum *agreement) map[string]bool {
	if sum.noSolver != nil {
		return nil
	}
	e, err := solve.New(f, solve.Options{RLimit: 40_000_000})
	if errors.Is(err, z3.ErrNoSolver) {
		sum.noSolver = err
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	var list [][]int64
	for x := range e.Solutions() {
		list = append(list, slices.Clone(x))
		if len(list) > len(p.streams) {
			break
		}
	}
	if _, undecided := errors.AsType[*solve.Undecided](e.Err()); undecided {
		sum.undecided++
		return nil
	}
	if e.Err() != nil {
		t.Fatal(e.Err())
	}
	if !subset(list, p.streams) {
		t.Error("Z3 has solutions that are no inputs")
	}
	return set(list)
}

func set(list [][]int64) map[string]bool {
	out := map[string]bool{}
	for _, s := range list {
		out[fmt.Sprint(s)] = true
	}
	return out
}

func subset(list, of [][]int64) bool {
	all := set(of)
	for _, s := range list {
		if !all[fmt.Sprint(s)] {
			return false
		}
	}
	return true
}

// TestMeaningsAlike meets two expressions that are written alike and differ in kind.
func TestMeaningsAlike(t *testing.T) {
	longtest.Only(t, "solves what a seed of another test finds")
	var sum agreement
	meanings(t, oracle.LoadWorld(t), rand.New(rand.NewPCG(6000059, 4)), &sum)
}
