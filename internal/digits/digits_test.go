package digits_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rtest-dev/rtest/internal/digits"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestFindAgainstBruteForce compares solutions of random forms, and their absence, with all
// assignments.
func TestFindAgainstBruteForce(t *testing.T) {
	n := longtest.Cases(5000, 500_000)
	found, none := 0, 0
	for seed := range uint64(n) {
		f := randomForm(rand.New(rand.NewPCG(seed, 1)))
		if err := f.Check(); err != nil {
			t.Fatal(err)
		}
		x, refuted := digits.Find(f, 200_000, nil)
		switch {
		case x != nil:
			found++
			if ok, level, _, err := f.Eval(x); err != nil || !ok || !f.Admits(level) {
				t.Fatalf("seed %d: %v is no solution of\n%v", seed, x, f)
			}
		case refuted:
			none++
			if y := bruteForce(f, nil); y != nil {
				t.Fatalf("seed %d: %v is a solution, and none was found of\n%v", seed, y, f)
			}
		}
	}
	t.Logf("of %d forms %d have a solution, %d have none", n, found, none)
	if found < n/10 || none < n/10 {
		t.Errorf("of %d forms %d have a solution, %d have none: these are no random forms", n, found, none)
	}
}

var smallKinds = []form.Kind{form.Int8, form.Uint8}

var kinds = []form.Kind{form.Int8, form.Uint8, form.Int16, form.Uint16, form.Int32, form.Uint32, form.Int64, form.Uint64}

// randomForm is one with few assignments: choices with variables below them, and numbers of 8 bits or a
// few values of another kind.
func randomForm(r *rand.Rand) *form.Form {
	b := formtest.New(int32(r.IntN(4)), r.IntN(2) == 0)
	var refs []int32
	parent := int32(-1)
	for i := range 1 + r.IntN(2) {
		if r.IntN(3) == 0 {
			b.Ref(b.Variable(form.Var{Name: "c", Kind: form.Int64, Parent: parent, When: form.Span{Lo: 1, Hi: 2}, Choice: []form.Alt{{Value: 0}, {Value: 2, Size: 1}, {Value: 1, Level: 1, Size: 2}}}))
			refs = append(refs, int32(len(b.Nodes)-1))
			parent = int32(len(b.Vars) - 1)
		}
		k := smallKinds[r.IntN(2)]
		d := []form.Span{k.Bounds()}
		switch r.IntN(3 - i) {
		case 0:
			k = kinds[r.IntN(len(kinds))]
			lo := int64(r.IntN(60))
			if k.Signed() {
				lo -= 30
			}
			d = []form.Span{{Lo: lo, Hi: lo + 20}, {Lo: lo + 30, Hi: lo + 37}}
		case 1:
			k = kinds[r.IntN(len(kinds))]
			d = []form.Span{{Lo: k.Bounds().Hi - 9, Hi: k.Bounds().Hi}}
		}
		v := form.Var{Name: "x", Kind: k, Parent: parent, When: form.Span{Lo: 1, Hi: 1}, Dom: d, Default: d[0].Lo, ByMagnitude: r.IntN(6) == 0}
		refs = append(refs, b.Ref(b.Variable(v)))
	}
	g := &generator{Builder: b, r: r, refs: refs}
	var all []int32
	for range 1 + r.IntN(3) {
		all = append(all, g.truth(3))
	}
	if len(all) == 1 {
		return b.Build(all[0])
	}
	return b.Build(b.And(all...))
}

// A generator makes random terms.
type generator struct {
	*formtest.Builder
	r    *rand.Rand
	refs []int32
}

func (g *generator) truth(height int) int32 {
	if height > 0 {
		switch g.r.IntN(6) {
		case 0:
			return g.Not(g.truth(height - 1))
		case 1:
			return g.And(g.truth(height-1), g.truth(height-1))
		case 2:
			return g.Or(g.truth(height-1), g.truth(height-1))
		}
	}
	k := kinds[g.r.IntN(len(kinds))]
	op := []form.Op{form.Eq, form.Eq, form.Lt, form.Le}[g.r.IntN(4)]
	x, y := g.number(k, height), g.number(k, g.r.IntN(height+1))
	return g.Add(form.Node{Op: op, Kind: form.Bool, Args: []int32{x, y}})
}

func (g *generator) number(k form.Kind, height int) int32 {
	if height == 0 {
		if g.r.IntN(3) == 0 {
			x := int64(g.r.IntN(40)) - 20
			if g.r.IntN(3) == 0 {
				x = int64(g.r.Uint64())
			}
			return g.Constant(k, k.Wrap(x))
		}
		ref := g.refs[g.r.IntN(len(g.refs))]
		if g.Nodes[ref].Kind == k {
			return ref
		}
		return g.Add(form.Node{Op: form.Conv, Kind: k, Args: []int32{ref}})
	}
	x := g.number(k, height-1)
	switch g.r.IntN(7) {
	case 0:
		from := kinds[g.r.IntN(len(kinds))]
		if from == k {
			return x
		}
		return g.Add(form.Node{Op: form.Conv, Kind: k, Args: []int32{g.number(from, height-1)}})
	case 1:
		return g.Add(form.Node{Op: form.Ite, Kind: k, Args: []int32{g.truth(height - 1), x, g.number(k, height-1)}})
	case 2:
		op := []form.Op{form.Shl, form.Shr}[g.r.IntN(2)]
		c := g.Constant(form.Int64, int64(g.r.IntN(12))-1)
		if g.r.IntN(3) == 0 {
			c = g.number(kinds[g.r.IntN(len(kinds))], height-1)
		}
		return g.Add(form.Node{Op: op, Kind: k, Args: []int32{x, c}})
	case 3:
		return g.Binary(form.Mul, k, x, x)
	}
	ops := []form.Op{form.Add, form.Sub, form.Mul, form.Mul, form.Quo, form.Rem, form.BitAnd, form.BitOr, form.BitXor, form.AndNot}
	return g.Binary(ops[g.r.IntN(len(ops))], k, x, g.number(k, g.r.IntN(height)))
}

// bruteForce returns a solution that begins with stream, or nil if there is none.
func bruteForce(f *form.Form, stream []int64) []int64 {
	next := following(f, stream)
	if next < 0 {
		if ok, level, _, err := f.Eval(stream); err == nil && ok && f.Admits(level) {
			return stream
		}
		return nil
	}
	try := func(x int64) []int64 { return bruteForce(f, append(stream[:len(stream):len(stream)], x)) }
	v := &f.Vars[next]
	for _, a := range v.Choice {
		if y := try(a.Value); y != nil {
			return y
		}
	}
	for _, d := range v.Dom {
		for x := d.Lo; ; x++ {
			if y := try(x); y != nil {
				return y
			}
			if x == d.Hi {
				break
			}
		}
	}
	return nil
}

// following is the variable whose value follows in a stream, -1 at its end.
func following(f *form.Form, stream []int64) int {
	values, realized := make([]int64, len(f.Vars)), make([]bool, len(f.Vars))
	for i := range f.Vars {
		v := &f.Vars[i]
		if p := v.Parent; p >= 0 && (!realized[p] || values[p] < v.When.Lo || values[p] > v.When.Hi) {
			continue
		}
		if realized[i] = true; len(stream) == 0 {
			return i
		}
		values[i], stream = stream[0], stream[1:]
	}
	return -1
}
