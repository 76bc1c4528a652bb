package rt

import (
	"github.com/rtest-dev/rtest/internal/form"
)

// Choices are what is chosen while an input runs, in order: which value a
// drawn parameter has, and what functions that are inputs answer. How many
// there are, and among how many values, is only known when the input runs; so
// one solution of a form stands for many inputs, which differ in their choices.
// They are tried depth first: the last choice changes first.
type choices struct {
	board *Board
	made  []choice
	// script are the values of the first choices.
	script []int64
	// With sampled set the choices behind the script are drawn from the state
	// random: then a solution stands for one input only.
	sampled bool
	random  form.SplitMix
	// share is what the job has of the inputs of a solution, nil for all.
	share *share
}

// A choice is the index of the value that was chosen, and that of the value to
// be chosen next, -1 for none.
type choice struct{ value, next int64 }

// maxChoices is how many choices of one input have alternatives; those behind
// them are not varied.
const maxChoices = 1 << 16

// begin starts a run with the script.
func (c *choices) begin() {
	c.made = c.made[:0]
	if c.share != nil {
		c.share.begin()
	}
	c.noteShare()
	c.board.choose(c.made)
}

// noteShare notes whether the input in flight is one of the job so far.
func (c *choices) noteShare() {
	foreign := int64(0)
	if !c.share.ours() {
		foreign = 1
	}
	c.board.words[wordForeign] = foreign
}

// choose makes the next choice among so many values, of which some at the end are far. find returns the least
// index from one on that may be chosen, -1 for none. The choice is -1 where
// there is none at all.
func (c *choices) choose(count, far int64, find func(from int64) int64) int64 {
	n := len(c.made)
	v := int64(-1)
	all := find
	if c.share != nil && n < maxChoices {
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
	if n >= maxChoices {
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
	c.made = append(c.made, choice{v, next})
	c.board.choose(c.made)
	return v
}

// pick draws one of so many values: where some are far, as often one of these as one
// of the others, and of them as often any as rather one of the first.
func (c *choices) pick(count, far int64) int64 {
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

// seed makes the choices of a solution random.
func (c *choices) seed(seed uint64, solution []int64) {
	c.sampled, c.random = true, form.SplitMix(seed)
	for _, v := range solution {
		c.random = form.SplitMix(c.draw() ^ uint64(v))
	}
}

func (c *choices) draw() uint64 { return c.random.Next() }

// advance prepares the choices of the next run of the same solution, and tells
// whether there is one.
func (c *choices) advance() bool {
	c.script = following(c.made)
	return c.script != nil
}

// following returns the choices behind those that were made, nil for none.
func following(made []choice) []int64 {
	n := len(made)
	for n > 0 && made[n-1].next < 0 {
		n--
	}
	if n == 0 {
		return nil
	}
	next := make([]int64, n)
	for i, m := range made[:n] {
		next[i] = m.value
	}
	next[n-1] = made[n-1].next
	return next
}

// Join returns the stream of an input with choices: the number of values of
// the solution, they themselves, then the choices.
func Join(solution, choices []int64) []int64 {
	s := make([]int64, 0, 1+len(solution)+len(choices))
	s = append(s, int64(len(solution)))
	return append(append(s, solution...), choices...)
}

// Split undoes Join; ok is false where the stream is none.
func Split(stream []int64) (solution, choices []int64, ok bool) {
	if len(stream) == 0 || stream[0] < 0 || stream[0] > int64(len(stream)-1) {
		return nil, nil, false
	}
	n := 1 + stream[0]
	return stream[1:n:n], stream[n:], true
}

// choose notes the choices of the input in flight.
func (b *Board) choose(made []choice) {
	n := len(made)
	solution := b.words[wordLength] - b.words[wordChoices]
	if n > 0 {
		b.made[2*n-2], b.made[2*n-1] = made[n-1].value, made[n-1].next
		copy(b.stream[min(solution+int64(n)-1, int64(len(b.stream))):], []int64{made[n-1].value})
	}
	b.words[wordChoices], b.words[wordLength] = int64(n), solution+int64(n)
	if b.flush != nil {
		b.at(b.Stage())
	}
}

// unfold notes that an input of a solution is in flight; again says that it is
// not the first.
func (b *Board) unfold(solution []int64, level int64, again bool) {
	w := b.words
	if !again {
		w[wordTaken]++
	}
	w[wordChoices], w[wordAnswered], w[wordBroken], w[wordLevel] = 0, 0, 0, level
	w[wordLength] = int64(1 + len(solution))
	b.stream[0] = int64(len(solution))
	copy(b.stream[1:], solution)
	w[wordSeq]++
}

// broken notes a demand on arguments that was not met.
func (b *Board) broken(f *Failure) {
	b.words[wordDemand], b.words[wordBroken] = int64(f.Clause), int64(f.Index+1)
}

// Broken returns the demand that was not met, nil for none.
func (b *Board) Broken() *Failure {
	if b.words[wordBroken] == 0 {
		return nil
	}
	return &Failure{Cause: Callback, Stage: Calling, Index: int(b.words[wordBroken] - 1), Clause: int(b.words[wordDemand])}
}

// Pending tells whether the input in flight was not counted as called yet, and
// its level so far.
func (b *Board) Pending() (pending bool, level int64) {
	return b.words[wordPending] != 0, max(b.words[wordLevel], b.words[wordAnswered])
}

// Strange is the number of questions that other goroutines asked, and of those
// that came after the call was over.
func (b *Board) Strange() (strange, late int64) { return b.words[wordStrange], b.words[wordLate] }

// Foreign tells whether the input in flight is one of other parts.
func (b *Board) Foreign() bool { return b.words[wordForeign] != 0 }

// Dropped is the number of inputs for which there was no answer.
func (b *Board) Dropped() int64 { return b.words[wordDropped] }

// Vague is the number of inputs of which not all clauses were judged.
func (b *Board) Vague() int64 { return b.words[wordVague] }

// Declined is the number of inputs that a bare target rejected by a panic.
func (b *Board) Declined() int64 { return b.words[wordDeclined] }

// Choices returns the choices of the input in flight, and those of the next one
// that comes of the same solution, nil when there is none.
func (b *Board) Choices() (made, next []int64) {
	var list []choice
	for i := range b.words[wordChoices] {
		list = append(list, choice{b.made[2*i], b.made[2*i+1]})
		made = append(made, b.made[2*i])
	}
	return made, following(list)
}
