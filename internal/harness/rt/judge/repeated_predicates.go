package judge

import (
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
)

// A precondition that holds and fails for the same input, because it depends on
// the order of a map, on the clock or on what calls leave behind, would make
// counts that mean nothing. So of the first inputs of a job each one is
// evaluated again, and that of a report many times.
const (
	againInputs = 256
	againTimes  = 2
	againReport = 64
)

// unstable is the panic of a precondition that gives two answers.
type unstable struct{}

func (unstable) Error() string {
	return "it holds and does not hold for the same input, when it is evaluated several times"
}

// again evaluates a precondition again that has just been evaluated.
func (w *Worker) again(i int, holds bool) {
	times := againReport
	if w.On.Complete == nil {
		if w.count.repeated == nil {
			w.count.repeated = make([]int, w.Target.Pre)
		}
		if w.count.repeated[i] >= againInputs {
			return
		}
		w.count.repeated[i]++
		times = againTimes
	}
	for range times {
		w.rewind()
		if w.C.Pre(i) != holds {
			panic(unstable{})
		}
	}
}

// An untouched is what an input was before a precondition was evaluated; its zero
// value is that of an input which is not compared.
type untouched struct{ text string }

// untouchedInputs is how many of the first inputs of a job are compared.
const untouchedInputs = 64

// untouched notes what the input is, if it is one of the first.
func (w *Worker) untouched(i int) untouched {
	if w.On.Complete != nil || w.count.repeated != nil && w.count.repeated[i] >= untouchedInputs {
		return untouched{}
	}
	return untouched{inputs(w.C)}
}

// changed notes that a precondition changed its input.
func (w *Worker) changed(i int, before untouched) {
	if before.text == "" {
		return
	}
	if after := inputs(w.C); after != "" && after != before.text {
		w.Board.NoteChanged(i)
	}
}

// inputs is a text that is equal as long as the inputs are; empty where some equal
// no others, as those that hold a channel, which a context makes when it is asked.
func inputs(c read.Case) string {
	var b strings.Builder
	for _, p := range c.Inputs() {
		text, _, opaque := memory.Canon(p)
		if opaque != "" {
			return ""
		}
		b.WriteString(text)
		b.WriteByte(0)
	}
	return b.String()
}
