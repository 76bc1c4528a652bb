package search

import (
	"math"
	"slices"
	"testing"
)

// ringed has a value x that may be missing, three with ranges of their own and x + y == z.
func ringed(x, y, z Var, root func(*terms) int32) *Form {
	choice := Var{Name: "p", Kind: Int64, Parent: -1, Choice: []Alt{{Value: 0}, {Value: 1, Size: 1}}}
	x.Parent, x.When = 0, Span{Lo: 1, Hi: 1}
	y.Parent, z.Parent = -1, -1
	f := &Form{Vars: []Var{choice, x, y, z}}
	f.Root = root(&terms{f})
	return f
}

type terms struct{ f *Form }

func (t *terms) of(op Op, kind Kind, args ...int32) int32 {
	return t.f.node(Node{Op: op, Kind: kind, Args: args})
}
func (t *terms) ref(i int) int32 {
	return t.f.node(Node{Op: Ref, Kind: t.f.Vars[i].Kind, Val: int64(i)})
}
func (t *terms) val(kind Kind, x int64) int32 {
	return t.f.node(Node{Op: Const, Kind: kind, Val: x})
}

// adds says that x + y == z.
func adds(t *terms) int32 {
	return t.of(Eq, Bool, t.of(Add, t.f.Vars[1].Kind, t.ref(1), t.ref(2)), t.ref(3))
}

func wideVar(kind Kind, least int64, dom ...Span) Var {
	return Var{Name: "x", Kind: kind, Dom: dom, Default: least}
}

// TestRings: rings have each solution once, and magnitudes grow from ring to ring.
func TestRings(t *testing.T) {
	few := wideVar(Int64, 0, Span{Lo: -1, Hi: 1})
	for name, f := range map[string]*Form{
		"both signs": ringed(wideVar(Int64, 0, Span{Lo: -900, Hi: 1500}), few, wideVar(Int64, 0, Span{Lo: -2000, Hi: -7}, Span{Lo: 0, Hi: 300}), adds),
		"unsigned":   ringed(wideVar(Uint16, 0, Span{Lo: 0, Hi: 4000}), wideVar(Uint16, 3, Span{Lo: 3, Hi: 4}), wideVar(Uint16, 5, Span{Lo: 5, Hi: 2000}), adds),
		"far": ringed(wideVar(Int64, 5000, Span{Lo: 5000, Hi: 8000}), few, wideVar(Int64, -10, Span{Lo: -3000, Hi: -10}), func(t *terms) int32 {
			return t.of(Eq, Bool, t.of(Rem, Int64, t.ref(1), t.val(Int64, 700)), t.of(Rem, Int64, t.ref(3), t.val(Int64, 40)))
		}),
		"whole": ringed(wideVar(Int64, 0, Span{Lo: math.MinInt64, Hi: math.MaxInt64}), few, wideVar(Int64, 0, Span{Lo: 0, Hi: 1}), func(t *terms) int32 {
			return t.of(Eq, Bool, t.of(Mul, Int64, t.ref(1), t.val(Int64, 3)), t.ref(3))
		}),
		"whole unsigned": ringed(wideVar(Uint64, 0, Span{Lo: 0, Hi: -1}), wideVar(Uint64, 0, Span{Lo: 0, Hi: 2}), wideVar(Uint64, 1, Span{Lo: 1, Hi: -2}), func(t *terms) int32 {
			return t.of(And, Bool, t.of(Eq, Bool, t.of(Mul, Uint64, t.ref(1), t.val(Uint64, 5)), t.ref(3)), t.of(Lt, Bool, t.val(Uint64, -5), t.ref(1)))
		}),
	} {
		t.Run(name, func(t *testing.T) {
			want := collect(t, f, Options{}, 0)
			rings := f.Rings()
			if len(rings) < 3 || len(want) < 3 {
				t.Fatalf("%d rings, %d solutions", len(rings), len(want))
			}
			var got [][]int64
			for i, r := range rings {
				if err := r.Check(); err != nil {
					t.Fatalf("ring %d: %v", i, err)
				}
				got = append(got, collect(t, r, Options{}, 0)...)
			}
			slices.SortFunc(got, slices.Compare[[]int64])
			slices.SortFunc(want, slices.Compare[[]int64])
			if !slices.EqualFunc(got, want, slices.Equal[[]int64]) {
				t.Errorf("the rings have %d solutions, the form %d", len(got), len(want))
			}
		})
	}
	small := ringed(few, few, few, adds)
	if r := small.Rings(); r != nil {
		t.Errorf("a form of few values has %d rings", len(r))
	}
}

// node returns the index of a term, which it adds where it is not there.
func (f *Form) node(n Node) int32 { return extended(f).node(n) }
