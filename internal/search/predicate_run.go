package search

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/ways"
)

// A predicateRun is the run of a form's test in a search. After each decision the run
// goes on, as soon as what it waits for is decided; where it fails, all that
// was not decided is left as it is.
type predicateRun struct {
	s      *Solver
	run    form.Run
	answer form.Answer
	// starting says that the run has not begun, so that it waits for nothing.
	starting bool
	// data says that the variables are those of the residual.
	data bool
	ways *ways.Ways
	// asked counts what was rejected, parts done twice included.
	asked int64
	collection
}

func newPredicateRun(s *Solver) *predicateRun {
	e := &predicateRun{s: s, ways: ways.New(s.form, s.stop.Ask), starting: true, collection: collection{limit: collectLimit}}
	e.collection.r = s.data
	e.run = s.form.Test.Start(e.value)
	return e
}

// value gives the value of a variable as far as it is decided.
func (e *predicateRun) value(v int32) (x int64, known bool) {
	t := &e.s.prog.Net
	form := &e.s.form.Vars[v]
	switch realized := t.Dom[e.s.prog.Realized[v]]; {
	case realized.Hi == 0, realized.Lo == 0 && t.Rooms.Drops.Dropped(v) >= 0:
		return form.Default, true
	case realized.Lo == 0:
		return 0, false
	}
	d := t.Dom[v]
	if e.data && !d.Fixed() {
		r := e.s.data
		d = r.t.Dom[r.at(v)]
	}
	return interval.Key(form.Kind, d.Lo), d.Fixed()
}

// examined lets the test see what is decided, and where it does not reject the
// input goes on with then. False to stop.
func (s *Solver) examined(then func() bool) bool {
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

// reject counts an input that the test rejects; false to stop.
func (s *Solver) reject() bool {
	c := &s.predicate.collection
	c.forget()
	ok := c.reject(s.predicate.ways.Solutions(s.size, s.predicate.value))
	c.commit()
	return ok
}

// quitEvery is after how many rejected inputs it is asked whether to go on.
const quitEvery = 256
