package search

import (
	"fmt"
	"math/rand"
	"slices"
	"sort"
	"sync/atomic"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// naive gives the solutions of a form by trying every assignment with Eval, in
// the order that Form's comment defines.
func naive(t testing.TB, f *form.Form) [][]int64 {
	t.Helper()
	type found struct {
		size   int32
		stream []int64
	}
	var all []found
	vals := make([]int64, len(f.Vars))
	real := make([]bool, len(f.Vars))
	var choose, data func(i int)
	data = func(i int) {
		for i < len(f.Vars) && (!real[i] || len(f.Vars[i].Choice) > 0) {
			i++
		}
		if i < len(f.Vars) {
			for _, x := range ordered(&f.Vars[i]) {
				vals[i] = x
				data(i + 1)
			}
			return
		}
		var stream []int64
		for i := range vals {
			if real[i] {
				stream = append(stream, vals[i])
			}
		}
		ok, level, size, err := f.Eval(stream)
		if err != nil {
			t.Fatalf("Eval(%v): %v\n%v", stream, err, f)
		}
		if ok && f.Admits(level) {
			all = append(all, found{size, stream})
		}
	}
	choose = func(i int) {
		for ; i < len(f.Vars); i++ {
			v := &f.Vars[i]
			real[i] = v.Parent < 0 ||
				real[v.Parent] && v.When.Lo <= vals[v.Parent] && vals[v.Parent] <= v.When.Hi
			if real[i] && len(v.Choice) > 0 {
				for _, a := range v.Choice {
					vals[i] = a.Value
					choose(i + 1)
				}
				return
			}
		}
		data(0)
	}
	choose(0)
	sort.SliceStable(all, func(i, j int) bool { return all[i].size < all[j].size })
	var out [][]int64
	for _, a := range all {
		out = append(out, a.stream)
	}
	return out
}

// ordered gives the values of a data variable in their order.
func ordered(v *form.Var) []int64 {
	var vals []int64
	for _, s := range v.Dom {
		for x := s.Lo; ; x++ {
			vals = append(vals, x)
			if x == s.Hi {
				break
			}
		}
	}
	if !v.Ascending {
		sort.SliceStable(vals, func(i, j int) bool {
			a, b := v.Kind.Magnitude(vals[i]), v.Kind.Magnitude(vals[j])
			return a < b || a == b && vals[i] > vals[j]
		})
	}
	return vals
}

// narrowed, as the size of tables, asks for residuals below every variable,
// automated for an automaton from the start.
const (
	narrowed  = -1
	automated = -2
)

// collect gives the solutions that a search yields; tables is the size beyond
// which a component is not tabulated, 0 for the usual one.
func collect(t testing.TB, f *form.Form, o Options, tables int) [][]int64 {
	t.Helper()
	s, err := New(f)
	if err != nil {
		t.Fatalf("New: %v\n%v", err, f)
	}
	s.Options = o
	if tables > 0 {
		s.data.limit, s.data.looking.always = tables, true
	}
	s.data.always = tables == narrowed
	if tables == automated {
		s.automate()
	}
	var out [][]int64
	for x := range s.Solutions() {
		out = append(out, slices.Clone(x))
	}
	if again := collected(t, s); o.Quit == nil && !slices.EqualFunc(out, again, slices.Equal[[]int64]) {
		t.Fatalf("a collector has %d solutions, want %d\n%v", len(again), len(out), f)
	}
	return out
}

// collectedInLoops is how many solutions were those of loops in this process.
var collectedInLoops int

// collected runs a search again, with a collector for a few solutions at a time.
func collected(t testing.TB, s *Solver) (out [][]int64) {
	t.Helper()
	stats := s.Stats()
	into := &Collector{Most: 1, MostNumbers: 20, Soon: new(atomic.Bool)}
	s.Options.Into = into
	take := func() {
		n := 0
		for i := range into.List {
			r := &into.List[i]
			if int(r.First) != n {
				t.Fatalf("row %d begins with solution %d, want %d", i, r.First, n)
			}
			n += into.Count(r)
			from := len(out)
			for j := range into.Count(r) {
				out = append(out, slices.Clone(into.Stream(r, j)))
			}
			for j := len(out) - from - 1; j >= 0; j -= 1 + j/3 {
				if x := into.Stream(r, j); !slices.Equal(x, out[from+j]) {
					t.Fatalf("solution %d of a row is %v at first, then %v", j, out[from+j], x)
				}
			}
			if r.Place < -1 {
				collectedInLoops += into.Count(r)
			}
			if i > 0 && r.Work < into.List[i-1].Work {
				t.Fatalf("row %d was found after less work than the one before it", i)
			}
		}
		if n != into.N {
			t.Fatalf("rows have %d solutions, want %d", n, into.N)
		}
		into.Reset()
		into.Most++
	}
	for range s.Solutions() {
		take()
	}
	take()
	if s.Options.Into = nil; s.Stats().Solutions != stats.Solutions {
		t.Fatalf("a collector counts %d solutions, want %d", s.Stats().Solutions, stats.Solutions)
	}
	return out
}

func compareAll(t *testing.T, f *form.Form) int {
	t.Helper()
	want := naive(t, f)
	for _, tables := range []int{0, 3, narrowed, automated} {
		got := collect(t, f, Options{}, tables)
		for i := range max(len(want), len(got)) {
			if i >= len(want) || i >= len(got) || !slices.Equal(want[i], got[i]) {
				show := func(x [][]int64) string {
					return fmt.Sprint(x[min(max(i-1, 0), len(x)):min(i+3, len(x))])
				}
				t.Fatalf("solution %d of %d with tables of %d: got %s, want %s (of %d)\n%v",
					i, len(got), tables, show(got), show(want), len(want), f)
			}
		}
	}
	return len(want)
}

func TestOracle(t *testing.T) {
	n := longtest.Cases(500, 4000)
	some, total := 0, 0
	for seed := range n {
		f := randomForm(rand.New(rand.NewSource(int64(seed))))
		if err := f.Check(); err != nil {
			t.Fatalf("seed %d: %v\n%v", seed, err, f)
		}
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			if k := compareAll(t, f); k > 0 {
				some++
				total += k
			}
		})
		if !ok {
			t.FailNow()
		}
	}
	if some < n/5 {
		t.Errorf("only %d of %d random forms have solutions", some, n)
	}
	t.Logf("%d of %d forms with solutions, %d solutions", some, n, total)
}

