package search

// A Test is a constraint that no term says: whether code, run on the input,
// returns true. It is put to inputs of which only some variables are decided.
type Test interface {
	// Start returns a run on an input whose variables have the values that
	// value gives; known is false for one that is not decided. The value of a
	// variable that is not realized is its default. Each solver has a run of
	// its own.
	Start(value func(v int32) (x int64, known bool)) Run
}

// A Run is one evaluation of a test, as far as what is decided allows. It is
// told nothing: it asks for the variables that it comes to read, and goes on
// where it waited. It answers at the latest when all variables are decided.
type Run interface {
	// Advance goes on until there is an answer or a variable is needed that is
	// not decided. Once there is an answer it stays, until it is taken back.
	Advance() Answer
	// Waits is the variable for which the run waits.
	Waits() int32
	// Save notes the state of the run and returns its number, Restore takes the
	// run back to it; states are restored in the reverse order.
	Save() int
	Restore(state int)
	// Part is which part of the test has answered Fails, from 0. Spared tells
	// the run how often a part has, in all, and how many inputs were not looked
	// at because they agree with one of those in all that was read.
	Part() int
	Spared(part int, rejected, alike int64)
	// Steps is how much work the run has done since it was started, in steps of
	// the order of one cell revised.
	Steps() int64
}

// An Answer is what a run says of all inputs that agree with what it has read.
type Answer uint8

// The answers.
const (
	Waits Answer = iota
	Holds
	Fails
)

// An exam is the run of a form's test in a search. After each decision the run
// goes on, as soon as what it waits for is decided; where it fails, all that
// was not decided is left as it is.
type exam struct {
	s      *Solver
	run    Run
	answer Answer
	// starting says that the run has not begun, so that it waits for nothing.
	starting bool
	// data says that the variables are those of the residual.
	data bool
	ways *ways
	// asked counts what was rejected, parts done twice included.
	asked int64
	collection
}

func newExam(s *Solver) *exam {
	e := &exam{s: s, ways: newWays(s.form), starting: true, collection: collection{limit: collectLimit}}
	e.collection.r = s.data
	e.run = s.form.Test.Start(e.value)
	return e
}

// value gives the value of a variable as far as it is decided.
func (e *exam) value(v int32) (x int64, known bool) {
	t := &e.s.prog.net
	form := &e.s.form.Vars[v]
	switch realized := t.dom[e.s.prog.realized[v]]; {
	case realized.hi == 0, realized.lo == 0 && t.rooms.drops.dropped(v) >= 0:
		return form.Default, true
	case realized.lo == 0:
		return 0, false
	}
	d := t.dom[v]
	if e.data && !d.fixed() {
		r := e.s.data
		d = r.t.dom[r.at(v)]
	}
	return form.Kind.key(d.lo), d.fixed()
}

// examined lets the test see what is decided, and where it does not reject the
// input goes on with then. False to stop.
func (s *Solver) examined(then func() bool) bool {
	e := s.exam
	if e == nil || e.answer == Holds {
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
	if e.answer == Fails {
		ok = s.reject()
	} else {
		ok = then()
	}
	e.run.Restore(state)
	e.answer, e.starting = Waits, starting
	return ok
}

// reject counts an input that the test rejects; false to stop.
func (s *Solver) reject() bool {
	c := &s.exam.collection
	c.forget()
	ok := c.reject(s.exam.ways.solutions(s.size, s.exam.value))
	c.commit()
	return ok
}

// quitEvery is after how many rejected inputs it is asked whether to go on.
const quitEvery = 256
