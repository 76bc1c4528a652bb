package search

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
	"github.com/rtest-dev/rtest/internal/search/automaton"
)

// parts describes a solution: its size and the values of its choice variables.
func parts(t *testing.T, f *form.Form, stream []int64) (size int32, shape []int64) {
	t.Helper()
	vals := make([]int64, len(f.Vars))
	_, size, err := f.Assign(stream, vals)
	if err != nil {
		t.Fatal(err)
	}
	real := make([]bool, len(f.Vars))
	for i := range f.Vars {
		v := &f.Vars[i]
		real[i] = v.Parent < 0 || real[v.Parent] && v.When.Lo <= vals[v.Parent] && vals[v.Parent] <= v.When.Hi
		if real[i] && len(v.Choice) > 0 {
			shape = append(shape, vals[i])
		}
	}
	return size, shape
}

func hasPrefix(s, prefix []int64) bool {
	return len(s) >= len(prefix) && slices.Equal(s[:len(prefix)], prefix)
}

// TestOptions restricts searches of random forms and compares with the remaining solutions. A search
// that stalls continues after each Stall, with the gap filled by brute force.
func TestOptions(t *testing.T) {
	stalls := 0
	for seed := range 5000 {
		r := rand.New(rand.NewSource(int64(seed)))
		f := randomForm(r)
		all := naive(t, f)
		if len(all) == 0 {
			continue
		}
		check := func(what string, o Options, got [][]int64, want [][]int64) {
			t.Helper()
			if !slices.EqualFunc(got, want, slices.Equal[[]int64]) {
				t.Fatalf("seed %d, %s %+v: got %v, want %v\n%v", seed, what, o, got, want, f)
			}
		}
		keep := func(in func(size int32, shape []int64) bool) (out [][]int64) {
			for _, x := range all {
				if in(parts(t, f, x)) {
					out = append(out, x)
				}
			}
			return out
		}
		n := r.Intn(len(all) + 1)
		o := Options{Skip: int64(n)}
		check("skip", o, collect(t, f, o, 0), all[n:])

		size, shape := parts(t, f, all[r.Intn(len(all))])
		o = Options{Size: size, OneSize: true}
		check("size", o, collect(t, f, o, 0), keep(func(s int32, _ []int64) bool { return s == size }))
		o = Options{Size: size}
		check("sizes from", o, collect(t, f, o, 0), keep(func(s int32, _ []int64) bool { return s >= size }))
		o = Options{Shape: shape[:r.Intn(len(shape)+1)]}
		check("shape", o, collect(t, f, o, 0), keep(func(_ int32, s []int64) bool { return hasPrefix(s, o.Shape) }))

		got, k := withStalls(t, f, all, int64(1+r.Intn(4)))
		check("stalls", Options{}, got, all)
		stalls += k
	}
	if stalls < 60 {
		t.Errorf("only %d stalls", stalls)
	}
}

func withStalls(t *testing.T, f *form.Form, all [][]int64, limit int64) (got [][]int64, stalls int) {
	t.Helper()
	s, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	s.Options.Stall = limit
	for {
		var here [][]int64
		for x := range s.Solutions() {
			here = append(here, slices.Clone(x))
		}
		got = append(got, here...)
		st := s.Stalled()
		if st == nil {
			return got, stalls
		}
		stalls++
		done := st.Yielded
		for _, x := range all {
			size, shape := parts(t, f, x)
			if size != st.Size || !hasPrefix(shape, st.Shape) {
				continue
			}
			if st.Whole && !slices.Equal(shape, st.Shape) {
				t.Fatalf("%+v is not the whole of %v", st, shape)
			}
			if done--; done < 0 {
				got = append(got, x)
			}
		}
		s.Options.Size, s.Options.After = st.Size, st.Shape
	}
}

// TestBreak stops a search and runs it again.
func TestBreak(t *testing.T) {
	s, err := New(formtest.RedBlackTrees(3, true, 3))
	if err != nil {
		t.Fatal(err)
	}
	var first, again []string
	for x := range s.Solutions() {
		first = append(first, fmt.Sprint(x))
	}
	for range s.Solutions() {
		break
	}
	if n := s.Stats().Solutions; n != 1 {
		t.Errorf("%d solutions counted when the loop was left at the first", n)
	}
	for x := range s.Solutions() {
		again = append(again, fmt.Sprint(x))
	}
	if !slices.Equal(first, again) || len(first) == 0 {
		t.Errorf("the second search differs: %d and %d solutions", len(first), len(again))
	}
}

