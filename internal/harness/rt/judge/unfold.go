package judge

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// An unfolding makes the inputs of a solution that leaves choices open until the input runs.
type unfolding struct {
	w       *Worker
	choices *read.Choices
	Asking  *read.Callbacks
	Drawing *read.Drawing
	// Form measures solutions if only inputs of exactly the job's level count. The others were run
	// at a smaller depth.
	Form *form.Form
	// solution is the current solution, level and size are its measures. again says that the input
	// is not its first.
	solution    []int64
	level, size int64
	again       bool
	// drawn is how many inputs of the solution were drawn, in a job that samples. choicesMet are
	// the choices that these made.
	drawn      int64
	choicesMet map[string]bool
	// failures and classes belong to the current input. They count when all of the input is known.
	failures []bufferedFailure
	classes  []bool
	called   bool
	// declined says that the function under test rejected the input.
	declined bool
	// before are the counters after the job's last input. They are kept if the job has a part of
	// the inputs and counts these as they run.
	before []int64
}

type bufferedFailure struct {
	wire.Failure
	*Ending
}

// newUnfolding returns nil for a target whose solutions leave no choices open.
func newUnfolding(w *Worker) *unfolding {
	t := w.Target
	if !t.Chooses() {
		return nil
	}
	u := &unfolding{w: w, classes: make([]bool, t.Classes), choices: read.NewChoices(w.Board, w.job.Portion)}
	u.choices.Follow(w.job.Resume)
	u.Drawing = read.NewDrawing(u.choices)
	if t.Asks {
		u.Asking = read.NewAsking(u.choices, w.job.Depth, w.job.Answers)
		u.Asking.Use()
		w.Input.Tables, w.twin.Tables = &u.Asking.Tables, &u.Asking.Tables
	}
	return u
}

// begin starts the next input of a solution. A whole stream is itself the input. It returns the
// stream that the constructors read.
func (u *unfolding) begin(stream []int64) []int64 {
	b := u.w.Board
	u.w.at(wire.Building, 0)
	if u.w.job.Whole && !u.again {
		solution, script, ok := wire.Split(stream)
		if !ok {
			u.w.On.Fault("the stream is not one of an input with choices")
		}
		u.solution = solution
		u.choices.Follow(script)
	} else if !u.again {
		u.solution = stream
	}
	if !u.again && u.Form != nil {
		level, size, err := u.Form.Measure(u.solution)
		if err != nil {
			u.w.On.Fault(err.Error())
		}
		u.level, u.size = int64(level), int64(size)
	}
	if seed := u.w.job.Sample; seed != 0 {
		if !u.again {
			u.drawn, u.choicesMet = 0, nil
		}
		u.choices.Seed(seed+uint64(u.drawn), u.solution)
	}
	b.Unfold(u.solution, u.level, u.again)
	if u.choices.Open(u.solution) {
		u.before = b.Counters(u.before[:0])
	}
	u.choices.Begin()
	u.Drawing.Begin()
	u.failures, u.called, u.declined = u.failures[:0], false, false
	clear(u.classes)
	if u.Asking != nil {
		u.Asking.Begin()
	}
	return u.solution
}

// end counts the input that has just run and reports its failures. It reports whether the solution
// has another input.
func (u *unfolding) end() (more bool) {
	w, b := u.w, u.w.Board
	if k := u.Asking; k != nil {
		k.Quiet = true
		w.Now.failed = false
		switch counts := u.choices.Ours() && u.ofLevel() && u.isNewChoice(); {
		case k.Input.Dropped && counts:
			b.CountRejected()
			b.CountDropped()
		case u.called && counts:
			b.CountCalled()
			if u.declined {
				b.CountDeclined()
			}
			u.report()
		case counts:
			u.report() // A precondition could not be evaluated.
		}
		b.SetPending(false)
		k.Close()
	} else if !u.choices.Ours() {
		b.Recount(u.before)
	}
	u.drawn++
	more = !w.job.Whole && (u.choices.Advance() || u.choices.Drawn() && u.drawsAgain())
	if !more {
		u.choices.Follow(nil)
	}
	u.again = more
	return more
}

