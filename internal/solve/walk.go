package solve

import (
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/smt"
	"github.com/rtest-dev/rtest/internal/z3"
)

// A walk goes through the solutions of a part of a form in order: by size, then by the alternatives
// of choice variables, then by the values of data variables (data.go). Each step is an assumption
// in addition to those before. Z3 is asked about a branch only if no model at hand shows that it is
// inhabited and no earlier conflict that it is not. So there are about as many checks as inhabited
// shapes and reasons why others are not.
type walk struct {
	*Engine
	part  Part
	yield func([]int64) bool
	// assume are the assumptions of the steps so far.
	assume []*smt.Term
	// chosen are the alternatives of the choice variables so far; -1 for the other variables.
	chosen []int
	// vals are the values of the variables. For variables that are not realized or come later, they
	// are defaults or stale.
	vals []int64
	// reach are the sizes that remain possible after the choices so far.
	reach reach
	// size is the current size.
	size int64
	// limits are the ranks to which the data variables of the shape are confined.
	limits []ranks
	// leaf evaluates the current shape.
	leaf leaf
}

// newWalk starts a walk with the choices that its part prescribes.
func newWalk(e *Engine, p Part, yield func([]int64) bool) (*walk, error) {
	w := &walk{Engine: e, part: p, yield: yield, chosen: make([]int, len(e.form.Vars)), vals: make([]int64, len(e.form.Vars))}
	w.reach.ok = true
	for i := range e.form.Vars {
		w.chosen[i] = -1
		w.vals[i] = e.form.Vars[i].Default
		if e.form.Vars[i].Parent < 0 {
			w.reach = w.reach.plus(e.encoding.vars[i].sizes())
		}
	}
	rest := p.Shape
	for i := w.choice(0); i < len(w.chosen) && len(rest) > 0; i = w.choice(i + 1) {
		a := slices.IndexFunc(e.form.Vars[i].Choice, func(alt form.Alt) bool { return alt.Value == rest[0] })
		if a < 0 {
			return nil, fmt.Errorf("variable %s has no alternative %d", e.form.Vars[i].Name, rest[0])
		}
		w.choose(i, a)
		rest = rest[1:]
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("the shape has %d values more than the form has choices", len(rest))
	}
	return w, nil
}

// realized reports whether variable i is realized, given the choices so far.
func (w *walk) realized(i int) bool {
	p := w.form.Vars[i].Parent
	return p < 0 || w.chosen[p] >= 0 && w.encoding.vars[i].when[w.chosen[p]]
}

// choice returns the first realized choice variable from i on that is not chosen, or the number of
// variables.
func (w *walk) choice(i int) int {
	for ; i < len(w.chosen); i++ {
		if len(w.form.Vars[i].Choice) > 0 && w.chosen[i] < 0 && w.realized(i) {
			return i
		}
	}
	return i
}

// choose chooses an alternative; unchoose undoes that.
func (w *walk) choose(i, a int) {
	v := &w.encoding.vars[i]
	was, now := v.sizes(), v.reach[a]
	w.reach = reach{w.reach.lo - was.lo + now.lo, w.reach.hi - was.hi + now.hi, w.reach.ok && now.ok}
	w.chosen[i] = a
	w.vals[i] = w.form.Vars[i].Choice[a].Value
	w.push(v.alts[a])
}

func (w *walk) unchoose(i int, before reach) {
	w.reach = before
	w.chosen[i] = -1
	w.vals[i] = w.form.Vars[i].Default
	w.pop()
}

func (w *walk) push(t *smt.Term) { w.assume = append(w.assume, t) }

func (w *walk) pop() { w.assume = w.assume[:len(w.assume)-1] }

// check asks Z3 under the steps so far and further assumptions.
func (w *walk) check(more ...*smt.Term) (model, z3.Status, error) {
	if !w.reach.ok {
		return nil, z3.Unsat, nil
	}
	limits, err := w.limited()
	if err != nil {
		return nil, z3.Unknown, err
	}
	return w.Engine.check(slices.Concat(w.assume, limits, more))
}

// sizes walks the sizes in ascending order. Finding all shapes of some sizes also tells whether
// there are any. Z3 is asked for the next inhabited size only after a size without shapes, or if
// shapes cannot be found together.
func (w *walk) sizes() {
	if !w.reach.ok {
		return
	}
	low, high := w.reach.lo, w.reach.hi
	if w.part.Sized {
		low, high = max(low, w.part.Size), min(high, w.part.Size)
	}
	ok := true
	for step := int64(1); low <= high && ok; {
		last := min(low+step-1, high)
		list, all, err := w.allShapes(low, last)
		switch {
		case err != nil:
			w.fail(err)
			return
		case !all && step > 1:
			step = 1
			continue
		case !all:
			low, ok = w.oneByOne(low, high)
			continue
		}
		if len(list) < fewShapes {
			step *= 2
		} else {
			step = 1
		}
		ok = w.walkShapes(list)
		low = last + 1
		if ok && len(list) == 0 && low <= high {
			low, _, ok = w.nextInhabited(low, high)
		}
	}
}

// fewShapes is the number of shapes below which the next step looks at twice as many sizes
// together.
const fewShapes = 1 << 9

