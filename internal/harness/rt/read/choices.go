package read

import (
	"encoding/binary"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// Choices are what is chosen while an input runs, in order: which value a
// drawn parameter has, and what functions that are inputs answer. How many
// there are, and among how many values, is only known when the input runs; so
// one solution of a form stands for many inputs, which differ in their choices.
// They are tried depth first: the last choice changes first.
type Choices struct {
	board *wire.Board
	made  []wire.Choice
	// script are the values of the first choices.
	script []int64
	// With sampled set the choices behind the script are drawn from the state
	// random: then a solution stands for one input only.
	sampled bool
	random  form.SplitMix
	// share is what the job has of the inputs of a solution, nil for all.
	share *share
}

// NewChoices returns choices of which a portion is a part of the inputs.
func NewChoices(b *wire.Board, p wire.Portion) *Choices {
	return &Choices{board: b, share: newShare(p)}
}

// Follow makes the first choices of the next run those of the script.
func (c *Choices) Follow(script []int64) { c.script = script }

// Open goes on to the inputs of another solution, and tells whether only some of these
// are of the portion.
func (c *Choices) Open(solution []int64) (part bool) {
	if c.share != nil {
		c.share.Open(solution)
	}
	return c.share != nil
}

// Ours tells whether the input in flight is of the portion if no other choice is made.
func (c *Choices) Ours() bool { return c.share.Ours() }

// Home tells whether the first of all inputs of the solution is of the portion.
func (c *Choices) Home() bool { return c.share.Home() }

// Drawn tells whether choices were drawn for the input, so that others can be.
func (c *Choices) Drawn() bool { return c.sampled && len(c.made) > 0 }

// Key is a text that is the same for the same choices.
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

// noteShare notes whether the input in flight is one of the job so far.
func (c *Choices) noteShare() {
	c.board.SetForeign(!c.share.Ours())
}

// choose makes the next choice among so many values, of which some at the end are far. find returns the least
// index from one on that may be chosen, -1 for none. The choice is -1 where
// there is none at all.
func (c *Choices) choose(count, far int64, find func(from int64) int64) int64 {
	n := len(c.made)
	v := int64(-1)
	all := find
	if c.share != nil && n < wire.MaxChoices {
		find = c.share.within(count, all)
	}
	switch {
	case n < len(c.script):
		// Code that does not do the same again may ask other questions.
		v = find(c.script[n])
	case c.sampled && count > 0:
		v = find(c.pick(count, far))
	}
	if v < 0 {
		v = find(0)
	}
	if n >= wire.MaxChoices {
		return v
	}
	next := int64(-1)
	if v >= 0 && !c.sampled {
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

// pick draws one of so many values: where some are far, as often one of these as one
// of the others, and of them as often any as rather one of the first.
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

// Seed makes the choices of a solution random.
func (c *Choices) Seed(seed uint64, solution []int64) {
	c.sampled, c.random = true, form.SplitMix(seed)
	for _, v := range solution {
		c.random = form.SplitMix(c.draw() ^ uint64(v))
	}
}

func (c *Choices) draw() uint64 { return c.random.Next() }

// Advance prepares the choices of the next run of the same solution, and tells
// whether there is one.
func (c *Choices) Advance() bool {
	c.script = wire.Following(c.made)
	return c.script != nil
}
