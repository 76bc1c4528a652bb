package search

import (
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