// TestWide: domains that cannot be listed.
func TestWide(t *testing.T) {
	const top = 1<<63 - 1
	full := []form.Span{{Lo: -top - 1, Hi: top}}
	for _, c := range []struct {
		name string
		dom  []form.Span
		kind form.Kind
		asc  bool
		root func(b *formtest.Builder, x int32) int32
		n    int // number of solutions to ask for
		want []int64
	}{
		{"order", full, form.Int64, false, func(b *formtest.Builder, x int32) int32 { return b.Truth(true) }, 5, []int64{0, 1, -1, 2, -2}},
		{"ascending", full, form.Int64, true, func(b *formtest.Builder, x int32) int32 { return b.Truth(true) }, 2,
			[]int64{-top - 1, -top}},
		{"unsigned", []form.Span{{Lo: 0, Hi: 2}, {Lo: -4, Hi: -1}}, form.Uint64, false, func(b *formtest.Builder, x int32) int32 {
			return b.Not(b.Eq(x, b.Add(form.Node{Op: form.Const, Kind: form.Uint64, Val: 1})))
		}, 9, []int64{0, 2, -4, -3, -2, -1}},
		{"upper end", full, form.Int64, false, func(b *formtest.Builder, x int32) int32 { return b.Lt(b.Num(top-2), x) }, 9,
			[]int64{top - 1, top}},
		{"wraps", full, form.Int64, false, func(b *formtest.Builder, x int32) int32 {
			return b.And(b.Lt(b.Sum(x, b.Num(2)), x), b.Lt(x, b.Num(top)), b.Lt(b.Num(top-50), x))
		}, 9, []int64{top - 1}},
		{"holes", []form.Span{{Lo: -1000, Hi: -400}, {Lo: 7, Hi: 8}, {Lo: 500, Hi: 501}}, form.Int64, false, func(b *formtest.Builder, x int32) int32 {
			return b.Not(b.Eq(x, b.Num(500)))
		}, 5, []int64{7, 8, -400, -401, -402}},
		{"between", full, form.Int64, false, func(b *formtest.Builder, x int32) int32 {
			return b.And(b.Le(b.Num(-3), x), b.Le(x, b.Num(2)), b.Not(b.Eq(x, b.Num(0))))
		}, 9, []int64{1, -1, 2, -2, -3}},
		{"creeping", full, form.Int64, false, func(b *formtest.Builder, x int32) int32 {
			y := b.Ref(b.Variable(form.Var{Name: "y", Kind: form.Int64, Parent: -1, Dom: full}))
			return b.And(b.Lt(x, y), b.Lt(y, b.Num(7)), b.Lt(b.Num(5), x))
		}, 9, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := formtest.New(0, true)
			x := b.Variable(form.Var{Name: "x", Kind: c.kind, Parent: -1, Dom: c.dom, Ascending: c.asc, Default: c.dom[0].Lo})
			s, err := New(b.Build(c.root(b, b.Ref(x))))
			if err != nil {
				t.Fatal(err)
			}
			var got []int64
			for y := range s.Solutions() {
				if got = append(got, y[0]); len(got) == c.n {
					break
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// TestStallInData: x < y and y < x over all integers cannot be refuted by
// narrowing; the search must give up and say where.
func TestStallInData(t *testing.T) {
	const top = 1<<63 - 1
	b := formtest.New(0, true)
	p := b.Variable(form.Var{Name: "p", Kind: form.Int64, Parent: -1, Choice: []form.Alt{{Value: 1, Size: 3}}, Default: 1})
	x := b.Ref(b.Variable(form.Var{Name: "x", Kind: form.Int64, Parent: p, When: form.Span{Lo: 1, Hi: 1}, Dom: []form.Span{{Lo: -top - 1, Hi: top}}}))
	y := b.Ref(b.Variable(form.Var{Name: "y", Kind: form.Int64, Parent: p, When: form.Span{Lo: 1, Hi: 1}, Dom: []form.Span{{Lo: -top - 1, Hi: top}}}))
	s, err := New(b.Build(b.And(b.Lt(x, y), b.Lt(y, x))))
	if err != nil {
		t.Fatal(err)
	}
	s.Options.Stall = 100
	for z := range s.Solutions() {
		t.Fatalf("solution %v", z)
	}
	st := s.Stalled()
	if st == nil || st.Size != 3 || !slices.Equal(st.Shape, []int64{1}) || !st.Whole || st.Yielded != 0 {
		t.Errorf("stalled at %+v", st)
	}
	if n := s.Stats().Failures; n != 100 {
		t.Errorf("%d failures", n)
	}
}

// TestQuit ends a search on whose way nothing fails: 2000 parts, each there or
// not.
func TestQuit(t *testing.T) {
	b := formtest.New(0, true)
	for i := range 2000 {
		b.Variable(form.Var{Name: fmt.Sprint("p", i), Kind: form.Int64, Parent: -1, Choice: []form.Alt{{Value: 0, Level: 0, Size: 0}, {Value: 1, Level: 0, Size: 1}}})
	}
	b.Root = b.Truth(true)
	s, err := New(&b.Form)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	s.Options = Options{Size: 1000, Quit: func() bool { asked++; return asked == 2 }}
	for range s.Solutions() {
		t.Fatal("a solution before the search was asked to end")
	}
	if st := s.Stats(); asked != 2 || s.Stalled() == nil || st.Decisions > 2*quitEvery {
		t.Errorf("asked %d times, %d decisions, stall %v", asked, st.Decisions, s.Stalled())
	}
}

// TestQuitSample ends a drawing: before it begins, between two sizes, and before a solution without
// failures. Each size is asked at most once more.
func TestQuitSample(t *testing.T) {
	const parts = 500
	b := formtest.New(0, true)
	for i := range parts {
		b.Variable(form.Var{Name: fmt.Sprint("p", i), Kind: form.Int64, Parent: -1, Choice: []form.Alt{{Value: 0, Level: 0, Size: 0}, {Value: 1, Level: 0, Size: 1}}})
	}
	b.Root = b.Truth(true)
	for _, rare := range []bool{false, true} {
		for _, end := range []int{1, 2, 50} {
			s, err := New(&b.Form)
			if err != nil {
				t.Fatal(err)
			}
			asked := 0
			streams, all := s.Sample(Draw{Count: 1000, Rare: rare, Quit: func() bool { asked++; return asked >= end }})
			if len(streams) > end || all || asked > end+parts+2 {
				t.Errorf("asked %d times where %d was the last, %d solutions, all: %t", asked, end, len(streams), all)
			}
		}
	}
}

// TestQuitSpread ends a spread on whose way nothing fails: numbers that all go
// together.
func TestQuitSpread(t *testing.T) {
	s, err := New(formtest.SortedLists(6, true, 6, -9, 9, ""))
	if err != nil {
		t.Fatal(err)
	}
	asked, n := 0, 0
	s.Options = Options{Quit: func() bool { asked++; return true }}
	for range s.Spread(6, 20_000) {
		n++
	}
	if asked == 0 || n > 2*quitEvery {
		t.Errorf("asked %d times, %d solutions", asked, n)
	}
}

// TestQuitTrees ends a spread over large shapes, each of which is drawn in many steps.
func TestQuitTrees(t *testing.T) {
	s, err := New(formtest.FullTrees(12))
	if err != nil {
		t.Fatal(err)
	}
	s.automate()
	for _, size := range []int32{sharedSmall - 1, sharedSmall + 1, 501} {
		asked := 0
		s.Options = Options{Quit: func() bool { asked++; return true }}
		if !s.readyTrees(size) {
			t.Fatal("no trees of size ", size)
		}
		steps := s.trees.Steps
		texts := s.drawTrees(size, 1<<16)
		texts = append(texts, s.evenTrees(size, 1<<16)...)
		if steps = s.trees.Steps - steps; asked == 0 || len(texts) > 0 || steps > 3*automaton.TreesSteps {
			t.Errorf("size %d: asked %d times, %d trees in %d steps", size, asked, len(texts), steps)
		}
	}
}

// TestQuitTable ends the search of one component for a table: nothing is yielded on the way,
// and each failure is followed by a solution of the component.
func TestQuitTable(t *testing.T) {
	const most = 1 << 20
	b := formtest.New(0, true)
	wide := []form.Span{{Lo: 0, Hi: most}}
	b.Variable(form.Var{Name: "f", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: 9}}, Ascending: true})
	b.Variable(form.Var{Name: "x", Kind: form.Int64, Parent: -1, Dom: wide, Ascending: true})
	b.Variable(form.Var{Name: "g", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: 9}}, Ascending: true})
	b.Variable(form.Var{Name: "y", Kind: form.Int64, Parent: -1, Dom: wide, Ascending: true})
	x, y := b.Ref(1), b.Ref(3)
	square := b.Add(form.Node{Op: form.Mul, Kind: form.Int64, Args: []int32{x, x}})
	b.Root = b.Le(square, b.Add(form.Node{Op: form.Mul, Kind: form.Int64, Args: []int32{y, y}}))
	for _, end := range []int{1, 2, 20} {
		s, err := New(&b.Form)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		s.Options = Options{Quit: func() bool { asked++; return asked >= end }}
		for range s.Solutions() {
			t.Fatal("a solution before the search was asked to end")
		}
		if st := s.Stats(); asked != end || s.Stalled() == nil || st.Decisions > int64(end+1)*quitEvery {
			t.Errorf("asked %d times of %d, %d decisions, stall %v", asked, end, st.Decisions, s.Stalled())
		}
	}
}
