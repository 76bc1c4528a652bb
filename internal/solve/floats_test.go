package solve

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/smt"
	"github.com/rtest-dev/rtest/internal/z3"
)

// interesting are the bits of numbers of a kind near the edges of the format.
func interesting(r *rand.Rand, k form.Kind) int64 {
	list := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, 2.5, -2.5, 3, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, math.MaxFloat32,
		math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat32, 1 << 31, 1 << 32, -1 << 31, 1 << 53, 1<<53 + 2, 1 << 63, 1 << 64, -1 << 63, 1e-310, 0.1, 16777217, 127.5, -128.5, 255.9}
	v := list[r.IntN(len(list))]
	if r.IntN(3) == 0 {
		v = math.Ldexp(r.Float64()*2-1, r.IntN(80)-10)
	}
	if k == form.Uint32 {
		return int64(math.Float32bits(float32(v)))
	}
	return int64(math.Float64bits(v))
}

// TestFloats compares each operation on floating-point numbers, on numbers near the edges of the
// formats, as the form, the terms and Z3 define it.
func TestFloats(t *testing.T) {
	if _, err := z3.Version(); err != nil {
		t.Skip(err)
	}
	r := rand.New(rand.NewPCG(1, 5))
	floats := []form.Kind{form.Uint32, form.Uint64}
	integers := []form.Kind{form.Int8, form.Uint8, form.Int32, form.Uint32, form.Int64, form.Uint64}
	for range longtest.Cases(200, 20_000) {
		op := form.FAdd + form.Op(r.IntN(int(form.FConv-form.FAdd+1)))
		arg := floats[r.IntN(2)]
		kind := arg
		value := func() int64 { return interesting(r, arg) }
		switch op {
		case form.FEq, form.FLt, form.FLe:
			kind = form.Bool
		case form.FOfInt:
			arg = integers[r.IntN(len(integers))]
			value = func() int64 { return arg.Wrap(int64(r.Uint64()) >> r.IntN(64)) }
		case form.FToInt:
			kind = integers[r.IntN(len(integers))]
		case form.FConv:
			kind = floats[r.IntN(2)]
		}
		f := &form.Form{Below: true}
		node := func(n form.Node) int32 { f.Nodes = append(f.Nodes, n); return int32(len(f.Nodes) - 1) }
		vals := []int64{value(), value()}
		args := []int32{}
		n := 2
		switch op {
		case form.FSqrt, form.FFloor, form.FCeil, form.FTrunc, form.FEven, form.FAway, form.FOfInt, form.FToInt, form.FConv:
			n = 1
		}
		for i, v := range vals[:n] {
			f.Vars = append(f.Vars, form.Var{Name: string(rune('x' + i)), Kind: arg, Parent: -1, Dom: []form.Span{{Lo: v, Hi: v}}, Default: v})
			args = append(args, node(form.Node{Op: form.Ref, Kind: arg, Val: int64(i)}))
		}
		want := form.EvalOp(op, kind, arg, vals[0], vals[1], 0)
		v := node(form.Node{Op: op, Kind: kind, Args: args})
		if kind == form.Bool {
			if f.Root = v; want == 0 {
				f.Root = node(form.Node{Op: form.Not, Args: []int32{v}})
			}
		} else {
			c := node(form.Node{Op: form.Const, Kind: kind, Val: want})
			f.Root = node(form.Node{Op: form.Eq, Args: []int32{v, c}})
		}
		if err := f.Check(); err != nil {
			t.Fatalf("%v\n%s", err, f)
		}
		// The values are constants to the terms: they fold, or are read from the text by Z3.
		if is, _, _, err := f.Eval(vals[:n]); err != nil || !is {
			t.Fatalf("the form is %v, %v\n%s", is, err, f)
		}
		if e := encode(f, nil); !e.And(e.asserts...).IsTrue() {
			t.Errorf("the terms differ\n%s", f)
		}
		if got := byZ3(t, op, kind, arg, vals[:n], want); got != z3.Sat {
			t.Errorf("Z3 does not give %v: %v\n%s", kind.Wrap(want), got, f)
		}
	}
}

// byZ3 asks Z3 whether an operation on variables with these values can have a value, and whether it
// can have another.
func byZ3(t *testing.T, op form.Op, kind, arg form.Kind, vals []int64, want int64) z3.Status {
	t.Helper()
	c, err := z3.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	b := &builder{}
	var args []value
	var asserts []*smt.Term
	for i, v := range vals {
		sort := smt.BitVec(arg.Bits())
		x := b.Var(string(rune('x'+i)), sort)
		args = append(args, value{x, all(arg)})
		asserts = append(asserts, b.Eq(x, b.Number(new(big.Int).And(big.NewInt(v), new(big.Int).SetUint64(math.MaxUint64)), sort)))
	}
	got := b.float(op, kind, arg, args)
	is := got.term
	if kind != form.Bool {
		is = b.Eq(b.fit(got, kind.Bits()), b.Number(big.NewInt(want), smt.BitVec(kind.Bits())))
	} else if want == 0 {
		is = b.Not(is)
	}
	status := z3.Sat
	for _, goal := range []*smt.Term{is, b.Not(is)} {
		script, err := c.Solver(z3.Config{Kind: z3.ForLogic, Logic: "QF_FPBV"})
		if err != nil {
			t.Fatal(err)
		}
		if err := script.AssertScript(smt.Script{Asserts: append(asserts, goal)}.String()); err != nil {
			t.Fatal(err)
		}
		s, err := c.Solver(z3.Config{Kind: z3.ForLogic, Logic: "QF_FPBV"})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Assert(append(asserts, goal)...); err != nil {
			t.Fatal(err)
		}
		for _, s := range []*z3.Solver{s, script} {
			answer, err := s.Check()
			if err != nil {
				t.Fatal(err)
			}
			if goal == is && answer != z3.Sat || goal != is && answer != z3.Unsat {
				status = answer
			}
		}
	}
	return status
}
