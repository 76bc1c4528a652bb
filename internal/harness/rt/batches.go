package rt

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// batchSize is how many solutions are collected before they are handed to the
// worker; a lull in the search hands over fewer.
const batchSize = 256

// A crew is the goroutines of a job: the present one, which finds inputs or
// receives them, and the worker's.
type crew struct {
	w    *worker
	work chan *wire.Batch
	// done tells that the batch is finished, or that the goroutine is gone.
	done chan signal
	// pos is the number of inputs of the last batch that were run, size that
	// of all its inputs; over says that no more are wanted.
	pos, size int
	over      bool
	cur       wire.Batch
	effort    effort
}

type signal uint8

const (
	finished signal = iota
	gone
)

func newCrew(w *worker) *crew {
	c := &crew{w: w, work: make(chan *wire.Batch), done: make(chan signal)}
	go c.run()
	return c
}

// add takes one more solution and tells whether another is wanted.
func (c *crew) add(stream []int64) bool {
	c.cur.Add(stream)
	if c.cur.Len() < batchSize && !c.w.watch.Hurry() {
		return true
	}
	return c.flush()
}

// find is add for a solution that the search found with so much work.
func (c *crew) find(stream []int64, work int64) bool {
	if c.effort.ended(work) {
		c.flush()
		c.over = true
		return false
	}
	c.effort.at = append(c.effort.at, c.effort.before+work)
	return c.add(stream)
}

// flush runs what was collected.
func (c *crew) flush() bool {
	more := c.do(&c.cur)
	c.cur.Reset()
	c.effort.at = c.effort.at[:0]
	c.w.watch.Calm()
	return more
}

// do runs a batch and tells whether another is wanted.
func (c *crew) do(b *wire.Batch) bool {
	if c.over || b.Len() == 0 {
		return !c.over
	}
	c.pos, c.size = 0, b.Len()
	for {
		c.work <- b
		if <-c.done == finished {
			return !c.over
		}
		go c.run()
	}
}

// full tells whether the job is over because its limit of calls was reached
// by the last input of the last batch: then all were run that were offered.
func (c *crew) full() bool {
	return c.over && c.pos == c.size && !c.w.watch.Ended() &&
		c.w.job.Limit > 0 && c.w.board.Called() >= c.w.job.Limit
}

// close ends the worker's goroutine.
func (c *crew) close() { close(c.work) }

// run is the worker's goroutine.
func (c *crew) run() {
	alive := false
	defer func() {
		if !alive {
			c.w.resolve(true)
			c.step()
			c.done <- gone
		}
	}()
	for b := range c.work {
		for c.pos < b.Len() && !c.over {
			c.w.one(b.At(c.pos))
			c.w.resolve(false)
			c.step()
		}
		c.done <- finished
	}
	alive = true
}

// step goes on to the next input: another of the same solution, or of the next.
func (c *crew) step() {
	if c.w.job.AfterFailure >= 0 && (c.w.now.failed || c.w.job.Failed) {
		c.effort.fails(c.pos)
	}
	if !c.w.over() {
		c.pos++
	}
	c.over = c.over || !c.w.more() || c.effort.beyond(c.pos)
}
