package judge

import (
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
)

// A precondition may both hold and fail for one input, if it depends on the order of a map, on the clock or on
// state that calls leave behind. Counts would then mean nothing. So each precondition is evaluated again for the
// first inputs of a job, and many times for a single input that is reported.
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

// repeatPrecondition repeats the evaluation of a precondition that was just evaluated, and panics
// if the answers differ.
func (w *Worker) repeatPrecondition(i int, holds bool) {
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

// An inputText is a text of an input before a precondition is evaluated. The zero value means that
// the input is not compared.
type inputText struct{ text string }

// untouchedInputs is how many of the first inputs of a job are compared.
const untouchedInputs = 64

// textOfInput returns a text of the input, if it is one of the first and the code may write to it.
func (w *Worker) textOfInput(i int) inputText {
	if w.Target.Reads || w.On.Complete != nil || w.count.repeated != nil && w.count.repeated[i] >= untouchedInputs {
		return inputText{}
	}
	return inputText{inputs(w.C)}
}

// noteChange checks whether a precondition changed its input.
func (w *Worker) noteChange(i int, before inputText) {
	if before.text == "" {
		return
	}
	if after := inputs(w.C); after != "" && after != before.text {
		w.Board.NoteChanged(i)
	}
}

// inputs returns a text that is the same as long as the inputs are equal. It returns "" if a value never equals
// another, such as one with a channel, which some contexts create on first use.
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
