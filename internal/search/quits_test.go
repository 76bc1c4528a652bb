package search

import (
	"iter"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// TestQuitWork ends a search in which each failure takes many steps: it checks for the end after a
// certain work, not only after failures.
func TestQuitWork(t *testing.T) {
	const long = 20_000
	b := formtest.New(0, true)
	b.Variable(form.Var{Name: "x", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: 1 << 40}}, Ascending: true})
	x := b.Ref(0)
	h := x
	for i := range long {
		h = b.Add(form.Node{Op: form.BitXor, Kind: form.Int64, Args: []int32{b.Sum(h, x), b.Num(int64(i))}})
	}
	b.Root = b.Eq(b.Add(form.Node{Op: form.Rem, Kind: form.Int64, Args: []int32{h, b.Num(1 << 30)}}), b.Num(12345))
	for _, end := range []int{1, 3} {
		s, err := New(&b.Form)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		s.Options = Options{Quit: func() bool { asked++; return asked >= end }}
		for range s.Solutions() {
		}
		if st := s.Stats(); asked != end || s.Stalled() == nil || st.Work > int64(end+1)*(quitWork+4*long) {
			t.Errorf("asked %d times of %d, %d decisions, work %d", asked, end, st.Decisions, st.Work)
		}
	}
}

// TestQuitCollect ends a search whose test holds for all that it reads, so that nothing
// is rejected, while solutions are gathered to be sorted.
func TestQuitCollect(t *testing.T) {
	b := formtest.New(0, true)
	for _, name := range []string{"x", "y"} {
		b.Variable(form.Var{Name: name, Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: 1 << 20}}, Ascending: true})
	}
	test := *b
	y := test.Ref(1)
	test.Root = test.Le(y, y)
	b.Root, b.Test = b.Truth(true), &termTest{f: &test.Form}
	for _, end := range []int{1, 2, 5} {
		s, err := New(&b.Form)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		s.Options = Options{Quit: func() bool { asked++; return asked >= end }}
		for range s.Solutions() {
			t.Fatal("a solution before the search was asked to end")
		}
		if st := s.Stats(); asked != end || s.Stalled() == nil || len(s.predicate.keys) > end*quitEvery*2 {
			t.Errorf("asked %d times of %d, %d numbers kept, stall %v", asked, end, len(s.predicate.keys), st)
		}
	}
}

// TestQuitSkipped ends a search whose solutions are all passed over: those that were
// found before, and those of other parts.
func TestQuitSkipped(t *testing.T) {
	b := formtest.New(0, true)
	for _, name := range []string{"x", "y"} {
		b.Variable(form.Var{Name: name, Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: 1 << 40}}, Ascending: true})
	}
	b.Root = b.Truth(true)
	for _, options := range []Options{{Skip: 1 << 50}, {Shard: form.Shard{Index: 1, Of: 1 << 40}}} {
		s, err := New(&b.Form)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		s.Options = options
		s.Options.Quit = func() bool { asked++; return asked == 3 }
		for range s.Solutions() {
			t.Fatal("a solution that was to be passed over")
		}
		if st := s.Stats(); asked != 3 || s.Stalled() == nil || st.Solutions > 4*quitEvery {
			t.Errorf("%+v: asked %d times, %+v", options, asked, st)
		}
	}
}

// TestQuitPropagation ends a search within one propagation, which passes through a chain of numbers
// repeatedly. What it has not found out is left open.
func TestQuitPropagation(t *testing.T) {
	b := formtest.New(0, true)
	free := b.Variable(form.Var{Name: "free", Kind: form.Bool, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: 1}}, Ascending: true})
	b.Root = b.Or(b.Ref(free), chain(b, 1000, 1000))
	s, err := New(&b.Form)
	if err != nil {
		t.Fatal(err)
	}
	var work []int64
	s.Options = Options{Quit: func() bool { work = append(work, s.work()); return true }}
	before := s.work()
	for range s.Solutions() {
		t.Fatal("a solution behind the end")
	}
	if s.Stalled() == nil || len(work) != 1 || work[0]-before > 2*propagate.StopWork {
		t.Errorf("asked after work %v, before it was %d, stall %v", work, before, s.Stalled())
	}
}

// chain demands of that many variables that each is less than the next one. Each is moved by the one
// before it, which is moved later.
func chain(b *formtest.Builder, long, most int64) int32 {
	var first, last int32
	for i := range long {
		last = b.Variable(form.Var{Name: "x", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: most}}, Ascending: true})
		if i == 0 {
			first = last
		}
	}
	var links []int32
	for i := last; i > first; i-- {
		links = append(links, b.Lt(b.Ref(i-1), b.Ref(i)))
	}
	return b.And(links...)
}

// TestQuitFirst ends each kind of search within the first propagation. The next search continues from
// there.
func TestQuitFirst(t *testing.T) {
	const long = 1000
	b := formtest.New(0, true)
	b.Root = chain(b, long, long-1)
	found := func(solutions iter.Seq[[]int64]) (n int) {
		for range solutions {
			n++
		}
		return n
	}
	for name, run := range map[string]func(s *Solver, quit func() bool) (solutions int){
		"Solutions": func(s *Solver, quit func() bool) int {
			s.Options.Quit = quit
			n := found(s.Solutions())
			if s.Stalled() == nil {
				t.Error("Solutions: nothing is left open")
			}
			return n
		},
		"Spread": func(s *Solver, quit func() bool) int {
			s.Options.Quit = quit
			return found(s.Spread(0, 10))
		},
		"Sample": func(s *Solver, quit func() bool) int {
			streams, all := s.Sample(Draw{Count: 1, Quit: quit})
			if all {
				t.Error("Sample: nothing is left to be drawn")
			}
			return len(streams)
		},
		"Sizes": func(s *Solver, quit func() bool) int {
			s.Options.Quit = quit
			if lo, hi := s.Sizes(); lo != 0 || hi != 0 {
				t.Errorf("sizes %d to %d", lo, hi)
			}
			return 0
		},
	} {
		s, err := New(&b.Form)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		n := run(s, func() bool { asked++; return true })
		if work := s.work(); n != 0 || asked != 1 || work != propagate.StopWork {
			t.Errorf("%s: %d solutions, asked %d times, work %d", name, n, asked, work)
		}
		s.Options.Quit = nil
		if n := found(s.Solutions()); n != 1 || s.Stalled() != nil {
			t.Errorf("%s: %d solutions behind that, stall %+v", name, n, s.Stalled())
		}
	}
}
