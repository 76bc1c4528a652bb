// Package generalize says what failing inputs have in common: a vocabulary of conditions in the
// words of the contract, and the simplest of them, or of two combined, that holds of failing
// inputs only. It reads counts of inputs and runs nothing.
package generalize

import (
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

const (
	// fewest is how many failing inputs a condition covers at least: of a
	// single one the counterexample says all, unless it is of the simplest, nil
	// or empty or zero, among many.
	fewest   = 2
	many     = 4
	simplest = 1
	// What covers only some of the failing inputs is a single atom, covers at
	// least one in quarter, and is no more complex than plain.
	quarter = 4
	plain   = 8
)

// Explain finds the simplest condition that covers the failing inputs of a
// group, and nothing else. What holds of the counterexample that is shown is in
// example, nil where that is not known.
func (v *Vocabulary) Explain(c *refine.Contract, f *event.Failure, example *harness.Bits, all, fail Counts) {
	s := &selector{Vocabulary: v, clause: f.Violated, example: example, all: all, fail: fail, failing: fail.Sum()}
	total := all.Sum()
	if s.failing == total {
		f.Always = total >= fewest
		return
	}
	s.sort()
	found := s.simplest()
	if found == nil || found.covered < fewest && (total < many || found.cost > simplest) {
		return
	}
	few := found.covered <= total/2
	g := &event.General{Cond: found.text, Not: found.not, Simple: found.cost <= plain/2 && few, Failing: s.failing, Covered: found.covered}
	for i, in := range c.Inputs() {
		if in.Name != "" && in.Name != "_" && !slices.Contains(found.inputs, i) {
			g.Irrelevant = append(g.Irrelevant, in.Name)
		}
	}
	f.General = g
}

// A selector searches a condition for one group.
type selector struct {
	*Vocabulary
	// clause is what failed: that it fails where it does not hold says nothing.
	clause *refine.Clause
	// example is what holds of the counterexample: a condition that does not
	// cover all failing inputs covers this one. It is nil where nobody knows.
	example   *harness.Bits
	all, fail Counts
	failing   int64
	// exact are the atoms that hold of failing inputs only, necessary those
	// that hold of all failing inputs, useful all others that hold of some.
	exact, necessary, useful []int
	covers                   []int64
}

// A choice is a condition that is exact.
type choice struct {
	text, not string
	inputs    []int
	covered   int64
	cost      int
}

// sort sorts the atoms by what they are good for. Of those that hold of the
// same inputs the simplest stays.
func (s *selector) sort() {
	s.covers = make([]int64, len(s.words))
	seen := map[string]bool{}
	cells := make([]harness.Bits, 0, len(s.all))
	for b := range s.all {
		cells = append(cells, b)
	}
	for i := range s.words {
		if s.clause != nil && s.words[i].clause == s.clause {
			continue
		}
		total := int64(0)
		where := make([]byte, len(cells))
		for k, b := range cells {
			if b.Has(i) {
				where[k] = 1
				s.covers[i] += s.fail[b]
				total += s.all[b]
			}
		}
		if s.covers[i] == 0 || seen[string(where)] {
			continue
		}
		seen[string(where)] = true
		switch {
		case total == s.covers[i]:
			s.exact = append(s.exact, i)
		case s.covers[i] == s.failing:
			s.necessary = append(s.necessary, i)
		default:
			s.useful = append(s.useful, i)
		}
	}
}

// simplest returns the best condition: one that covers all failing inputs, a
// single atom before two that hold together or one of which holds; else one
// that covers most. It is nil where there is none.
func (s *selector) simplest() *choice {
	for _, i := range s.exact {
		if s.covers[i] == s.failing {
			return s.choice([]int{i}, false, s.failing)
		}
	}
	if c := s.both(s.necessary, s.failing); c != nil {
		return c
	}
	if c := s.either(); c != nil {
		return c
	}
	var best *choice
	for _, i := range s.exact {
		if s.example != nil && !s.example.Has(i) {
			continue
		}
		if s.covers[i]*quarter >= s.failing && s.words[i].cost <= plain && (best == nil || s.covers[i] > best.covered) {
			best = s.choice([]int{i}, false, s.covers[i])
		}
	}
	return best
}

// both returns two atoms that together hold of failing inputs only, of at least
// this many.
func (s *selector) both(among []int, least int64) *choice {
	var best *choice
	for n, i := range among {
		for _, j := range among[n+1:] {
			total, covered := int64(0), int64(0)
			for b, k := range s.all {
				if b.Has(i) && b.Has(j) {
					total += k
					covered += s.fail[b]
				}
			}
			price := s.words[i].cost + s.words[j].cost
			if total == covered && covered >= least && (best == nil || price < best.cost) {
				best = s.choice([]int{i, j}, false, covered)
			}
		}
	}
	return best
}

// either returns two exact atoms one of which holds of each failing input.
func (s *selector) either() *choice {
	var best *choice
	for n, i := range s.exact {
		for _, j := range s.exact[n+1:] {
			if s.covers[i]+s.covers[j] < s.failing {
				continue
			}
			covered := int64(0)
			for b, k := range s.fail {
				if b.Has(i) || b.Has(j) {
					covered += k
				}
			}
			price := s.words[i].cost + s.words[j].cost
			if covered == s.failing && (best == nil || price < best.cost) {
				best = s.choice([]int{i, j}, true, covered)
			}
		}
	}
	return best
}

// choice writes a condition of one or two atoms.
func (s *selector) choice(atoms []int, or bool, covered int64) *choice {
	c := &choice{covered: covered}
	yes, no := make([]string, 0, 2), make([]string, 0, 2)
	for n, i := range atoms {
		w := &s.words[i]
		text, not := s.guarded(w, atoms[:n], or)
		c.cost += w.cost
		yes, no = append(yes, text), append(no, not)
		c.inputs = append(c.inputs, w.inputs...)
	}
	yesOp, noOp := " && ", " || "
	if or {
		yesOp, noOp = noOp, yesOp
	}
	if w, ok := s.reaching(atoms); or && ok {
		c.text, c.not = s.guarded(&w, nil, false)
		return c
	}
	c.text, c.not = join(yes, yesOp), join(no, noOp)
	return c
}

// reaching is the word that says what two do of which one holds: a == n-1 or a >= n.
func (s *selector) reaching(atoms []int) (w word, ok bool) {
	if len(atoms) != 2 {
		return w, false
	}
	for i := range atoms {
		near, far := s.words[atoms[i]], s.words[atoms[1-i]]
		a, b := near.atom, far.atom
		switch {
		case a.Y < 0 || a.K != -1 || a.Op != harness.OpEqual || b.K != 0:
		case a.X == b.X && a.Y == b.Y && b.Op == harness.OpGreaterOrEqual, a.X == b.Y && a.Y == b.X && b.Op == harness.OpLessOrEqual:
			near.not = strings.Replace(near.text, " == ", " < ", 1)
			near.text = strings.Replace(near.text, " == ", " >= ", 1)
			return near, true
		}
	}
	return w, false
}

// guarded returns a word and its opposite, with the conditions under which it
// has a meaning as far as these do not hold of all inputs for which it is
// evaluated: those of which the words before it hold, or with or do not.
func (s *selector) guarded(w *word, before []int, or bool) (text, not string) {
	yes, no := []string{w.text}, []string{w.not}
	for i := len(w.guards) - 1; i >= 0; i-- {
		g := w.guards[i]
		if s.happens(g.not, before, or) {
			yes, no = slices.Insert(yes, 0, g.text), slices.Insert(no, 0, g.not)
		}
	}
	return join(yes, " && "), join(no, " || ")
}

// happens tells whether there are inputs of which a word holds, and those
// before it, or with or none of these. Of one that is no atom it is not known.
func (s *selector) happens(text string, before []int, or bool) bool {
	at := slices.IndexFunc(s.words, func(w word) bool { return w.text == text })
	if at < 0 {
		return true
	}
	for b := range s.all {
		if b.Has(at) && !slices.ContainsFunc(before, func(i int) bool { return b.Has(i) == or }) {
			return true
		}
	}
	return false
}

// join joins conditions, in parentheses where they need them.
func join(conds []string, op string) string {
	other := " || "
	if op == other {
		other = " && "
	}
	for i, c := range conds {
		quantified := strings.HasPrefix(c, "forall ") || strings.HasPrefix(c, "exists ")
		if len(conds) > 1 && (strings.Contains(c, other) || quantified) {
			conds[i] = "(" + c + ")"
		}
	}
	return strings.Join(conds, op)
}

// Counts are numbers of inputs by the atoms that hold of them.
type Counts map[harness.Bits]int64

// Sum is how many inputs there are.
func (c Counts) Sum() (n int64) {
	for _, k := range c {
		n += k
	}
	return n
}
