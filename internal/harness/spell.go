package harness

import (
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/value"
)

// spell returns the stream of inputs of these shapes with the calls of every
// state spelled out.
func spell(shapes []value.Shape, stream []int64, states []wire.Known) []int64 {
	return decode.Spell(shapes, stream, func(builder int, number int64) ([]int64, bool) {
		if builder >= len(states) {
			return nil, false
		}
		state, ok := states[builder].At(number)
		if !ok {
			return nil, false
		}
		return state.Stream, true
	})
}
