package solve

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/internal/smt"
	"github.com/rtest-dev/rtest/internal/z3"
)

// A shapeFinder finds all shapes of a size in one check.
type shapeFinder struct {
	watch *z3.Watch
	// steps are the choices that the watched Bools stand for.
	steps []step
	// lits are the Bools that stand for terms in assumptions.
	lits map[*smt.Term]*smt.Term
}

// shapeFinder returns the shape finder of the engine. It is nil if libz3 cannot support it or the
// options exclude it.
func (e *Engine) shapeFinder() (*shapeFinder, error) {
	if e.options.Shapes < 0 {
		return nil, nil
	}
	if e.finderTried && (e.finder == nil || e.finder.watch.Left() > 0) {
		return e.finder, nil
	}
	if e.finder != nil {
		e.finder.watch.Close()
	}
	e.finderTried, e.finder = true, nil
	g := &shapeFinder{lits: make(map[*smt.Term]*smt.Term)}
	var vars []*smt.Term
	asserts := slices.Clone(e.encoding.asserts)
	for i := range e.encoding.vars {
		for a, alt := range e.encoding.vars[i].alts {
			if alt.Op() == smt.Const || len(e.encoding.vars[i].possible) < 2 {
				continue
			}
			lit := e.encoding.Var(fmt.Sprintf("shape%d %d", i, a), smt.Bool)
			asserts = append(asserts, e.encoding.Eq(lit, alt))
			vars = append(vars, lit)
			g.steps = append(g.steps, step{i, a})
			g.lits[alt] = lit
		}
	}
	if len(vars) == 0 {
		return nil, nil
	}
	var err error
	if g.watch, err = e.context.Watch(z3.Config{RLimit: e.options.RLimit}, vars, asserts); err != nil || g.watch == nil {
		return nil, err
	}
	e.finder = g
	return g, nil
}

// literal returns a Bool that is equivalent to a term.
func (g *shapeFinder) literal(e *Engine, t *smt.Term) (*smt.Term, error) {
	if t.Op() == smt.Not {
		l, err := g.literal(e, t.Args()[0])
		if err != nil {
			return nil, err
		}
		return e.encoding.Not(l), nil
	}
	if t.Op() == smt.Var || t.Op() == smt.Const {
		return t, nil
	}
	if l := g.lits[t]; l != nil {
		return l, nil
	}
	l := e.encoding.Var(fmt.Sprintf("assumed%d", len(g.lits)), smt.Bool)
	g.lits[t] = l
	return l, g.watch.Assert(e.encoding.Eq(l, t))
}

// A shape is a size and the alternatives of the realized variables that have several; other
// variables have -1.
type shape struct {
	size  int64
	taken []int
}

func compareShapes(a, b shape) int {
	return cmp.Or(cmp.Compare(a.size, b.size), slices.Compare(a.taken, b.taken))
}

// allShapes finds the shapes with the steps so far and a size from low to high, in order. ok is
// false if there are too many, or if Z3 gives up or cannot find them together.
func (w *walk) allShapes(low, high int64) (list []shape, ok bool, err error) {
	g, err := w.shapeFinder()
	if g == nil || err != nil {
		return nil, false, err
	}
	assume := make([]*smt.Term, 0, len(w.assume)+2)
	for _, t := range append(slices.Clone(w.assume), w.sizeLeast(low), w.sizeMost(high)) {
		l, err := g.literal(w.Engine, t)
		if err != nil {
			return nil, false, err
		}
		if l.IsFalse() {
			return nil, true, nil
		}
		if !l.IsTrue() {
			assume = append(assume, l)
		}
	}
	w.stats.Checks++
	found, status, err := g.watch.All(w.options.Shapes, assume...)
	var fault *z3.Error
	switch {
	case errors.As(err, &fault):
		// A fault of the propagator does not affect the solver.
		w.finder = nil
		return nil, false, nil
	case err != nil || status != z3.Unsat:
		return nil, false, err
	}
	for _, taken := range found {
		list = append(list, w.shapeFrom(g, taken))
	}
	slices.SortFunc(list, compareShapes)
	return list, true, nil
}

// shapeFrom makes a shape from the watched Bools that are true.
func (w *walk) shapeFrom(g *shapeFinder, taken []int32) shape {
	s := shape{taken: make([]int, len(w.form.Vars))}
	for i := range s.taken {
		s.taken[i] = -1
	}
	for _, b := range taken {
		s.taken[g.steps[b].variable] = g.steps[b].alternative
	}
	s.size = w.sizeBy(func(i int) int { return w.alternativeIn(s.taken, i) })
	return s
}

// alternativeIn returns the alternative of a realized choice variable in a shape.
func (w *walk) alternativeIn(shape []int, i int) int {
	if shape[i] < 0 {
		return w.encoding.vars[i].possible[0]
	}
	return shape[i]
}

// shapeOf chooses the alternatives of a shape, from variable i on, and walks its data.
func (w *walk) shapeOf(i int, shape []int) bool {
	i = w.choice(i)
	if i == len(w.chosen) {
		return w.data(nil, true)
	}
	before := w.reach
	w.choose(i, w.alternativeIn(shape, i))
	ok := w.shapeOf(i+1, shape)
	w.unchoose(i, before)
	return ok
}
