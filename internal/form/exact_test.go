package form

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestOverflows compares what is said of sums, differences and products with arithmetic that never wraps around, and the conditions that
// Exact adds with it.
func TestOverflows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, kind := range []Kind{Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64} {
		for range 20_000 {
			op := []Op{Add, Sub, Mul}[rng.IntN(3)]
			a, b := someValue(rng, kind), someValue(rng, kind)
			wraps := exactResult(op, kind, a, b).Cmp(bigOf(kind, kind.Wrap(arithmetic(op, kind, a, b)))) != 0
			if got := overflows(op, kind, a, b); got != wraps {
				t.Fatalf("%v %v %d %d: overflows %v; want %v", op, kind, a, b, got, wraps)
			}
			f := sumForm(op, kind)
			nodes, count := f.Overflowing([][]int64{{a, b}})
			if (len(nodes) == 1) != wraps || (count == 1) != wraps {
				t.Fatalf("%v %v %d %d: nodes %v, %d streams; want %v", op, kind, a, b, nodes, count, wraps)
			}
			exact := f.Exact([]int32{2})
			if err := exact.Check(); err != nil {
				t.Fatal(err)
			}
			if ok, _, _, err := exact.Eval([]int64{a, b}); err != nil || ok == wraps {
				t.Fatalf("%v %v %d %d: the exact form has it: %v, %v; want %v", op, kind, a, b, ok, err, !wraps)
			}
		}
	}
}

// sumForm returns a form of all pairs of numbers that has the result of an operation on them as a node.
func sumForm(op Op, kind Kind) *Form {
	dom := []Span{kind.Bounds()}
	f := &Form{Vars: []Var{{Name: "a", Kind: kind, Parent: -1, Dom: dom}, {Name: "b", Kind: kind, Parent: -1, Dom: dom}}}
	x, y := f.node(Ref, kind, 0), f.node(Ref, kind, 1)
	r := f.node(op, kind, 0, x, y)
	f.Root = f.node(Eq, Bool, 0, r, r)
	return f
}

// someValue returns a value of a kind, often one near a bound or 0.
func someValue(rng *rand.Rand, kind Kind) int64 {
	near := []int64{kind.Bounds().Lo, kind.Bounds().Hi, 0, int64(rng.Uint64()), 1 << rng.IntN(64)}[rng.IntN(5)]
	return kind.Wrap(near + rng.Int64N(5) - 2)
}

func bigOf(kind Kind, v int64) *big.Int {
	if kind == Uint64 {
		return new(big.Int).SetUint64(uint64(v))
	}
	return big.NewInt(v)
}

func exactResult(op Op, kind Kind, a, b int64) *big.Int {
	x, y := bigOf(kind, a), bigOf(kind, b)
	switch op {
	case Add:
		return x.Add(x, y)
	case Sub:
		return x.Sub(x, y)
	}
	return x.Mul(x, y)
}
