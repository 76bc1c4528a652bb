// Package generalize describes what failing inputs have in common. It makes a vocabulary of
// conditions in the words of the contract, and finds the simplest one, or combination of two, that
// holds only for failing inputs. It reads counts of inputs and runs nothing.
package generalize

import (
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

const (
	// minCovered is the least number of failing inputs that a condition covers. A single failing
	// input is described by its counterexample. It gets a condition only if there are manyInputs or
	// more, and the condition costs at most simplestCost: nil, empty or zero.
	minCovered   = 2
	manyInputs   = 4
	simplestCost = 1
	// A condition that covers only some of the failing inputs is a single atom. It covers at least
	// one in minShare of them and costs at most plainCost.
	minShare  = 4
	plainCost = 8
)

// Explain sets f.General to the simplest condition that covers failing inputs of a group and no
// others, or f.Always if every input fails. All and fail count the inputs and the failing ones.
// Example has the atoms that hold for the counterexample shown; nil means unknown.
func (v *Vocabulary) Explain(c *refine.Contract, f *event.Failure, example *harness.Bits, all, fail Counts) {
	s := &selector{Vocabulary: v, clause: f.Violated, example: example, all: all, fail: fail, failing: fail.Sum()}
	total := all.Sum()
	if s.failing == total {
		f.Always = total >= minCovered
		return
	}
	s.sort()
	found := s.simplest()
	if found == nil || found.covered < minCovered && (total < manyInputs || found.cost > simplestCost) {
		return
	}
	few := found.covered <= total/2
	g := &event.General{Cond: found.text, Not: found.not, Simple: found.cost <= plainCost/2 && few, Failing: s.failing, Covered: found.covered}
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
	// clause is what failed. It is no explanation of itself.
	clause *refine.Clause
	// example has the atoms that hold for the counterexample. A condition that covers only some
	// failing inputs must cover this one. It is nil if unknown.
	example   *harness.Bits
	all, fail Counts
	failing   int64
	// exact are the atoms that hold for failing inputs only. necessary are those that hold for all
	// failing inputs. useful are the others that hold for some. covers counts, for each atom, the
	// failing inputs.
	exact, necessary, useful []int
	covers                   []int64
}

// A choice is a condition that holds for failing inputs only.
type choice struct {
	text, not string
	inputs    []int
	covered   int64
	cost      int
}

// sort classifies the atoms as exact, necessary or useful. Of atoms that hold for the same inputs
// it keeps the simplest.
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

// simplest returns the best condition, or nil. A condition that covers all failing inputs comes
// first: a single atom, then a conjunction of two, then a disjunction. Otherwise it is the one that
// covers most.
func (s *selector) simplest() *choice {
	for _, i := range s.exact {
		if s.covers[i] == s.failing {
			return s.choice([]int{i}, false, s.failing)
		}
	}
	if c := s.bestConjunction(s.necessary, s.failing); c != nil {
		return c
	}
	if c := s.bestDisjunction(); c != nil {
		return c
	}
	var best *choice
	for _, i := range s.exact {
		if s.example != nil && !s.example.Has(i) {
			continue
		}
		if s.covers[i]*minShare >= s.failing && s.words[i].cost <= plainCost && (best == nil || s.covers[i] > best.covered) {
			best = s.choice([]int{i}, false, s.covers[i])
		}
	}
	return best
}

// bestConjunction returns the cheapest conjunction of two atoms that holds for failing inputs only,
// and for at least the given number of them.
func (s *selector) bestConjunction(among []int, least int64) *choice {
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

// bestDisjunction returns the cheapest disjunction of two exact atoms that covers all failing
// inputs.
func (s *selector) bestDisjunction() *choice {
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
	if w, ok := s.mergeOffByOne(atoms); or && ok {
		c.text, c.not = s.guarded(&w, nil, false)
		return c
	}
	c.text, c.not = join(yes, yesOp), join(no, noOp)
	return c
}

// mergeOffByOne merges a disjunction of two atoms into one word if it can: a == n-1 || a >= n.
func (s *selector) mergeOffByOne(atoms []int) (w word, ok bool) {
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

// guarded returns the texts of a word and of its opposite, with the guards under which the word has
// a meaning. It omits a guard that holds for all inputs for which the word is evaluated. In a
// conjunction these are the inputs for which the words before it hold, in a disjunction those for
// which none does.
func (s *selector) guarded(w *word, before []int, or bool) (text, not string) {
	yes, no := []string{w.text}, []string{w.not}
	for i := len(w.guards) - 1; i >= 0; i-- {
		g := w.guards[i]
		if s.occurs(g.not, before, or) {
			yes, no = slices.Insert(yes, 0, g.text), slices.Insert(no, 0, g.not)
		}
	}
	return join(yes, " && "), join(no, " || ")
}

// occurs reports whether there is an input for which the word text holds and the words before hold
// too; with or, one for which none of these holds. It returns true if text is no atom, because then
// that is unknown.
func (s *selector) occurs(text string, before []int, or bool) bool {
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

// join joins conditions, with parentheses where they are needed.
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

// Counts has the number of inputs for each set of atoms that hold.
type Counts map[harness.Bits]int64

// Sum returns the total number of inputs.
func (c Counts) Sum() (n int64) {
	for _, k := range c {
		n += k
	}
	return n
}
