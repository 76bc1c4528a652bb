package single

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// asking returns the callbacks of the single input, or nil if it has no functions.
func (v *inputView) asking() *read.Callbacks {
	if v.w.Unfold == nil {
		return nil
	}
	return v.w.Unfold.Asking
}

// sendQuestions sends the questions to functions of the single input to the parent, as they come.
func (v *inputView) sendQuestions() {
	k := v.asking()
	if k == nil {
		return
	}
	v.d.Numbered = true
	k.Tell = func(function int, args any, results []any) {
		d := explain.NewDescriber()
		d.Numbered = true
		v.p.Conn.SendJSON(wire.KindAnswered, wire.Answered{Func: function, Shapes: k.Input.Built, Args: d.Arguments(args), Results: d.Walk(results)})
	}
}
