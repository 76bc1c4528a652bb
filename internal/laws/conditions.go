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
	// closure is the congruence of the equations, or nil before its first use.
	closure *terms.Closure
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
		return cmp.Or(a.size()-b.size(), b.count-a.count, after(a.negated)-after(b.negated), terms.Compare(a.left, b.left), terms.Compare(a.right, b.right), terms.Compare(a.term, b.term))
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
	if single := len(a.replaced) > 0 && len(left.Vars())+len(right.Vars()) == 0; single || a.known.Follows(left, right) {
		return nil, nil // A law about a single value says no more than that the condition holds for no other.
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
	if c.congruent(l) {
		return nil, nil
	}
	c.laws = append(c.laws, l)
	if other := c.contraposed(l); other != nil {
		c.laws = append(c.laws, other)
	}
	return l, nil
}

// congruent reports whether a law follows by congruence from the unconditional laws, its condition,
// and earlier laws with the same condition. If not, it adds the law to the congruence.
func (c *conditions) congruent(l *law) bool {
	d := l.condition
	if d.closure == nil {
		d.closure = c.explorer.closure()
		d.closure.Join(d.term, c.truth(d))
		for _, e := range c.general {
			d.closure.Assume(e[0], e[1])
		}
	}
	if d.closure.Equal(l.left, l.right) {
		return true
	}
	d.closure.Join(l.left, l.right)
	d.closure.Assume(c.open(d, l.left), c.open(d, l.right))
	return false
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

// learn completes cond.known: it adds the condition itself and the laws whose conditions are satisfied
// by all samples that satisfy this one.
func (c *conditions) learn(cond *condition) {
	if cond.known == nil {
		cond.known, cond.used, cond.facts = c.system.Copy(), 0, nil
		if c.truths.equal[cond.term.Symbol] && !cond.negated && c.equate(cond, cond.term.Args[0], cond.term.Args[1]) {
			return
		}
		cond.known.Add(c.replace(cond, cond.term), c.truth(cond))
	}
	for ; cond.used < len(c.laws); cond.used++ {
		l, old := c.laws[cond.used], len(cond.facts)
		for sub := range c.renamings(l.condition.term, l.left, l.right) {
			if !c.implied(cond, c.Substitute(l.condition.term, sub), l.condition.negated) {
				continue
			}
			left, right := c.Substitute(l.left, sub), c.Substitute(l.right, sub)
			if right == c.yes || right == c.no {
				cond.facts = append(cond.facts, fact{left, right == c.no})
			}
			if c.equate(cond, left, right) {
				return
			}
		}
		for i, f := range cond.facts {
			laws := c.laws[:cond.used+1]
			if i < old {
				laws = laws[cond.used:]
			}
			if slices.ContainsFunc(laws, func(l *law) bool { return c.chain(cond, f, l) }) {
				return
			}
		}
	}
}

// A fact says that a predicate is true where a condition holds, or false if negated.
type fact struct {
	term    *terms.Term
	negated bool
}

// chain makes the sides of l equal where a condition holds, if f says that l's condition is satisfied then, of some terms:
// x.Empty() ==> x.Equal(x.Rest()) chains with x.Equal(y) ==> x.Size() == y.Size(). It returns true as equate does.
func (c *conditions) chain(cond *condition, f fact, l *law) bool {
	sub := &terms.Substitution{}
	return f.negated == l.condition.negated && terms.Match(c.Free(l.condition.term, nil), f.term, sub) &&
		c.equate(cond, c.Substitute(c.Free(l.left, nil), sub), c.Substitute(c.Free(l.right, nil), sub))
}

// equate makes two terms equal where a condition holds. A variable that is equal to a term
// without it is replaced by that; then all is learned anew, and equate returns true.
func (c *conditions) equate(cond *condition, l, r *terms.Term) bool {
	l, r = c.replace(cond, l), c.replace(cond, r)
	if l.Symbol != terms.Variable {
		l, r = r, l
	}
	if l.Symbol != terms.Variable || slices.Contains(r.Vars(), l.Slot) || r.Symbol == terms.Undefined {
		cond.known.Add(l, r)
		cond.known.Add(c.open(cond, l), c.open(cond, r))
		return false
	}
	sub := &terms.Substitution{}
	sub.Set(l.Slot, r)
	cond.replaced = append(cond.replaced, sub)
	cond.known = nil
	c.learn(cond)
	return true
}

// replace puts into t what variables are equal to where a condition holds.
func (c *conditions) replace(cond *condition, t *terms.Term) *terms.Term {
	for _, sub := range cond.replaced {
		t = c.Substitute(t, sub)
	}
	return t
}

// implied reports whether a predicate is true, or false if negated, for all samples that satisfy a
// condition.
func (c *conditions) implied(cond *condition, t *terms.Term, negated bool) bool {
	wanted := c.yes
	if negated {
		wanted = c.no
	}
	seen, truth := c.seen[c.system.Normalize(t)], c.seen[wanted][0]
	if seen == nil {
		return false
	}
	for i, h := range seen {
		if cond.holds[i] && h != truth {
			return false
		}
	}
	return true
}

// renamings yields all ways to put variables for those of some terms.
func (c *conditions) renamings(of ...*terms.Term) func(func(*terms.Substitution) bool) {
	var vars []int
	for _, t := range of {
		for _, v := range t.Vars() {
			if !slices.Contains(vars, v) {
				vars = append(vars, v)
			}
		}
	}
	return func(yield func(*terms.Substitution) bool) {
		by := make([]int, len(vars))
		var place func(i int) bool
		place = func(i int) bool {
			if i == len(vars) {
				sub := &terms.Substitution{}
				for k, v := range vars {
					sub.Set(v, c.Var(by[k], c.slotted[v]))
				}
				return yield(sub)
			}
			for slot, sort := range c.slotted {
				if sort == c.slotted[vars[i]] && !c.isSpare(slot) {
					if by[i] = slot; !place(i + 1) {
						return false
					}
				}
			}
			return true
		}
		place(0)
	}
}

// after is 1 for what comes later.
func after(later bool) int {
	if later {
		return 1
	}
	return 0
}