var kinds = []form.Kind{form.Int8, form.Int16, form.Int32, form.Int64, form.Uint8, form.Uint16, form.Uint32, form.Uint64}

// randomForm makes a small form: some variables in a tree, some terms over
// them, a root that is mostly satisfiable.
func randomForm(r *rand.Rand) *form.Form {
	f := &form.Form{Level: int32(r.Intn(6)), Below: r.Intn(3) > 0}
	budget := 1 << uint(6+r.Intn(5)) // about the number of assignments
	var grow func(parent int32, depth int)
	grow = func(parent int32, depth int) {
		for range 1 + r.Intn(3) {
			if budget < 2 || len(f.Vars) > 10 {
				return
			}
			v := randomVar(r, depth)
			v.Parent = parent
			if parent >= 0 {
				p := &f.Vars[parent]
				a := p.Choice[r.Intn(len(p.Choice))].Value
				b := p.Choice[r.Intn(len(p.Choice))].Value
				v.When = form.Span{Lo: min(a, b), Hi: max(a, b)}
			}
			size := max(len(v.Choice), 1)
			if len(v.Choice) == 0 {
				size = len(ordered(&v))
			}
			if size > budget {
				continue
			}
			budget /= size
			v.Name = fmt.Sprintf("x%d", len(f.Vars))
			f.Vars = append(f.Vars, v)
			if len(v.Choice) > 0 {
				grow(int32(len(f.Vars)-1), depth+1)
			}
		}
	}
	for len(f.Vars) == 0 {
		grow(-1, 0)
	}
	randomTerms(r, f)
	return f
}

func randomVar(r *rand.Rand, depth int) form.Var {
	k := kinds[r.Intn(len(kinds))]
	v := form.Var{Kind: k}
	if r.Intn(5) < 2 {
		v.Kind = form.Int64
		at := int64(r.Intn(3) - 1)
		step := []int64{1, 1, 1, 2, 40}[r.Intn(5)]
		for j := range 1 + r.Intn(3) {
			v.Choice = append(v.Choice, form.Alt{Value: at + int64(j)*step, Level: int32(r.Intn(2) * (depth + r.Intn(2))), Size: int32(r.Intn(3))})
		}
		r.Shuffle(len(v.Choice), func(i, j int) { v.Choice[i], v.Choice[j] = v.Choice[j], v.Choice[i] })
		v.Default = v.Choice[r.Intn(len(v.Choice))].Value
		return v
	}
	if r.Intn(4) == 0 {
		v.Kind = form.Bool
		v.Dom = []form.Span{{Lo: 0, Hi: 1}}
		v.Ascending = r.Intn(2) == 0
		return v
	}
	b := k.Bounds()
	lo := int64(-r.Intn(4))
	switch {
	case b.Lo == 0 && r.Intn(3) > 0:
		lo = int64(r.Intn(4))
	case b.Lo == 0 || r.Intn(6) == 0:
		lo = b.Hi - int64(r.Intn(6)) // at the upper end
	case r.Intn(6) == 0:
		lo = b.Lo + int64(r.Intn(2))
	}
	for range 1 + r.Intn(3) {
		hi := lo + int64(r.Intn(4))
		if r.Intn(12) == 0 {
			hi = lo + int64(r.Intn(100))
		}
		if k.Less(hi, lo) || !k.Holds(hi) || !k.Holds(lo) {
			break
		}
		v.Dom = append(v.Dom, form.Span{Lo: lo, Hi: hi})
		next := hi + 2 + int64(r.Intn(2)*r.Intn(90))
		if k.Less(next, hi) || !k.Holds(next) {
			break
		}
		lo = next
	}
	if len(v.Dom) == 0 {
		v.Dom = []form.Span{{Lo: b.Hi, Hi: b.Hi}}
	}
	v.Level = int32(r.Intn(3) * r.Intn(2))
	v.ByMagnitude = r.Intn(2) == 0
	v.Ascending = r.Intn(3) == 0
	vals := ordered(&v)
	v.Default = vals[r.Intn(len(vals))]
	return v
}

