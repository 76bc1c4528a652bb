package descent

import (
	"math"

	"github.com/rtest-dev/rtest/internal/form"
)

// A measures has the values of the nodes, and for those that are booleans how far they are from true and from false.
type measures struct {
	nodes    []int64
	truths   []truth
	distance float64
	// dependents are the live nodes that depend on a variable, in order, and undo has what they were before it changed.
	dependents [][]int32
	undo       []measured
}

// A truth says how far a boolean is from true and from false: one of both is 0.
type truth struct{ toTrue, toFalse float64 }

// A measured is the value of a node, and its distances if it is a boolean.
type measured struct {
	value int64
	truth
}

// farthest is the distance of a boolean that no step brings nearer by itself.
const farthest = 1 << 10

// measure evaluates the form, and returns how far the root is from true: 0 if it is.
func (s *search) measure() float64 {
	s.assign()
	s.evaluate(s.live)
	return s.truths[s.form.Root].toTrue
}

// evaluate evaluates some nodes, in order.
func (s *search) evaluate(list []int32) {
	s.work -= len(list)
	for _, i := range list {
		n := &s.form.Nodes[i]
		if s.nodes[i] = s.form.Value(n, s.values, s.nodes); n.Kind == form.Bool {
			s.truths[i].toTrue, s.truths[i].toFalse = s.truth(n, s.nodes[i] != 0)
		}
	}
}

// assign gives each variable the value that is wanted, or its default if it is not realized.
func (s *search) assign() {
	for i := range s.form.Vars {
		v := &s.form.Vars[i]
		s.realized[i] = true
		if p := v.Parent; p >= 0 {
			k := s.form.Vars[p].Kind
			s.realized[i] = s.realized[p] && !k.Less(s.values[p], v.When.Lo) && !k.Less(v.When.Hi, s.values[p])
		}
		s.values[i] = v.Default
		if s.realized[i] {
			s.values[i] = s.wanted[i]
		}
	}
}

// truth returns how far a boolean node is from true and from false, given which of both it is. What it is has the distance 0.
func (s *search) truth(n *form.Node, is bool) (toTrue, toFalse float64) {
	switch n.Op {
	case form.Not:
		x := &s.truths[n.Args[0]]
		return x.toFalse, x.toTrue
	case form.And:
		toFalse = math.Inf(1)
		for _, a := range n.Args {
			toTrue, toFalse = toTrue+s.truths[a].toTrue, min(toFalse, s.truths[a].toFalse)
		}
		return toTrue, toFalse
	case form.Or:
		toTrue = math.Inf(1)
		for _, a := range n.Args {
			toTrue, toFalse = min(toTrue, s.truths[a].toTrue), toFalse+s.truths[a].toFalse
		}
		return toTrue, toFalse
	case form.Ite:
		a, b := &s.truths[n.Args[1]], &s.truths[n.Args[2]]
		return s.either(n.Args[0], a.toTrue, b.toTrue), s.either(n.Args[0], a.toFalse, b.toFalse)
	case form.Eq:
		if a, b := &s.truths[n.Args[0]], &s.truths[n.Args[1]]; s.form.Nodes[n.Args[0]].Kind == form.Bool {
			same := min(a.toTrue+b.toTrue, a.toFalse+b.toFalse)
			return same, min(a.toTrue+b.toFalse, a.toFalse+b.toTrue)
		}
	}
	if len(n.Args) == 2 {
		left := mostArms
		return s.compared(n, n.Args[0], n.Args[1], &left)
	}
	if is {
		return 0, farthest
	}
	return farthest, 0
}

// mostArms is how many comparisons with what a choice between terms gives stand for one comparison.
const mostArms = 32

// compared is truth for a comparison of a with b. What one of them gives under a condition is compared together with that condition, as
// it is in code that tests the condition first (Harman and others, "Testability Transformation", 2004).
func (s *search) compared(n *form.Node, a, b int32, left *int) (toTrue, toFalse float64) {
	at, arm := a, func(x int32) (float64, float64) { return s.compared(n, x, b, left) }
	if s.form.Nodes[a].Op != form.Ite {
		at, arm = b, func(x int32) (float64, float64) { return s.compared(n, a, x, left) }
	}
	if *left--; s.form.Nodes[at].Op == form.Ite && *left > 0 {
		args := s.form.Nodes[at].Args
		yes, no := arm(args[1])
		otherwise, not := arm(args[2])
		return s.either(args[0], yes, otherwise), s.either(args[0], no, not)
	}
	kind := s.form.Nodes[a].Kind
	gap := s.gap(n.Op, kind, s.nodes[a], s.nodes[b])
	if form.EvalOp(n.Op, form.Bool, kind, s.nodes[a], s.nodes[b], 0) != 0 {
		return 0, gap
	}
	return gap, 0
}

// either returns the distance of a choice between two terms from their distances.
func (s *search) either(condition int32, a, b float64) float64 {
	return min(s.truths[condition].toTrue+a, s.truths[condition].toFalse+b)
}

// gap returns the distance of two values that are compared from where the comparison changes. It grows as the logarithm, so that
// no comparison outweighs all others.
func (s *search) gap(op form.Op, kind form.Kind, a, b int64) float64 {
	signed := kind.Signed()
	if op.Float() {
		if isNaN(kind, a) || isNaN(kind, b) {
			return farthest
		}
		a, b, signed = keyOf(kind, a), keyOf(kind, b), true
	}
	d := float64(uint64(b) - uint64(a))
	if signed && a > b || !signed && uint64(a) > uint64(b) {
		d = float64(uint64(a) - uint64(b))
	}
	return 1 + math.Log2(1+d)
}

// keyOf returns the place of a floating-point number among those of its kind: neighbours differ by one.
func keyOf(k form.Kind, v int64) int64 {
	if k == form.Uint32 {
		if v&math.MinInt32 != 0 {
			return -(v & math.MaxInt32)
		}
		return v
	}
	if v < 0 {
		return -(v & math.MaxInt64)
	}
	return v
}

// ofKey returns the floating-point number at a place.
func ofKey(k form.Kind, key int64) int64 {
	if key >= 0 {
		return key
	}
	if k == form.Uint32 {
		return -key | 1<<31
	}
	return -key | math.MinInt64
}

// lastKey is the place of infinity.
func lastKey(k form.Kind) int64 {
	if k == form.Uint32 {
		return 0x7f800000
	}
	return 0x7ff << 52
}

func isNaN(k form.Kind, v int64) bool {
	key := keyOf(k, v)
	return key > lastKey(k) || key < -lastKey(k)
}
