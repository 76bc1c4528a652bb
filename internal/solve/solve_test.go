package solve

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/z3"
)

// open gives an engine, or skips the test in builds without a solver.
func open(t testing.TB, f *form.Form, opt Options) *Engine {
	t.Helper()
	e, err := New(f, opt)
	if errors.Is(err, z3.ErrNoSolver) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatalf("%v\n%v", err, f)
	}
	t.Cleanup(e.Close)
	return e
}

// first gives the first n solutions, all with n < 0.
func first(t testing.TB, e *Engine, p Part, n int) [][]int64 {
	t.Helper()
	var out [][]int64
	for s := range e.Within(p) {
		if len(out) == n {
			break
		}
		out = append(out, s)
	}
	if err := e.Err(); err != nil {
		t.Fatalf("%v\n%v", err, e.form)
	}
	return out
}

func TestRandomFormsAgreeWithBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	forms, solved, none := 0, 0, 0
	for forms < 200 {
		f := randomForm(rng)
		want, ok := bruteForce(f, 1500)
		if !ok || len(want) == 0 && none > forms/3 {
			continue
		}
		forms++
		if len(want) == 0 {
			none++
		}
		solved += len(want)
		e := open(t, f, aids(forms))
		if got := first(t, e, Part{}, -1); !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("form %d: got %d solutions, want %d\n got %v\nwant %v\n%v", forms, len(got), len(want), got, want, f)
		}
		if ok, err := e.Inhabited(Part{}); ok != (len(want) > 0) || err != nil {
			t.Fatalf("Inhabited() = %v, %v with %d solutions\n%v", ok, err, len(want), f)
		}
		e.Close()
	}
	if solved < 10*forms || none < forms/4 {
		t.Errorf("%d forms with %d solutions, %d without: too easy", forms, solved, none)
	}
}

// The native search and Z3 give the same solutions in the same order; these
// forms need not be small enough for brute force.
func TestAgreesWithSearch(t *testing.T) {
	const most = 500
	rng := rand.New(rand.NewPCG(11, 11))
	var forms []*form.Form
	for range 100 {
		forms = append(forms, randomForm(rng))
	}
	forms = append(forms, sortedList(4, 2), redBlack(3, 3), pigeons(5, 6), pigeons(6, 5))
	for i, f := range forms {
		native, err := search.New(f)
		if err != nil {
			t.Fatal(err)
		}
		var want [][]int64
		for s := range native.Solutions() {
			if len(want) == most {
				break
			}
			want = append(want, slices.Clone(s))
		}
		e := open(t, f, aids(i))
		if got := first(t, e, Part{}, most); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("form %d: Z3 gives %d solutions, the search %d\n%v\n%v\n%v", i, len(got), len(want), got, want, f)
		}
		e.Close()
	}
}

// rejecting is a test that nothing passes.
type rejecting struct{ form.Run }

func (r rejecting) Start(func(int32) (int64, bool)) form.Run { return r }
func (rejecting) Advance() form.Answer                       { return form.Fails }
func (rejecting) Save() int                                  { return 0 }
func (rejecting) Restore(int)                                {}
func (rejecting) Part() int                                  { return 0 }
func (rejecting) Spared(int, int64, int64)                   {}
func (rejecting) Steps() int64                               { return 0 }

// Z3 sees the terms of a form only, and so does the search that helps it.
func TestLeavesTestsAside(t *testing.T) {
	for i, f := range []*form.Form{sortedList(3, 2), redBlack(2, 3), pigeons(3, 4)} {
		e := open(t, f, aids(i+1))
		want := first(t, e, Part{}, -1)
		e.Close()
		tested := *f
		tested.Test = rejecting{}
		e = open(t, &tested, aids(i+1))
		if got := first(t, e, Part{}, -1); len(want) == 0 || !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("form %d: %d solutions where there is a test, %d without", i, len(got), len(want))
		}
		e.Close()
	}
}

