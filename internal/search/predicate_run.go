package search

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/renaming"
	"github.com/rtest-dev/rtest/internal/search/ways"
)

// A predicateRun evaluates the test of a form during the search. After each decision it advances,
// as soon as the variable it waits for is decided. When the test fails, the search decides no
// further variables.
type predicateRun struct {
	solver *Solver
	run    form.Run
	answer form.Answer
	// starting says that the run has not begun, so it waits for no variable yet.
	starting bool
	// data says that values of data variables come from the residual.
	data bool
	ways *ways.Ways
	// renaming numbers objects; nil if the form does.
	renaming *renaming.Renaming
	// rejections counts all rejections, including those in parts that are searched twice.
	rejections int64
	collection
}

func newPredicateRun(s *Solver) *predicateRun {
	e := &predicateRun{solver: s, ways: ways.New(s.form, s.stop.Ask), starting: true, collection: collection{limit: collectLimit}}
	e.collection.residual = s.data
	e.run = s.form.Test.Start(e.value)
	if s.form.Renaming != nil {
		e.renaming = renaming.New(s.form)
	}
	return e
}

// value returns the value of a variable of the form; known is false if it is not decided.
func (e *predicateRun) value(v int32) (x int64, known bool) {
	t := &e.solver.program.Net
	form := &e.solver.form.Vars[v]
	switch realized := t.Dom[e.solver.program.Realized[v]]; {
	case realized.Hi == 0, realized.Lo == 0 && t.Hierarchy.Drops.DroppedAbove(v) >= 0:
		return form.Default, true
	case realized.Lo == 0:
		return 0, false
	}
	d := t.Dom[v]
	if e.data && !d.Fixed() {
		r := e.solver.data
		d = r.net.Dom[r.localVariable(v)]
	}
	return interval.Key(form.Kind, d.Lo), d.Fixed()
}

// beginShape prepares for the data of a shape.
func (e *predicateRun) beginShape() {
	if e.renaming == nil {
		return
	}
	drops := e.solver.program.Net.Hierarchy.Drops
	e.renaming.Begin(func(yield func(v int32) bool) {
		for i := int32(0); int(i) < len(drops.IsDropped); i++ {
			if drops.IsDropped[i] {
				i = drops.End[i] - 1
			} else if !yield(i) {
				return
			}
		}
	}, e.value)
}

// values returns the keys that need be tried for a data variable.
func (e *predicateRun) values(v int32) renaming.Values {
	if e.renaming == nil {
		return renaming.Any()
	}
	return e.renaming.Values(v, e.value)
}

// waitsNoMore reports whether the variable for which the run waits has been decided.
func (e *predicateRun) waitsNoMore() bool {
	_, known := e.value(e.run.Waits())
	return known
}

// fits reports whether what is decided may become a solution of the shape with its objects in the order
// of the form.
func (e *predicateRun) fits() bool { return e.renaming == nil || e.renaming.Fits(e.value) }

// number numbers the objects of the solution in the stream in the order of the form. It returns false
// if there is an object to which nothing refers, or if the shape is another one in that order.
func (e *predicateRun) number() bool {
	if e.renaming == nil {
		return true
	}
	numbered, ok := e.renaming.Order(e.solver.stream)
	copy(e.solver.stream, numbered)
	return ok
}

// advanceTest advances the test over what is decided. Unless the test fails, it calls then. It
// returns false to stop the search.
func (s *Solver) advanceTest(then func() bool) bool {
	e := s.predicate
	if e == nil || e.answer == form.Holds {
		return then()
	}
	if !e.starting {
		if _, known := e.value(e.run.Waits()); !known {
			return then()
		}
	}
	state, starting := e.run.Save(), e.starting
	e.answer, e.starting = e.run.Advance(), false
	ok := true
	if e.answer == form.Fails {
		ok = s.reject()
	} else {
		ok = then()
	}
	e.run.Restore(state)
	e.answer, e.starting = form.Waits, starting
	return ok
}

// reject counts the inputs that the test rejects at this point. It returns false to stop the
// search.
func (s *Solver) reject() bool {
	c := &s.predicate.collection
	c.resetRejections()
	ok := c.reject(s.predicate.ways.Solutions(s.size, s.predicate.value))
	c.commit()
	return ok
}

// A keySet is some keys of a variable of a residual: base + i for bit i or, of a wide variable, those
// of a span.
type keySet struct {
	x    int32
	base int64
	bits uint64
	span interval.Interval
	wide bool
}

