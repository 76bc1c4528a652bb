package laws

import (
	"cmp"
	"context"
	"slices"

	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// Limits of conditional laws: the greatest size of a condition and of a side, the numbers of terms
// used as sides, of conditions, of candidates and of laws shown, and the least number of samples for
// which a condition holds.
const (
	conditionSize    = 4
	conditionalSide  = 5
	conditionalTerms = 1500
	mostConditions   = 60
	mostCandidates   = 4000
	conditionalShown = 40
	conditionHolds   = 10
)

// A condition is a call of a predicate with variables and constants, or with negated set
// that this is false.
type condition struct {
	term    *terms.Term
	negated bool
	// holds are the samples for which it holds, count is how many.
	holds []bool
	count int
	// known holds the equations that follow from the condition and the first used of the conditional
	// laws, facts the predicates that have one value then. replaced holds the terms that variables are equal to under the condition, in the order of
	// substitution.
	known    *terms.System
	used     int
	facts    []fact
	replaced []*terms.Substitution
	// closure is the congruence of the equations, or nil before its first use; chained are the calls with which the conditions of
	// laws were found satisfied in it.
	closure *terms.Closure
	chained map[chained]bool
}

// A candidate is an equation that holds for all samples for which a condition does.
type candidate struct {
	*condition
	left, right *terms.Term
}

func (c candidate) size() int { return c.term.Size + c.left.Size + c.right.Size }

// A conditions finds conditional laws.
type conditions struct {
	*explorer
	// list holds the sides, seen their values for each sample.
	list []*terms.Term
	seen map[*terms.Term][]uint64
	// yes and no are true and false.
	yes, no *terms.Term
	// general are the laws without a condition, with free variables.
	general [][2]*terms.Term
	// laws are those found, and for each that concludes c from d that !d follows from !c.
	laws []*law
}

// conditional finds equations that hold under a condition, the smallest first. It leaves out those
// that follow from others and from the laws. more means that there may be further ones.
func (x *explorer) conditional(ctx context.Context) (found []*law, more bool, err error) {
	if x.truths.yes < 0 || x.truths.no < 0 {
		return nil, false, nil
	}
	c := &conditions{explorer: x, seen: map[*terms.Term][]uint64{}}
	c.yes, c.no = x.system.Normalize(x.Apply(x.truths.yes, nil)), x.system.Normalize(x.Apply(x.truths.no, nil))
	for _, l := range x.laws {
		left, right := x.Generalize(l.left, l.right)
		c.general = append(c.general, [2]*terms.Term{left, right})
	}
	c.list = x.small(conditionalSide)
	c.list = c.list[:min(len(c.list), conditionalTerms)]
	rows := make([]int, len(c.list))
	for i, t := range c.list {
		rows[i] = x.rows[t]
	}
	seen, err := x.eval.Seen(ctx, rows)
	if err != nil {
		return nil, false, err
	}
	for i, t := range c.list {
		c.seen[t] = seen[i]
	}
	var all []candidate
	for _, cond := range c.conditions() {
		all = append(all, c.candidates(cond)...)
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(a.size()-b.size(), constants(a.term)-constants(b.term), b.count-a.count, after(a.negated)-after(b.negated), terms.Compare(a.left, b.left), terms.Compare(a.right, b.right), terms.Compare(a.term, b.term))
	})
	for i, a := range all {
		if i == mostCandidates || len(found) == conditionalShown {
			return found, true, nil
		}
		l, err := c.confirm(ctx, a)
		if err != nil {
			return nil, false, err
		}
		if l != nil {
			found = append(found, l)
		}
	}
	return found, false, nil
}

// conditions lists what holds for some samples and not for others.
func (c *conditions) conditions() (out []*condition) {
	yes, no := c.seen[c.yes], c.seen[c.no]
	if yes == nil || no == nil {
		return nil
	}
	for _, t := range c.list {
		boolean := func(a *terms.Term) bool { return a.Sort == t.Sort }
		if t.Sort != c.yes.Sort || t.Size > conditionSize || t.Depth != 2 || len(t.Vars()) == 0 || slices.ContainsFunc(t.Args, boolean) {
			continue
		}
		for _, wanted := range []uint64{yes[0], no[0]} {
			d := &condition{term: t, negated: wanted == no[0], holds: make([]bool, len(yes))}
			for i, h := range c.seen[t] {
				if d.holds[i] = h == wanted; d.holds[i] {
					d.count++
				}
			}
			if d.count >= conditionHolds && d.count < len(yes) {
				out = append(out, d)
			}
		}
		if len(out) >= mostConditions {
			break
		}
	}
	return out
}

