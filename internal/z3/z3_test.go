package z3_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/smt"
	"github.com/rtest-dev/rtest/internal/z3"
)

// open gives a solver, or skips the test in builds without one.
func open(t testing.TB, cfg z3.Config) (*z3.Context, *z3.Solver) {
	t.Helper()
	ctx, err := z3.Open()
	if errors.Is(err, z3.ErrNoSolver) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(ctx.Close)
	s, err := ctx.Solver(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return ctx, s
}

func check(t testing.TB, s *z3.Solver, want z3.Status, assume ...*smt.Term) {
	t.Helper()
	got, err := s.Check(assume...)
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Fatalf("check: %v %s, want %v", got, s.Reason(), want)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func configs() []z3.Config {
	return []z3.Config{{}, {Kind: z3.Simple}, {Kind: z3.ForLogic, Logic: "QF_BV"}, {Kind: z3.ForLogic, Logic: "QF_FD"}}
}

func TestVersion(t *testing.T) {
	version, err := z3.Version()
	if errors.Is(err, z3.ErrNoSolver) {
		t.Skip(err)
	}
	if err != nil || !strings.HasPrefix(version, "4.") {
		t.Errorf("Version() = %q, %v", version, err)
	}
}

func TestModelAndCore(t *testing.T) {
	for _, cfg := range configs() {
		_, s := open(t, cfg)
		var st smt.Store
		byteSort := smt.BitVec(8)
		x, y := st.Var("x", byteSort), st.Var("y", byteSort)
		p, q, r := st.Var("p", smt.Bool), st.Var("q", smt.Bool), st.Var("r", smt.Bool)
		must(t, s.Assert(
			st.Eq(st.Apply(smt.BVMul, x, y), st.Num(143, byteSort)),
			st.Apply(smt.BVULt, x, st.Num(16, byteSort)), st.Apply(smt.BVULt, y, st.Num(16, byteSort)),
			st.Implies(p, st.Apply(smt.BVULt, x, y)),
			st.Implies(q, st.Apply(smt.BVULt, y, x))))
		check(t, s, z3.Sat, p, st.Not(r))
		m, err := s.Model([]*smt.Term{x, y, p, r})
		must(t, err)
		if got := m.String(); got != "p = 1\nr = 0\nx = 11\ny = 13" {
			t.Errorf("%v: model %q", cfg, got)
		}
		words := make([]uint64, 3)
		must(t, s.Words([]*smt.Term{x, y, p}, words))
		if fmt.Sprint(words) != "[11 13 1]" {
			t.Errorf("%v: words %v", cfg, words)
		}
		check(t, s, z3.Unsat, p, r, q)
		core, err := s.Core()
		must(t, err)
		if fmt.Sprint(core) != "[|p| |q|]" {
			t.Errorf("%v: core %v", cfg, core)
		}
	}
}

func TestIntegers(t *testing.T) {
	_, s := open(t, z3.Config{})
	var st smt.Store
	x, y := st.Var("x", smt.Int), st.Var("y", smt.Int)
	wide := new(big.Int).Lsh(big.NewInt(-1), 70)
	must(t, s.Assert(
		st.Eq(st.Apply(smt.Add, x, y), st.Number(wide, smt.Int)),
		st.Eq(st.Apply(smt.Sub, x, y), st.Num(2, smt.Int))))
	check(t, s, z3.Sat)
	m, err := s.Model([]*smt.Term{x})
	must(t, err)
	want := new(big.Int).Add(new(big.Int).Rsh(wide, 1), big.NewInt(1))
	if m[x].Cmp(want) != 0 {
		t.Errorf("x = %v, want %v", m[x], want)
	}
}

// pigeons asserts that n+1 pigeons sit in n holes, one in each.
func pigeons(t testing.TB, s *z3.Solver, st *smt.Store, n int) {
	var asserts []*smt.Term
	in := func(p, h int) *smt.Term { return st.Var(fmt.Sprintf("p%dh%d", p, h), smt.Bool) }
	for p := range n + 1 {
		var holes []*smt.Term
		for h := range n {
			holes = append(holes, in(p, h))
			for other := range p {
				asserts = append(asserts, st.Or(st.Not(in(p, h)), st.Not(in(other, h))))
			}
		}
		asserts = append(asserts, st.Or(holes...))
	}
	must(t, s.Assert(asserts...))
}

func TestRLimitIsUnknown(t *testing.T) {
	for _, cfg := range configs() {
		cfg.RLimit = 20000
		_, s := open(t, cfg)
		var st smt.Store
		pigeons(t, s, &st, 12)
		check(t, s, z3.Unknown)
		if s.Reason() == "" {
			t.Errorf("%v: no reason", cfg)
		}
		// The limit is that of each check: the next one has it anew.
		check(t, s, z3.Unknown)
	}
}

func TestInterrupt(t *testing.T) {
	for _, cfg := range configs() {
		ctx, s := open(t, cfg)
		var st smt.Store
		pigeons(t, s, &st, 40)
		started, ended := make(chan bool), make(chan error)
		go func() {
			started <- true
			_, err := s.Check()
			ended <- err
		}()
		<-started
		ctx.Interrupt()
		if err := <-ended; !errors.Is(err, z3.ErrInterrupted) {
			t.Errorf("%v: check ended with %v", cfg, err)
		}
		if _, err := s.Check(); !errors.Is(err, z3.ErrInterrupted) {
			t.Errorf("%v: the next check ended with %v", cfg, err)
		}
	}
}

func TestErrors(t *testing.T) {
	ctx, s := open(t, z3.Config{})
	var st smt.Store
	p, x := st.Var("p", smt.Bool), st.Var("x", smt.BitVec(4))
	for name, err := range map[string]error{
		"ill-sorted":    s.Assert(st.Apply(smt.BVAdd, p, x)),
		"not a Bool":    s.Assert(x),
		"script":        s.AssertScript("(assert (nonsense))"),
		"parameter":     func() error { _, err := ctx.Solver(z3.Config{Params: []z3.Param{{"no_such", "1"}}}); return err }(),
		"no model":      func() error { _, err := s.Model([]*smt.Term{p}); return err }(),
		"no assumption": func() error { return s.Words([]*smt.Term{p}, nil) }(),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	must(t, s.Assert(p))
	check(t, s, z3.Sat)
	s.Close()
	s.Close()
	ctx.Close()
	ctx.Close()
	if err := s.Assert(p); err == nil {
		t.Error("a closed solver takes assertions")
	}
	if _, err := ctx.Solver(z3.Config{}); err == nil {
		t.Error("a closed context makes solvers")
	}
}

// Every operation means the same to smt.Eval and to Z3, whether it comes
// through the C interface or as text.
func TestAgreesWithEval(t *testing.T) {
	ctx, _ := open(t, z3.Config{})
	rng := rand.New(rand.NewPCG(1, 1))
	for range longtest.Cases(60, 300) {
		g := generator{rng: rng}
		term := g.term(smt.Bool, 6)
		model := g.model()
		want, err := smt.Eval(term, model)
		if err != nil {
			continue // an integer divided by zero
		}
		var asserts []*smt.Term
		for _, v := range g.vars {
			asserts = append(asserts, g.st.Eq(v, g.st.Number(model[v], v.Sort())))
		}
		status := z3.Unsat
		if want.Sign() != 0 {
			status = z3.Sat
		}
		asserts = append(asserts, term)
		for _, assert := range []func(*z3.Solver) error{
			func(s *z3.Solver) error { return s.Assert(asserts...) },
			func(s *z3.Solver) error { return s.AssertScript(smt.Script{Asserts: asserts}.String()) },
		} {
			s, err := ctx.Solver(z3.Config{})
			must(t, err)
			must(t, assert(s))
			got, err := s.Check()
			if got != status || err != nil {
				t.Fatalf("%v %v, want %v\nterm %v\nmodel %v", got, err, status, term, model)
			}
			s.Close()
		}
	}
}

// A generator makes random well-sorted terms.
type generator struct {
	st   smt.Store
	rng  *rand.Rand
	vars []*smt.Term
}

func (g *generator) model() smt.Model {
	m := make(smt.Model)
	for _, v := range g.vars {
		n := g.rng.Int64N(16)
		if v.Sort() == smt.Bool {
			n %= 2
		} else if w := v.Sort().Width(); w > 0 {
			n = g.rng.Int64N(1 << w)
		}
		m[v] = big.NewInt(n)
	}
	return m
}

func (g *generator) leaf(sort smt.Sort) *smt.Term {
	if g.rng.IntN(3) == 0 {
		return g.st.Num(g.rng.Int64N(2), sort)
	}
	v := g.st.Var(fmt.Sprintf("v%d %v", g.rng.IntN(3), sort), sort)
	for _, old := range g.vars {
		if old == v {
			return v
		}
	}
	g.vars = append(g.vars, v)
	return v
}

func (g *generator) term(sort smt.Sort, depth int) *smt.Term {
	if depth == 0 {
		return g.leaf(sort)
	}
	sub := func(sort smt.Sort) *smt.Term { return g.term(sort, depth-1) }
	if g.rng.IntN(6) == 0 {
		return g.st.Ite(sub(smt.Bool), sub(sort), sub(sort))
	}
	pick := func(ops ...smt.Op) smt.Op { return ops[g.rng.IntN(len(ops))] }
	switch w := sort.Width(); {
	case sort == smt.Int:
		op := pick(smt.Neg, smt.Add, smt.Sub, smt.Mul, smt.Div, smt.Mod)
		if op == smt.Neg {
			return g.st.Apply(op, sub(sort))
		}
		return g.st.Apply(op, sub(sort), sub(sort))
	case w > 0:
		return g.bits(w, sub, pick)
	}
	bv := smt.BitVec(1 + g.rng.IntN(6))
	switch op := pick(smt.Not, smt.And, smt.Or, smt.Eq, smt.Distinct, smt.Lt, smt.Le,
		smt.BVULt, smt.BVULe, smt.BVSLt, smt.BVSLe); op {
	case smt.Not:
		return g.st.Not(sub(smt.Bool))
	case smt.And, smt.Or:
		return g.st.Apply(op, sub(smt.Bool), sub(smt.Bool), sub(smt.Bool))
	case smt.Lt, smt.Le:
		return g.st.Apply(op, sub(smt.Int), sub(smt.Int))
	case smt.Eq:
		return g.st.Eq(sub(bv), sub(bv))
	case smt.Distinct:
		return g.st.Apply(op, sub(bv), sub(bv), sub(bv))
	default:
		return g.st.Apply(op, sub(bv), sub(bv))
	}
}

func (g *generator) bits(w int, sub func(smt.Sort) *smt.Term, pick func(...smt.Op) smt.Op) *smt.Term {
	sort := smt.BitVec(w)
	switch op := pick(smt.BVNot, smt.BVNeg, smt.BVAnd, smt.BVOr, smt.BVXor, smt.BVAdd, smt.BVSub, smt.BVMul,
		smt.BVUDiv, smt.BVURem, smt.BVSDiv, smt.BVSRem, smt.BVShl, smt.BVLShr, smt.BVAShr,
		smt.Concat, smt.Extract, smt.ZeroExt, smt.SignExt); op {
	case smt.BVNot, smt.BVNeg:
		return g.st.Apply(op, sub(sort))
	case smt.Concat:
		if w == 1 {
			return sub(sort)
		}
		return g.st.Apply(op, sub(smt.BitVec(1)), sub(smt.BitVec(w-1)))
	case smt.Extract:
		return g.st.Extract(w, 1, sub(smt.BitVec(w+1)))
	case smt.ZeroExt:
		return g.st.ZeroExt(w-1, sub(smt.BitVec(1)))
	case smt.SignExt:
		return g.st.SignExt(w-1, sub(smt.BitVec(1)))
	default:
		return g.st.Apply(op, sub(sort), sub(sort))
	}
}

// TestQuitTerms ends the making of terms for Z3. Those that were made are of use when they
// are asked for again.
func TestQuitTerms(t *testing.T) {
	const long = 100_000
	ctx, s := open(t, z3.Config{})
	var st smt.Store
	x := st.Var("x", smt.BitVec(32))
	sum := x
	for i := range int64(long) {
		sum = st.Apply(smt.BVXor, sum, st.Num(i, smt.BitVec(32)))
	}
	equal := st.Eq(sum, st.Num(0, smt.BitVec(32)))
	for end := 1; ; end++ {
		asked := 0
		ctx.Quit = func() bool { asked++; return true }
		err := s.Assert(equal)
		if err == nil && asked == 0 && end > 5 {
			break
		}
		if !errors.Is(err, z3.ErrInterrupted) || asked != 1 {
			t.Fatalf("run %d: asked %d times, %v", end, asked, err)
		}
	}
	check(t, s, z3.Sat)
	check(t, s, z3.Sat, st.Eq(st.Var("y", smt.Bool), st.Bool(true)))
	value := int64(0)
	for i := range int64(long) {
		value ^= i
	}
	must(t, s.Assert(st.Not(st.Eq(x, st.Num(value, smt.BitVec(32))))))
	check(t, s, z3.Unsat)
}