// aids returns options with more or fewer aids for Z3.
func aids(i int) Options {
	return Options{Leaf: []int{1, 0, 4, 1000, 1}[i%5], Within: []int{-1, 0, 1, 3}[i%4], Shapes: []int{-1, 0, 2}[i%3]}
}

// arithmetic is a form over one variable of full width.
func arithmetic(v form.Var, root func(f *former, x int32) int32) *form.Form {
	f := &former{}
	x := f.add(v)
	f.Root = root(f, f.ref(x))
	f.Below = true
	return &f.Form
}

func (f *former) op(op form.Op, a int32, b int64) int32 {
	k := f.Nodes[a].Kind
	return f.node(op, k, 0, a, f.num(k, b))
}

func TestWideForms(t *testing.T) {
	full := func(k form.Kind) form.Var {
		in := all(k)
		return form.Var{Name: "x", Kind: k, Parent: -1, Dom: []form.Span{{Lo: in.lo.Int64(), Hi: int64(in.hi.Uint64())}}}
	}
	for _, c := range []struct {
		name string
		form *form.Form
		n    int
		want string
	}{
		{"square", arithmetic(ints("x", 0, 2000000), func(f *former, x int32) int32 {
			return f.pred(form.Eq, f.node(form.Mul, form.Int64, 0, x, x), f.num(form.Int64, 1522756))
		}), -1, "[[1234]]"},
		{"remainder", arithmetic(full(form.Int64), func(f *former, x int32) int32 {
			seven := f.pred(form.Eq, f.op(form.Rem, x, 1000), f.num(form.Int64, 7))
			return f.pred(form.And, seven, f.pred(form.Lt, f.num(form.Int64, 1<<40), x))
		}), 3, "[[1099511628007] [1099511629007] [1099511630007]]"},
		{"least integer", arithmetic(full(form.Int64), func(f *former, x int32) int32 {
			minus := f.node(form.Sub, form.Int64, 0, f.num(form.Int64, 0), x)
			return f.pred(form.And, f.pred(form.Eq, minus, x), f.pred(form.Not, f.pred(form.Eq, x, f.num(form.Int64, 0))))
		}), -1, fmt.Sprint([][]int64{{math.MinInt64}})},
		{"greatest unsigned", arithmetic(full(form.Uint64), func(f *former, x int32) int32 {
			return f.pred(form.Lt, f.op(form.Add, x, 2), x)
		}), -1, "[[-2] [-1]]"},
		{"by magnitude", arithmetic(full(form.Int64), func(f *former, x int32) int32 {
			return f.pred(form.Lt, f.num(form.Int64, 100), f.node(form.Mul, form.Int64, 0, x, x))
		}), 4, "[[11] [-11] [12] [-12]]"},
		{"wrapping product", arithmetic(full(form.Int32), func(f *former, x int32) int32 {
			return f.pred(form.Eq, f.op(form.Mul, x, 3), f.num(form.Int32, 1))
		}), -1, "[[-1431655765]]"},
		{"nothing", arithmetic(full(form.Int64), func(f *former, x int32) int32 {
			return f.pred(form.Eq, f.op(form.Rem, f.op(form.Mul, x, 2), 4), f.num(form.Int64, 1))
		}), -1, "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := open(t, c.form, Options{})
			if got := fmt.Sprint(first(t, e, Part{}, c.n)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// pigeons is a form that puts n pigeons into m holes, one in each.
func pigeons(n, m int) *form.Form {
	f := &former{}
	var apart, refs []int32
	for i := range n {
		p := form.Var{Name: fmt.Sprintf("p%d", i), Kind: form.Int8, Parent: -1}
		for h := range m {
			p.Choice = append(p.Choice, form.Alt{Value: int64(h), Size: 1})
		}
		ref := f.ref(f.add(p))
		for _, other := range refs {
			apart = append(apart, f.pred(form.Not, f.pred(form.Eq, other, ref)))
		}
		refs = append(refs, ref)
	}
	f.Root = f.all(apart)
	return &f.Form
}

func TestPigeonholes(t *testing.T) {
	if got := first(t, open(t, pigeons(8, 7), Options{}), Part{}, -1); len(got) > 0 {
		t.Errorf("8 pigeons in 7 holes: %v", got)
	}
	e := open(t, pigeons(4, 4), Options{})
	if got := first(t, e, Part{}, -1); len(got) != 24 || fmt.Sprint(got[0], got[23]) != "[0 1 2 3] [3 2 1 0]" {
		t.Errorf("4 pigeons in 4 holes: %v", got)
	}
	if got := first(t, e, Part{Sized: true, Size: 4, Shape: []int64{2, 0}}, -1); fmt.Sprint(got) != "[[2 0 1 3] [2 0 3 1]]" {
		t.Errorf("with the first two in holes 2 and 0: %v", got)
	}
	for _, p := range []Part{{Sized: true, Size: 3}, {Shape: []int64{1, 1}}} {
		if ok, err := e.Inhabited(p); ok || err != nil {
			t.Errorf("Inhabited(%v) = %v, %v", p, ok, err)
		}
	}
	for _, p := range []Part{{Shape: []int64{4}}, {Shape: []int64{0, 1, 2, 3, 0}}} {
		if _, err := e.Inhabited(p); err == nil {
			t.Errorf("Inhabited(%v) finds nothing wrong", p)
		}
	}
}

func TestCountsOfStructures(t *testing.T) {
	for _, c := range []struct {
		name string
		form *form.Form
		want int
	}{
		// The multisets of up to 3 of 7 integers: 1 + 7 + 28 + 84.
		{"sorted lists", sortedList(3, 3), 120},
		{"red-black trees", redBlack(3, 1), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.want == 0 {
				all, ok := bruteForce(c.form, 50_000_000)
				if c.want = len(all); !ok || c.want == 0 {
					t.Fatal("no brute force")
				}
			}
			var before [][]int64
			for _, leaf := range []int{1, 0} {
				got := first(t, open(t, c.form, Options{Leaf: leaf}), Part{}, -1)
				if len(got) != c.want || before != nil && !slices.EqualFunc(got, before, slices.Equal) {
					t.Errorf("leaf %d: %d solutions, want %d", leaf, len(got), c.want)
				}
				before = got
			}
		})
	}
}

// Everything that Z3 cannot decide is reported.
func TestUndecided(t *testing.T) {
	f := pigeons(12, 11)
	e := open(t, f, Options{RLimit: 30000})
	var undecided *Undecided
	if _, err := e.Inhabited(Part{}); !errors.As(err, &undecided) || undecided.Where != "the whole form" || undecided.Reason == "" {
		t.Errorf("Inhabited: %v", err)
	}
	product := arithmetic(ints("x", 2, 1<<31-1), func(f *former, x int32) int32 {
		y := f.ref(f.add(ints("y", 2, 1<<31-1)))
		p := f.node(form.Mul, form.Int64, 0, x, y)
		return f.pred(form.Eq, p, f.num(form.Int64, 2147483629*2147483587))
	})
	e = open(t, product, Options{RLimit: 100000})
	for s := range e.Solutions() {
		t.Errorf("solution %v", s)
	}
	if !errors.As(e.Err(), &undecided) || undecided.Where != "size 0" || !undecided.Part.Sized {
		t.Errorf("Err() = %v", e.Err())
	}
	if e.Stats().Holes != 1 || e.Stats().Unknown == 0 {
		t.Errorf("stats %+v", e.Stats())
	}
}

// If Z3 cannot decide a size or a shape, its solutions are not lost: the shapes and values below are
// asked one by one.
func TestUnknownIsSplit(t *testing.T) {
	e := open(t, pigeons(3, 3), Options{RLimit: 1})
	want := first(t, open(t, pigeons(3, 3), Options{}), Part{}, -1)
	if got := first(t, e, Part{}, -1); !slices.EqualFunc(got, want, slices.Equal) || len(got) != 6 {
		t.Errorf("got %v, want %v", got, want)
	}
	if e.Stats().Unknown == 0 {
		t.Error("nothing was unknown")
	}
}

// No more checks are made after the given number of those without an answer.
func TestUnknownChecks(t *testing.T) {
	counts := map[int64]Stats{}
	for _, most := range []int64{0, 3} {
		e := open(t, pigeons(12, 11), Options{RLimit: 1, Unknown: most, Checks: 50, Shapes: -1})
		for s := range e.Solutions() {
			t.Errorf("solution %v", s)
		}
		if undecided := (*Undecided)(nil); !errors.As(e.Err(), &undecided) {
			t.Errorf("at most %d: %v", most, e.Err())
		}
		counts[most] = e.Stats()
	}
	if counts[0].Unknown <= 3 || counts[3].Unknown != 3 {
		t.Errorf("%+v", counts)
	}
}

func TestInterrupt(t *testing.T) {
	e := open(t, sortedList(4, 4), Options{Leaf: 1})
	n := 0
	for range e.Solutions() {
		if n++; n == 10 {
			e.Interrupt()
		}
	}
	if !errors.Is(e.Err(), z3.ErrInterrupted) || n > 11 {
		t.Errorf("after %d solutions: %v", n, e.Err())
	}
}

// TestQuitTranslation ends the translation wherever it checks for the end, in the form and on its way
// to Z3.
func TestQuitTranslation(t *testing.T) {
	f := pigeons(1, 1)
	for i := range 1000 {
		f.Vars = append(f.Vars, form.Var{Name: fmt.Sprint("v", i), Kind: form.Int8, Parent: -1})
		for h := range 100 {
			f.Vars[i+1].Choice = append(f.Vars[i+1].Choice, form.Alt{Value: int64(h), Size: int32(h % 3)})
		}
	}
	all := 0
	open(t, f, Options{Quit: func() bool { all++; return false }})
	if all < 10 {
		t.Fatalf("asked %d times", all)
	}
	for _, end := range []int{1, 2, all / 2, all - 1, all} {
		asked := 0
		e, err := New(f, Options{Quit: func() bool { asked++; return asked >= end }})
		if !errors.Is(err, z3.ErrInterrupted) || asked != end {
			t.Errorf("asked %d times of %d: %v", asked, end, err)
		}
		if err == nil {
			e.Close()
		}
	}
}

func TestStopping(t *testing.T) {
	e := open(t, sortedList(4, 4), Options{Leaf: 1})
	want := first(t, e, Part{}, -1)
	for _, n := range []int{0, 1, 7} {
		if got := first(t, e, Part{}, n); !slices.EqualFunc(got, want[:n], slices.Equal) {
			t.Errorf("first %d: %v", n, got)
		}
	}
}

// The script says the same to Z3's own reader of SMT-LIB.
func TestScript(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 60 {
		f := randomForm(rng)
		e := open(t, f, Options{})
		want, err := e.Inhabited(Part{})
		if err != nil {
			t.Fatal(err)
		}
		text, err := Script(f)
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.context.Solver(z3.Config{})
		if err == nil {
			err = s.AssertScript(text)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if status, err := s.Check(); err != nil || (status == z3.Sat) != want {
			t.Fatalf("the script is %v, %v, the form inhabited: %v\n%v\n%s", status, err, want, f, text)
		}
		e.Close()
	}
}

func TestNewRejects(t *testing.T) {
	f := sortedList(2, 2)
	f.Root = 1000
	if _, err := New(f, Options{}); err == nil {
		t.Error("a form without root is accepted")
	}
}