// drawsAgain reports whether choices are drawn again for the current solution.
func (u *unfolding) drawsAgain() bool {
	job := u.w.job
	if job.Draws == 0 || job.Samples <= 1 {
		return u.drawn < job.Samples
	}
	return u.drawn < job.Draws && int64(len(u.choicesMet)) < job.Samples
}

// isNewChoice reports whether the choices of a sampled input differ from those of all earlier
// inputs of its solution.
func (u *unfolding) isNewChoice() bool {
	if u.w.job.Samples <= 1 || u.w.job.Sample == 0 {
		return true
	}
	key := u.choices.Key()
	if u.choicesMet[key] {
		return false
	}
	if u.choicesMet == nil {
		u.choicesMet = map[string]bool{}
	}
	u.choicesMet[key] = true
	return true
}

// ofLevel reports whether the input is of the job's level.
func (u *unfolding) ofLevel() bool {
	return u.Form == nil || max(u.level, u.Asking.Input.Level) == u.w.job.Depth
}

// report reports the failures of an input. A function input that was called against its contract
// replaces all other failures.
func (u *unfolding) report() {
	for i, is := range u.classes {
		if is {
			u.w.Board.Classes[i]++
		}
	}
	if f := u.Asking.Input.Broken; f != nil {
		u.failures = []bufferedFailure{{*f, nil}}
	}
	for _, f := range u.failures {
		u.w.Now.failed = true
		u.w.On.Report(f.Failure, f.Ending)
	}
}

// admit draws inputs and evaluates the preconditions, in the order of Steps if inputs are drawn. It
// reports whether all preconditions hold.
func (w *Worker) admit() bool {
	t := w.Target
	drawn := len(t.Steps)
	for drawn > 0 && t.Steps[drawn-1].Draw < 0 {
		drawn--
	}
	if drawn == 0 && w.On.Complete != nil {
		w.On.Complete()
	}
	if len(t.Steps) == 0 {
		for i := range t.Pre {
			if !w.precondition(i) {
				return false
			}
		}
		return true
	}
	for i, s := range t.Steps {
		if s.Draw < 0 {
			if !w.precondition(s.Pre) {
				return false
			}
			continue
		}
		w.at(wire.Pre, s.Pre)
		if !w.C.Draw(s.Draw, w.Unfold.Drawing) {
			if w.Unfold.choices.Ours() {
				w.Board.Reached[s.Pre]++
				w.Board.CountRejected()
			}
			return false
		}
		if i == drawn-1 && w.On.Complete != nil {
			w.On.Complete()
		}
	}
	// After this only answers of functions are chosen.
	return w.Unfold.Asking != nil || w.Unfold.choices.Ours()
}

// precondition evaluates one precondition.
func (w *Worker) precondition(i int) bool {
	b := w.Board
	w.at(wire.Pre, i)
	w.rewind()
	// With functions among the inputs, the preconditions give the same for all answers.
	if w.Unfold != nil && w.Unfold.Asking != nil && (w.Unfold.again || !w.Unfold.ofLevel() || !w.Unfold.choices.Home()) {
		holds, sure := read.Certain(func() bool { return w.C.Pre(i) })
		return holds && sure
	}
	b.Reached[i]++
	before := w.textOfInput(i)
	holds, sure := read.Certain(func() bool { return w.C.Pre(i) })
	w.noteChange(i, before)
	w.repeatPrecondition(i, holds)
	if holds && !sure {
		// It is unknown whether this is an input.
		b.CountVague()
		holds = false
	}
	if holds {
		b.Passed[i]++
	} else {
		b.CountRejected()
	}
	return holds
}
