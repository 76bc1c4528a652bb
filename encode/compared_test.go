package encode

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
)

// TestWithFewNumbers compares whether random forms have a solution with few numbers and with all.
func TestWithFewNumbers(t *testing.T) {
	g := rand.New(rand.NewPCG(12, 0))
	some, none, narrowed, long := 0, 0, 0, 0
	for range 1000 {
		f := comparing(g)
		few := withFewNumbers(f)
		if err := few.Check(); err != nil {
			t.Fatalf("%v\n%v", err, few)
		}
		if same := slices.EqualFunc(f.Vars, few.Vars, func(v, w form.Var) bool { return slices.Equal(v.Dom, w.Dom) }); same {
			continue
		}
		narrowed++
		got, known := satisfiable(t, few)
		want, all := satisfiable(t, f)
		if !known || !all {
			if known {
				long++ // Bounds move step by step.
			}
			continue
		}
		if want != got {
			t.Fatalf("%v with few numbers, %v with all\n%v", got, want, f)
		}
		if want {
			some++
		} else {
			none++
		}
	}
	if some < 100 || none < 100 || narrowed < 300 || long == 0 {
		t.Errorf("only %d forms have a solution, %d have none, %d were narrowed, %d take long", some, none, narrowed, long)
	}
}

// satisfiable reports whether a form has a solution. It is not known if that takes long.
func satisfiable(t *testing.T, f *form.Form) (is, known bool) {
	s, err := search.New(f)
	if err != nil {
		t.Fatal(err)
	}
	s.Options.Work = 4_000
	for range s.Solutions() {
		return true, true
	}
	return false, s.Stalled() == nil
}

// comparing returns a random form over a few wide variables, and one with few values.
func comparing(g *rand.Rand) *form.Form {
	f := &form.Form{Below: true}
	add := func(n form.Node) int32 {
		f.Nodes = append(f.Nodes, n)
		return int32(len(f.Nodes) - 1)
	}
	var numbers []int32
	low := int64(g.IntN(20)) - 10
	for i := range 2 + g.IntN(3) {
		dom := []form.Span{{Lo: low, Hi: low + wideFrom + int64(g.IntN(3))}}
		switch {
		case i == 0:
			dom = []form.Span{{Lo: 0, Hi: int64(g.IntN(3))}}
		case g.IntN(4) == 0:
			dom = []form.Span{{Lo: math.MinInt64, Hi: math.MaxInt64}}
		case g.IntN(4) == 0:
			dom = append(dom, form.Span{Lo: dom[0].Hi + 2, Hi: dom[0].Hi + 4})
		}
		f.Vars = append(f.Vars, form.Var{Name: string(rune('a' + i)), Kind: form.Int64, Parent: -1, Dom: dom, Default: dom[0].Lo})
		numbers = append(numbers, add(form.Node{Op: form.Ref, Kind: form.Int64, Val: int64(i)}))
	}
	for range 1 + g.IntN(2) {
		numbers = append(numbers, add(form.Node{Op: form.Const, Kind: form.Int64, Val: low + []int64{0, 1, 2, wideFrom, wideFrom + 3}[g.IntN(5)]}))
	}
	pick := func(from []int32) int32 { return from[g.IntN(len(from))] }
	var conds []int32
	for range 3 + g.IntN(6) {
		switch g.IntN(8) {
		case 0:
			if len(conds) > 0 {
				numbers = append(numbers, add(form.Node{Op: form.Ite, Kind: form.Int64, Args: []int32{pick(conds), pick(numbers), pick(numbers)}}))
			}
		case 1:
			if g.IntN(3) == 0 {
				numbers = append(numbers, add(form.Node{Op: form.BitXor, Kind: form.Int64, Args: []int32{pick(numbers), pick(numbers)}}))
			}
		default:
			op := []form.Op{form.Eq, form.Lt, form.Le}[g.IntN(3)]
			conds = append(conds, add(form.Node{Op: op, Kind: form.Bool, Args: []int32{pick(numbers), pick(numbers)}}))
		}
	}
	if len(conds) == 0 {
		return comparing(g)
	}
	root := conds[0]
	for _, c := range conds[1:] {
		switch op := []form.Op{form.And, form.And, form.And, form.Or}[g.IntN(4)]; g.IntN(4) {
		case 0:
			root = add(form.Node{Op: op, Kind: form.Bool, Args: []int32{root, add(form.Node{Op: form.Not, Kind: form.Bool, Args: []int32{c}})}})
		default:
			root = add(form.Node{Op: op, Kind: form.Bool, Args: []int32{root, c}})
		}
	}
	f.Root = root
	return f
}