// walkShapes walks the given shapes.
func (w *walk) walkShapes(list []shape) bool {
	for _, s := range list {
		w.size = s.size
		if !w.shapeOf(0, s.taken) {
			return false
		}
	}
	return true
}

// oneByOne walks the shapes of the next inhabited size and returns the size after it. ok is false
// to end the walk.
func (w *walk) oneByOne(low, high int64) (next int64, ok bool) {
	size, m, ok := w.nextInhabited(low, high)
	if !ok {
		return 0, false
	}
	w.size = size
	w.push(w.sizeLeast(size))
	w.push(w.sizeMost(size))
	ok = w.shapes(0, m)
	w.pop()
	w.pop()
	return size + 1, ok
}

// nextInhabited returns the next inhabited size, with a model if Z3 can tell. ok is false to end
// the walk.
func (w *walk) nextInhabited(low, high int64) (size int64, m model, ok bool) {
	size, m, status, err := w.leastInhabited(low, high)
	if err != nil {
		return 0, nil, w.fail(err)
	}
	return size, m, status != z3.Unsat
}

// leastInhabited returns the least size from low to high that has a solution, and a model of it. If
// Z3 cannot tell, it returns low and no model.
func (w *walk) leastInhabited(low, high int64) (int64, model, z3.Status, error) {
	var best model
	for low <= high {
		m, status, err := w.check(w.sizeLeast(low), w.sizeMost(high))
		switch {
		case err != nil:
			return 0, nil, status, err
		case status == z3.Unknown:
			return low, nil, status, nil
		case status == z3.Unsat && best == nil:
			return 0, nil, status, nil
		case status == z3.Unsat:
			return high + 1, best, z3.Sat, nil
		}
		best = m
		high = w.sizeOf(m) - 1
	}
	return high + 1, best, z3.Sat, nil
}

// sizeOf returns the size of a solution.
func (w *walk) sizeOf(m model) int64 {
	return w.sizeBy(func(i int) int { return w.alternative(m, i) })
}

// sizeBy returns the size if the realized choice variables have the given alternatives.
func (w *walk) sizeBy(alternative func(i int) int) int64 {
	var size int64
	alts := make([]int, len(w.form.Vars))
	for i := range w.form.Vars {
		fv := &w.form.Vars[i]
		alts[i] = -1
		if len(fv.Choice) == 0 || fv.Parent >= 0 && (alts[fv.Parent] < 0 || !w.encoding.vars[i].when[alts[fv.Parent]]) {
			continue
		}
		alts[i] = alternative(i)
		size += int64(fv.Choice[alts[i]].Size)
	}
	return size
}

// shapes walks the alternatives of the choice variables from i on. m is a model of the steps so
// far, or nil if Z3 could not tell whether there is one. It returns false to end the walk.
func (w *walk) shapes(i int, m model) bool {
	i = w.choice(i)
	if i == len(w.chosen) {
		return w.data(m, m != nil)
	}
	before := w.reach
	for _, a := range w.encoding.vars[i].possible {
		w.choose(i, a)
		ok := true
		if w.reach.ok && w.reach.lo <= w.size && w.size <= w.reach.hi {
			ok = w.alternativeOf(i, a, m)
		}
		w.unchoose(i, before)
		if !ok {
			return false
		}
	}
	return true
}

// alternativeOf walks the solutions with alternative a of variable i, which is chosen.
func (w *walk) alternativeOf(i, a int, m model) bool {
	if m == nil || w.alternative(m, i) != a {
		if w.refuted(i, a) {
			return true
		}
		var status z3.Status
		var err error
		if m, status, err = w.check(); err != nil {
			return w.fail(err)
		}
		switch {
		case status == z3.Unsat:
			if err := w.learn(); err != nil {
				return w.fail(err)
			}
			return true
		case status == z3.Unknown && w.spent():
			return w.noteUndecided() // Nothing would confine the shapes below.
		}
	}
	return w.shapes(i+1, m)
}

// yieldSolution yields a solution. It returns false to end the walk.
func (w *walk) yieldSolution(x []int64) bool {
	if w.stop.Load() {
		return w.fail(z3.ErrInterrupted)
	}
	if w.until > 0 {
		w.until = w.stats.Checks + w.options.Checks
	}
	return w.yield(x)
}

// fail ends the walk with an error.
func (w *walk) fail(err error) bool {
	w.Engine.err = err
	return false
}

// noteUndecided records that Z3 cannot decide the current shape, or a part of it. It returns false
// to end the walk.
func (w *walk) noteUndecided() bool {
	w.stats.Holes++
	if w.Engine.err == nil {
		w.Engine.err = w.undecided(true, w.size)
	}
	return w.stats.Holes <= int64(w.options.Holes)
}

// undecided returns the error that names the steps so far.
func (w *walk) undecided(sized bool, size int64) error {
	p := Part{Sized: sized, Size: size}
	for i, a := range w.chosen {
		if a >= 0 {
			p.Shape = append(p.Shape, w.form.Vars[i].Choice[a].Value)
		}
	}
	return &Undecided{Part: p, Where: w.describe(p, w.chosen), Reason: w.solve.Reason()}
}
