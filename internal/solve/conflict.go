package solve

import (
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/smt"
)

// A step is the assumption that a choice variable has a certain alternative.
type step struct{ variable, alternative int }

// A conflict is a set of steps that no solution of a size from least to most takes together. It is
// stored under the last of them; others are the rest.
type conflict struct {
	least, most int64
	others      []step
}

// refuted reports whether the steps so far contain a known conflict. The last step chose
// alternative a of variable i.
func (w *walk) refuted(i, a int) bool {
	for _, c := range w.conflicts[step{i, a}] {
		if c.least <= w.size && w.size <= c.most && w.taken(c.others) {
			return true
		}
	}
	return false
}

func (w *walk) taken(steps []step) bool {
	return !slices.ContainsFunc(steps, func(s step) bool { return w.chosen[s.variable] != s.alternative })
}

// learn stores the conflict that explains the last check, which answered Unsat.
func (w *walk) learn() error {
	if !w.asked {
		return nil
	}
	core, err := w.solve.Core()
	if err != nil {
		return err
	}
	in := make(map[*smt.Term]bool, len(core))
	for _, t := range core {
		in[t] = true
	}
	used := func(t *smt.Term) bool {
		l, err := w.literal(t)
		return err == nil && in[l]
	}
	c := conflict{least: math.MinInt64, most: math.MaxInt64}
	if used(w.sizeLeast(w.size)) {
		c.least = w.size
	}
	if used(w.sizeMost(w.size)) {
		c.most = w.size
	}
	for i, a := range w.chosen {
		if a >= 0 && used(w.encoding.vars[i].alts[a]) {
			c.others = append(c.others, step{i, a})
		}
	}
	if len(c.others) == 0 {
		return nil
	}
	last := c.others[len(c.others)-1]
	c.others = c.others[:len(c.others)-1]
	w.conflicts[last] = append(w.conflicts[last], c)
	return nil
}
