package laws

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// learn completes cond.known: it adds the condition itself and the laws whose conditions are satisfied
// by all samples that satisfy this one.
func (c *conditions) learn(cond *condition) {
	if cond.known == nil {
		cond.known, cond.used, cond.facts = c.system.Copy(), 0, c.given(cond)
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

// given is what a condition says: that its predicate has a value, and with it all that laws make of the predicate. Laws about a general
// condition hold for it by that, as one about x <= y does where the condition is 0 <= y.
func (c *conditions) given(cond *condition) []fact {
	facts := []fact{{cond.term, cond.negated}}
	for _, e := range c.general {
		for i, side := range e {
			sub := &terms.Substitution{}
			other := e[1-i]
			if side.Symbol != terms.Variable && terms.Match(side, cond.term, sub) && !slices.ContainsFunc(other.Vars(), func(v int) bool { return sub.Get(v) == nil }) {
				facts = append(facts, fact{c.Substitute(other, sub), cond.negated})
			}
		}
	}
	return facts
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

// A chained is a term that satisfies the condition of a law, given by its number.
type chained struct {
	law  int
	term *terms.Term
}

// mostChained limits the instances of laws in the congruence of one condition.
const mostChained = 1000

// congruent reports whether a law follows by congruence from the unconditional laws, its condition,
// and the instances of earlier laws whose conditions are satisfied then. If not, it adds the law to the congruence.
func (c *conditions) congruent(l *law) bool {
	d := l.condition
	if d.closure == nil {
		d.closure, d.chained = c.explorer.closure(), map[chained]bool{}
		d.closure.Join(d.term, c.truth(d))
		if c.truths.equal[d.term.Symbol] && !d.negated {
			d.closure.Join(d.term.Args[0], d.term.Args[1])
		}
		for _, e := range c.general {
			d.closure.Assume(e[0], e[1])
		}
	}
	d.closure.Add(l.left)
	d.closure.Add(l.right)
	for c.chains(d) {
	}
	if d.closure.Equal(l.left, l.right) {
		return true
	}
	d.closure.Join(l.left, l.right)
	d.closure.Assume(c.open(d, l.left), c.open(d, l.right))
	return false
}

// chains adds the instances of laws to the congruence of a condition that have conditions which are satisfied by it. It returns false if there are no
// more of them.
func (c *conditions) chains(d *condition) (more bool) {
	for i, l := range c.laws {
		pattern, truth := c.Free(l.condition.term, nil), c.truth(l.condition)
		for _, t := range d.closure.Calls(pattern.Symbol) {
			k, sub := chained{i, t}, &terms.Substitution{}
			if len(d.chained) == mostChained || d.chained[k] || t.Size > c.limits.Size || !terms.Match(pattern, t, sub) || !d.closure.Equal(t, truth) {
				continue
			}
			d.chained[k], more = true, true
			d.closure.Assume(c.Substitute(c.Free(l.left, nil), sub), c.Substitute(c.Free(l.right, nil), sub))
		}
	}
	return more
}
