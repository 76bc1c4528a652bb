package search

import (
	"math"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
)

// ringed has a value x that may be missing, three with ranges of their own and x + y == z.
func ringed(x, y, z form.Var, root func(*terms) int32) *form.Form {
	choice := form.Var{Name: "p", Kind: form.Int64, Parent: -1, Choice: []form.Alt{{Value: 0}, {Value: 1, Size: 1}}}
	x.Parent, x.When = 0, form.Span{Lo: 1, Hi: 1}
	y.Parent, z.Parent = -1, -1
	f := &form.Form{Vars: []form.Var{choice, x, y, z}}
	f.Root = root(&terms{f})
	return f
}

type terms struct{ f *form.Form }

func (t *terms) node(n form.Node) int32 {
	same := func(o form.Node) bool {
		return o.Op == n.Op && o.Kind == n.Kind && o.Val == n.Val && slices.Equal(o.Args, n.Args)
	}
	at := slices.IndexFunc(t.f.Nodes, same)
	if at < 0 {
		at = len(t.f.Nodes)
		t.f.Nodes = append(t.f.Nodes, n)
	}
	return int32(at)
}

func (t *terms) of(op form.Op, kind form.Kind, args ...int32) int32 {
	return t.node(form.Node{Op: op, Kind: kind, Args: args})
}
func (t *terms) ref(i int) int32 {
	return t.node(form.Node{Op: form.Ref, Kind: t.f.Vars[i].Kind, Val: int64(i)})
}
func (t *terms) val(kind form.Kind, x int64) int32 {
	return t.node(form.Node{Op: form.Const, Kind: kind, Val: x})
}

// adds says that x + y == z.
func adds(t *terms) int32 {
	return t.of(form.Eq, form.Bool, t.of(form.Add, t.f.Vars[1].Kind, t.ref(1), t.ref(2)), t.ref(3))
}

func wideVar(kind form.Kind, least int64, dom ...form.Span) form.Var {
	return form.Var{Name: "x", Kind: kind, Dom: dom, Default: least}
}

// TestRings: rings have each solution once, and magnitudes grow from ring to ring.
func TestRings(t *testing.T) {
	few := wideVar(form.Int64, 0, form.Span{Lo: -1, Hi: 1})
	for name, f := range map[string]*form.Form{
		"both signs": ringed(wideVar(form.Int64, 0, form.Span{Lo: -900, Hi: 1500}), few, wideVar(form.Int64, 0, form.Span{Lo: -2000, Hi: -7}, form.Span{Lo: 0, Hi: 300}), adds),
		"unsigned":   ringed(wideVar(form.Uint16, 0, form.Span{Lo: 0, Hi: 4000}), wideVar(form.Uint16, 3, form.Span{Lo: 3, Hi: 4}), wideVar(form.Uint16, 5, form.Span{Lo: 5, Hi: 2000}), adds),
		"far": ringed(wideVar(form.Int64, 5000, form.Span{Lo: 5000, Hi: 8000}), few, wideVar(form.Int64, -10, form.Span{Lo: -3000, Hi: -10}), func(t *terms) int32 {
			return t.of(form.Eq, form.Bool, t.of(form.Rem, form.Int64, t.ref(1), t.val(form.Int64, 700)), t.of(form.Rem, form.Int64, t.ref(3), t.val(form.Int64, 40)))
		}),
		"whole": ringed(wideVar(form.Int64, 0, form.Span{Lo: math.MinInt64, Hi: math.MaxInt64}), few, wideVar(form.Int64, 0, form.Span{Lo: 0, Hi: 1}), func(t *terms) int32 {
			return t.of(form.Eq, form.Bool, t.of(form.Mul, form.Int64, t.ref(1), t.val(form.Int64, 3)), t.ref(3))
		}),
		"whole unsigned": ringed(wideVar(form.Uint64, 0, form.Span{Lo: 0, Hi: -1}), wideVar(form.Uint64, 0, form.Span{Lo: 0, Hi: 2}), wideVar(form.Uint64, 1, form.Span{Lo: 1, Hi: -2}), func(t *terms) int32 {
			return t.of(form.And, form.Bool, t.of(form.Eq, form.Bool, t.of(form.Mul, form.Uint64, t.ref(1), t.val(form.Uint64, 5)), t.ref(3)), t.of(form.Lt, form.Bool, t.val(form.Uint64, -5), t.ref(1)))
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
