package states

import (
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// Parse reads a stream in which states are spelled out as call sequences. It returns nil if the
// stream does not fit the shapes.
func (b *Types) Parse(shapes []value.Shape, stream []int64) []*decode.Node {
	return decode.Parse(shapes, stream, decode.Callees(func(i int, index int64) (decode.Callee, bool) {
		x := b.Builder(i)
		if index < 0 || index >= int64(len(x.Callees)) {
			return nil, false
		}
		return x.Callees[index], true
	}))
}

// Takes returns the shapes of a call's inputs and the number of drawn ones.
func (c *Callee) Takes() (inputs []value.Shape, drawn int) {
	return c.Shapes, len(c.Contract.Drawn())
}