// decideSet decides the variable for which the test waits among some keys. If the test waits to
// compare it, it advances once for all keys for which the comparison gives the same, because it then
// does the same. So a comparison that fails rejects them together.
func (c *collection) decideSet(keys keySet) bool {
	e := c.residual.solver.predicate
	holds, ok := c.split(keys)
	if !ok {
		return c.decideKeys(keys)
	}
	for _, outcome := range [2]bool{true, false} {
		side := keys
		if side.bits &= holds; !outcome {
			side.bits = keys.bits &^ holds
		}
		if bits.OnesCount64(side.bits) < 2 {
			ok = c.decideKeys(side)
		} else {
			state := e.run.Save()
			e.run.Suppose(outcome)
			e.answer = e.run.Advance()
			ok = c.decideSide(side)
			e.run.Restore(state)
			e.answer = form.Waits
		}
		if !ok || c.tooMany {
			return ok
		}
	}
	return true
}

// decideSide continues with keys under which the test has advanced.
func (c *collection) decideSide(side keySet) bool {
	r, e := c.residual, c.residual.solver.predicate
	switch {
	case e.answer == form.Fails:
		return c.reject(c.openUnder(side))
	case e.answer == form.Waits && e.run.Waits() == r.vars[side.x]:
		return c.decideSet(side)
	case e.renaming != nil && e.renaming.Refers(r.vars[side.x]):
		// Which objects a reference may be to depends on what is decided before it.
		return c.decideKeys(side)
	}
	return c.postpone(side)
}

// postpone continues with a variable that has one of some keys, which is decided when the test needs it.
func (c *collection) postpone(side keySet) bool {
	r, e, ok := c.residual, c.residual.solver.predicate, true
	mark, before := len(r.net.Trail), c.among[side.x]
	c.among[side.x] = side
	if !r.net.NarrowBits(side.x, side.bits) || !r.net.Propagate() {
		ok = r.solver.fail()
	} else if e.answer == form.Waits && e.waitsNoMore() {
		ok = c.advanceTest()
	} else {
		ok = c.decideRead()
	}
	r.net.Undo(mark)
	c.among[side.x] = before
	return ok
}

// decideKeys decides a variable, key by key.
func (c *collection) decideKeys(keys keySet) bool {
	for ; keys.bits != 0; keys.bits &= keys.bits - 1 {
		if !c.decideKey(keys.x, keys.base+int64(bits.TrailingZeros64(keys.bits))) {
			return false
		}
		if c.tooMany {
			break
		}
	}
	return true
}

// split returns the keys for which the comparison at which the test waits holds. ok is false if the
// test does not wait at one, or if there are fewer than three keys.
func (c *collection) split(keys keySet) (holds uint64, ok bool) {
	if bits.OnesCount64(keys.bits) < 3 {
		return 0, false
	}
	r := c.residual
	for left := keys.bits; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		is, ok := r.solver.predicate.run.Outcome(interval.Key(r.net.Cells[keys.x].Kind, keys.base+int64(i)))
		if !ok {
			return 0, false
		}
		if is {
			holds |= 1 << i
		}
	}
	return holds, true
}

// countKeys counts the keys, and those without the exact level.
func (c *collection) countKeys(keys keySet) (all, below int64) {
	if keys.wide {
		return c.countSpan(keys.x, keys.span)
	}
	for left := keys.bits; left != 0; left &= left - 1 {
		all++
		if !c.need || !c.residual.exact[keys.x].include(keys.base+int64(bits.TrailingZeros64(left))) {
			below++
		}
	}
	return all, below
}

// openUnder returns how many assignments the undecided variables have with one of some keys.
func (c *collection) openUnder(keys keySet) (n int64) {
	all, below := c.openBut(keys.x)
	for left := keys.bits; left != 0; left &= left - 1 {
		more := all - below
		if c.need && c.residual.exact[keys.x].include(keys.base+int64(bits.TrailingZeros64(left))) {
			more = all
		}
		n = ways.Plus(n, more)
	}
	return n
}

// The search asks whether to go on every quitEvery counts, such as rejected inputs.
const quitEvery = 256

// A Judge evaluates the test of a form on complete solutions, for engines that do not run the test.
type Judge struct {
	form   *form.Form
	run    form.Run
	values []int64
}

// NewJudge returns a judge of a form that has a test. It is not safe for concurrent use.
func NewJudge(f *form.Form) *Judge {
	j := &Judge{form: f, values: make([]int64, len(f.Vars))}
	j.run = f.Test.Start(func(v int32) (int64, bool) { return j.values[v], true })
	return j
}

// Rejects reports whether the test fails on a solution. If so, it adds to the test's count of
// rejected inputs. The errors are those of form.Eval.
func (j *Judge) Rejects(stream []int64) (bool, error) {
	if _, _, err := j.form.Assign(stream, j.values); err != nil {
		return false, err
	}
	state := j.run.Save()
	fails := j.run.Advance() == form.Fails
	if fails {
		j.run.Spared(j.run.Part(), 1, 0)
	}
	j.run.Restore(state)
	return fails, nil
}