// candidates pairs each term with the smallest that is the same where a condition holds,
// or with the undefined value.
func (c *conditions) candidates(cond *condition) (out []candidate) {
	type key struct {
		sort int
		hash uint64
	}
	first := map[key]*terms.Term{}
	for _, t := range c.list {
		k := key{sort: t.Sort}
		undefined := true
		for i, h := range c.seen[t] {
			if cond.holds[i] {
				k.hash = (k.hash^h)*0x9e3779b97f4a7c15 + h>>29 + 1
				undefined = undefined && h == 0
			}
		}
		right := first[k]
		switch {
		case undefined:
			right = c.None(t.Sort)
		case right == nil:
			first[k] = t
			continue
		}
		about := func(v int) bool { return slices.Contains(t.Vars(), v) || slices.Contains(right.Vars(), v) }
		outside := slices.ContainsFunc(cond.term.Vars(), func(v int) bool { return !about(v) })
		if t != cond.term && right != cond.term && !outside && !apart(t, right, cond.term) && t.Size+right.Size+cond.term.Size <= c.limits.Size+conditionSize {
			out = append(out, candidate{cond, t, right})
		}
	}
	return out
}

// constants is how many arguments of a condition are constants. What is said of all values comes before what is said of one.
func constants(condition *terms.Term) (n int) {
	for _, a := range condition.Args {
		n += after(len(a.Args) == 0 && a.Symbol != terms.Variable)
	}
	return n
}

// apart tells whether one side of a conditional equation shares no variable with the other and the condition. Then
// both are constant, which is two laws or none.
func apart(l, r, condition *terms.Term) bool {
	alone := func(t, other *terms.Term) bool {
		shared := func(v int) bool { return slices.Contains(other.Vars(), v) || slices.Contains(condition.Vars(), v) }
		return len(t.Vars()) > 0 && !slices.ContainsFunc(t.Vars(), shared)
	}
	return alone(l, r) || alone(r, l)
}

// confirm compares the sides for all assignments that satisfy the condition, unless the equation
// follows from known. It returns nil if this is not a new law.
func (c *conditions) confirm(ctx context.Context, a candidate) (*law, error) {
	c.learn(a.condition)
	left, right := c.replace(a.condition, a.left), c.replace(a.condition, a.right)
	if len(a.replaced) > 0 && len(left.Vars())+len(right.Vars()) == 0 {
		return nil, nil // A law about a single value says no more than that the condition holds for no other.
	}
	if a.known.Follows(left, right) {
		return nil, nil
	}
	none, other := a.right.Symbol == terms.Undefined, a.right
	if none {
		other = a.left
	}
	out, err := c.compare(ctx, a.left, other, a.condition, 0)
	if err != nil || out.Differ > 0 || none != (out.Undefined == out.Tried) || !c.supported(a, out) {
		return nil, err
	}
	l := &law{left: a.left, right: a.right, outcome: out, condition: a.condition}
	follows := c.congruent(l)
	c.laws = append(c.laws, l) // What follows from it is to be found by rewriting, too.
	if other := c.contraposed(l); other != nil {
		c.laws = append(c.laws, other)
	}
	if follows {
		return nil, nil
	}
	return l, nil
}

// open makes the variables free that a condition does not have: what holds under it does for all their values.
func (c *conditions) open(cond *condition, t *terms.Term) *terms.Term {
	return c.Free(t, c.replace(cond, cond.term).Vars())
}

// truth returns the value of the condition's term if the condition holds.
func (c *conditions) truth(d *condition) *terms.Term {
	if d.negated {
		return c.no
	}
	return c.yes
}

// contraposed returns the contrapositive of l, or nil if the negated conclusion is not a possible
// condition.
func (c *conditions) contraposed(l *law) *law {
	if l.right != c.yes && l.right != c.no || c.seen[l.left] == nil {
		return nil
	}
	opposite := c.no
	if l.condition.negated {
		opposite = c.yes
	}
	return &law{left: l.condition.term, right: opposite, condition: &condition{term: l.left, negated: l.right == c.yes}}
}

// after is 1 for what comes later.
func after(later bool) int {
	if later {
		return 1
	}
	return 0
}
