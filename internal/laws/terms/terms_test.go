package terms

import "testing"

// The signature of the tests: a constant, a function of one argument, two of two, all of
// one sort.
const (
	zero = iota
	minus
	plus
	times
)

type algebra struct {
	*Bank
	*System
}

func newAlgebra() algebra {
	b := NewBank([]Symbol{zero: {}, minus: {Args: []int{0}}, plus: {Args: []int{0, 0}}, times: {Args: []int{0, 0}}})
	return algebra{b, NewSystem(b, []*Term{b.Var(0, 0)}, 8)}
}

func (a algebra) v(slot int) *Term       { return a.Var(slot, 0) }
func (a algebra) zero() *Term            { return a.Apply(zero, nil) }
func (a algebra) minus(x *Term) *Term    { return a.Apply(minus, []*Term{x}) }
func (a algebra) plus(x, y *Term) *Term  { return a.Apply(plus, []*Term{x, y}) }
func (a algebra) times(x, y *Term) *Term { return a.Apply(times, []*Term{x, y}) }
func (a algebra) law(l, r *Term)         { a.Add(a.Generalize(l, r)) }

func TestFollows(t *testing.T) {
	a := newAlgebra()
	x, y, z := a.v(0), a.v(1), a.v(2)
	a.law(a.plus(x, y), a.plus(y, x))
	a.law(a.plus(a.plus(x, y), z), a.plus(x, a.plus(y, z)))
	a.law(a.plus(x, a.zero()), x)
	a.law(a.plus(x, a.minus(x)), a.zero())
	for _, e := range []struct {
		l, r    *Term
		follows bool
	}{
		{a.plus(z, a.plus(y, x)), a.plus(a.plus(x, y), z), true},
		{a.plus(a.plus(x, y), a.plus(x, z)), a.plus(a.plus(z, y), a.plus(x, x)), true},
		// A compound term is greater than the constant, a variable is less.
		{a.plus(a.zero(), a.times(x, y)), a.times(x, y), true},
		{a.plus(a.times(x, y), a.zero()), a.times(x, y), true},
		{a.plus(a.minus(x), x), a.zero(), true},
		{a.plus(a.minus(a.times(x, y)), a.times(x, y)), a.zero(), true},
		{a.plus(a.plus(x, y), a.minus(x)), y, true},
		{a.minus(a.minus(x)), x, true},
		{a.minus(a.zero()), a.zero(), true},
		{a.plus(x, y), x, false},
		{a.times(x, y), a.times(y, x), false},
		{a.minus(x), x, false},
	} {
		if a.Follows(e.l, e.r) != e.follows {
			t.Errorf("equation of sizes %d and %d: follows is %t", e.l.Size, e.r.Size, !e.follows)
		}
	}
}

// If a term does not depend on a variable, its normal form contains no variable that a rule may
// replace.
func TestIndependentOfVariable(t *testing.T) {
	a := newAlgebra()
	x, y := a.v(0), a.v(1)
	a.law(a.minus(x), a.minus(y))
	a.law(a.times(x, a.minus(y)), a.zero())
	if !a.Follows(a.minus(a.zero()), a.minus(x)) {
		t.Error("-0 == -x does not follow from -x == -y")
	}
	if !a.Follows(a.times(y, a.minus(x)), a.zero()) || !a.Follows(a.times(a.times(x, y), a.minus(y)), a.zero()) {
		t.Error("x * -y == 0 has instances that do not follow")
	}
	if a.Follows(a.times(x, x), a.zero()) || a.Follows(a.times(x, y), a.zero()) {
		t.Error("x * x == 0 follows, of which nothing is known")
	}
}

// An undefined argument makes a call undefined.
func TestUndefined(t *testing.T) {
	a := newAlgebra()
	x := a.v(0)
	a.law(a.minus(a.zero()), a.None(0))
	if n := a.Normalize(a.plus(x, a.minus(a.zero()))); n != a.None(0) {
		t.Errorf("a call with an undefined argument has a normal form of size %d", n.Size)
	}
	if a.Follows(a.minus(x), a.None(0)) {
		t.Error("-x is undefined, though -0 only is")
	}
}

// A law that loses a variable says nothing of calls in which that is undefined.
func TestUndefinedArgument(t *testing.T) {
	a := newAlgebra()
	x, y := a.v(0), a.v(1)
	a.law(a.minus(a.zero()), a.None(0))
	a.law(a.times(x, y), x)
	a.law(a.plus(a.minus(x), y), a.minus(a.times(y, x)))
	if n := a.Normalize(a.times(x, y)); n != x {
		t.Errorf("x * y is not x, but of size %d", n.Size)
	}
	if a.Follows(x, a.None(0)) || a.Follows(x, y) {
		t.Error("all is undefined, or the same")
	}
}

func TestGreater(t *testing.T) {
	a := newAlgebra()
	x, y := a.v(Pattern), a.v(Pattern+1)
	for _, e := range []struct {
		l, r    *Term
		greater bool
	}{
		{a.plus(x, a.zero()), x, true},
		{a.plus(x, y), a.plus(y, x), false},
		{a.plus(a.plus(x, y), x), a.plus(x, a.plus(y, x)), true},
		{a.minus(x), y, false},
		{a.times(x, y), a.plus(x, y), true},
		{a.times(x, y), a.plus(x, x), false},
	} {
		if Greater(e.l, e.r) != e.greater {
			t.Errorf("sizes %d and %d: greater is %t", e.l.Size, e.r.Size, !e.greater)
		}
	}
}

// An instance of an equation is found where an argument is equal to a lesser one that the equation has.
func TestClosureLeastArguments(t *testing.T) {
	a := newAlgebra()
	x, y, z := a.v(Pattern), a.v(Pattern+1), a.v(Pattern+2)
	c := NewClosure(a.Bank, 17)
	c.Assume(a.times(a.plus(x, y), z), a.times(x, a.plus(y, z)))
	c.Assume(a.plus(x, x), a.zero())
	c.Assume(a.times(a.zero(), x), a.zero())
	if !c.Equal(a.times(a.v(0), a.plus(a.v(0), a.v(1))), a.zero()) {
		t.Error("x * (x + y) is (x + x) * y, that is 0 * y, but not 0")
	}
	if c.Equal(a.times(a.v(0), a.plus(a.v(1), a.v(0))), a.zero()) {
		t.Error("x * (y + x) is 0")
	}
}