// A termMaker adds random terms to a form.
type termMaker struct {
	*rand.Rand
	f  *form.Form
	by map[form.Kind][]int32
}

func (m *termMaker) add(op form.Op, k form.Kind, val int64, args ...int32) int32 {
	m.f.Nodes = append(m.f.Nodes, form.Node{Op: op, Kind: k, Args: args, Val: val})
	i := int32(len(m.f.Nodes) - 1)
	m.by[k] = append(m.by[k], i)
	return i
}

// pick gives a term of the kind: mostly one that is there.
func (m *termMaker) pick(k form.Kind) int32 {
	if l := m.by[k]; len(l) > 0 && m.Intn(5) > 0 {
		return l[m.Intn(len(l))]
	}
	if k != form.Bool && m.Intn(2) == 0 {
		if from := m.by[kinds[m.Intn(len(kinds))]]; len(from) > 0 {
			return m.add(form.Conv, k, 0, from[m.Intn(len(from))])
		}
	}
	x := int64(m.Intn(7) - 2)
	if m.Intn(8) == 0 {
		x = k.Bounds().Hi - int64(m.Intn(2))
	}
	return m.add(form.Const, k, k.Wrap(x))
}

// number gives a kind that some variable has, if not all are truth values.
func (m *termMaker) number() form.Kind {
	for range 4 {
		if k := m.f.Vars[m.Intn(len(m.f.Vars))].Kind; k != form.Bool {
			return k
		}
	}
	return kinds[m.Intn(len(kinds))]
}

func (m *termMaker) term(op form.Op) {
	k := m.number()
	switch op {
	case form.Not:
		m.add(op, form.Bool, 0, m.pick(form.Bool))
	case form.And, form.Or:
		var args []int32
		for range 2 + m.Intn(3) {
			args = append(args, m.pick(form.Bool))
		}
		m.add(op, form.Bool, 0, args...)
	case form.Ite:
		if m.Intn(3) == 0 {
			k = form.Bool
		}
		m.add(op, k, 0, m.pick(form.Bool), m.pick(k), m.pick(k))
	case form.Eq:
		if m.Intn(5) == 0 {
			k = form.Bool
		}
		m.add(op, form.Bool, 0, m.pick(k), m.pick(k))
	case form.Lt, form.Le:
		m.add(op, form.Bool, 0, m.pick(k), m.pick(k))
	case form.Shl, form.Shr:
		m.add(op, k, 0, m.pick(k), m.pick(m.number()))
	case form.Conv:
		m.add(op, k, 0, m.pick(m.number()))
	default:
		m.add(op, k, 0, m.pick(k), m.pick(k))
	}
}

// randomTerms adds terms of every operation, and for the root a conjunction or
// disjunction of some of the last truth values, negated at random.
func randomTerms(r *rand.Rand, f *form.Form) {
	m := &termMaker{r, f, map[form.Kind][]int32{}}
	for i := range f.Vars {
		m.add(form.Ref, f.Vars[i].Kind, int64(i))
	}
	for range 3 + r.Intn(14) {
		op := form.Op(int(form.Not) + r.Intn(int(form.Conv-form.Not)+1))
		if r.Intn(3) == 0 {
			op = []form.Op{form.Lt, form.Le, form.Eq, form.Add, form.Sub, form.Ite}[r.Intn(6)]
		}
		m.term(op)
	}
	args := []int32{}
	for range 2 + r.Intn(3) {
		x := m.pick(form.Bool)
		if l := m.by[form.Bool]; len(l) > 0 {
			x = l[len(l)-1-r.Intn(min(len(l), 4))]
		}
		if r.Intn(3) == 0 {
			x = m.add(form.Not, form.Bool, 0, x)
		}
		args = append(args, x)
	}
	f.Root = m.add([]form.Op{form.And, form.And, form.Or}[r.Intn(3)], form.Bool, 0, args...)
}
