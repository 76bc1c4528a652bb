package read

import (
	"encoding/binary"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// Choices are the choices made while an input runs, in order: the value of a drawn parameter, and the answers of
// function inputs. Their number, and the number of alternatives of each, are known only when the input runs. So
// one solution of a form represents many inputs, which differ in their choices. They are tried depth first: the
// last choice changes first.
type Choices struct {
	board *wire.Board
	made  []wire.Choice
	// script are the values of the first choices.
	script []int64
	// With sampled set, the choices after the script are drawn from random. A solution then represents one input
	// only.
	drawn  bool
	random form.SplitMix
	// share is the job's share of the inputs of a solution, or nil for all.
	share *share
}

// NewChoices returns choices for the portion p of the inputs.
func NewChoices(b *wire.Board, p wire.Portion) *Choices {
	return &Choices{board: b, share: newShare(p)}
}

// Follow makes script the first choices of the next run.
func (c *Choices) Follow(script []int64) { c.script = script }

// Open begins the inputs of another solution. It reports whether the portion may lack some of them.
func (c *Choices) Open(solution []int64) (part bool) {
	if c.share != nil {
		c.share.Open(solution)
	}
	return c.share != nil
}

// Ours reports whether the input in flight belongs to the portion if no further choice is made.
func (c *Choices) Ours() bool { return c.share.Ours() }

// Home reports whether the first of all inputs of the solution belongs to the portion.
func (c *Choices) Home() bool { return c.share.Home() }

// Drawn reports whether choices were drawn for the input, so that others can be drawn.
func (c *Choices) Drawn() bool { return c.drawn && len(c.made) > 0 }

// Key returns a text that identifies the choices made.
func (c *Choices) Key() string {
	key := make([]byte, 0, 8*len(c.made))
	for _, m := range c.made {
		key = binary.AppendVarint(key, m.Value)
	}
	return string(key)
}

// Begin starts a run with the script.
func (c *Choices) Begin() {
	c.made = c.made[:0]
	if c.share != nil {
		c.share.Begin()
	}
	c.noteShare()
	c.board.Choose(c.made)
}

// noteShare notes on the board whether the input in flight belongs to the portion so far.
func (c *Choices) noteShare() {
	c.board.SetForeign(!c.share.Ours())
}

// choose makes the next choice among count values. The last far ones are outside the bounds. find returns the
// least allowed index from its argument on, or -1. The choice is -1 if no index is allowed.
func (c *Choices) choose(count, far int64, find func(from int64) int64) int64 {
	n := len(c.made)
	v := int64(-1)
	all := find
	if c.share != nil && n < wire.MaxChoices {
		find = c.share.within(count, all)
	}
	switch {
	case n < len(c.script):
		// Code that is not deterministic may ask other questions.
		v = find(c.script[n])
	case c.drawn && count > 0:
		v = find(c.pick(count, far))
	}
	if v < 0 {
		v = find(0)
	}
	if n >= wire.MaxChoices {
		return v
	}
	next := int64(-1)
	if v >= 0 && !c.drawn {
		next = find(v + 1)
	}
	if c.share != nil {
		c.share.chosen(v, count, v < 0 && all(0) >= 0)
		c.noteShare()
	}
	if v < 0 {
		return v
	}
	c.made = append(c.made, wire.Choice{Value: v, Next: next})
	c.board.Choose(c.made)
	return v
}

// pick draws one of count values. If the last far ones are outside the bounds, it takes these half
// of the time, and half of these times prefers the first of them.
func (c *Choices) pick(count, far int64) int64 {
	from := int64(0)
	if far > 0 {
		switch near := count - far; {
		case near > 0 && c.draw()&1 == 0:
			count = near
		case c.draw()&1 == 0:
			from, count = near, near+1+int64(c.draw()%uint64(far))
		default:
			from = near
		}
	}
	return from + int64(c.draw()%uint64(count-from))
}

// Seed makes the choices of a solution random. The seed and the solution determine them.
func (c *Choices) Seed(seed uint64, solution []int64) {
	c.drawn, c.random = true, form.SplitMix(seed)
	for _, v := range solution {
		c.random = form.SplitMix(c.draw() ^ uint64(v))
	}
}

func (c *Choices) draw() uint64 { return c.random.Next() }

// Advance prepares the choices of the next run of the same solution. It reports whether there is
// one.
func (c *Choices) Advance() bool {
	c.script = wire.Following(c.made)
	return c.script != nil
}
