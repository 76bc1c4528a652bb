package judge

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// batchSize is how many solutions are collected before they are handed to the worker. When the
// search stalls, fewer are handed over.
const batchSize = 256

// A Crew is the goroutines of a job: the current one, which finds or receives inputs, and the
// worker's.
type Crew struct {
	Worker *Worker
	work   chan *wire.Batch
	// done reports that the batch is finished, or that the goroutine is gone.
	done chan signal
	// pos is how many inputs of the last batch were run, size how many it has. Over says that no
	// more inputs are wanted. Cur are the inputs of the next batch.
	pos, size int
	Over      bool
	Cur       wire.Batch
	effort    effort
}

type signal uint8

const (
	finished signal = iota
	gone
)

// NewCrew starts the goroutine of a worker.
func NewCrew(w *Worker) *Crew {
	c := &Crew{Worker: w, work: make(chan *wire.Batch), done: make(chan signal)}
	go c.run()
	return c
}

// Add takes one more solution and reports whether another is wanted.
func (c *Crew) Add(stream []int64) bool {
	c.Cur.Add(stream)
	if c.Cur.Len() < batchSize && !c.Worker.watch.Hurry() {
		return true
	}
	return c.Flush()
}

// addFound is Add for a solution that the search found after this much work.
func (c *Crew) addFound(stream []int64, work int64) bool {
	if c.effort.ended(work) {
		c.Flush()
		c.Over = true
		return false
	}
	c.effort.at = append(c.effort.at, c.effort.before+work)
	return c.Add(stream)
}

// Flush runs the solutions collected so far. It reports whether another is wanted.
func (c *Crew) Flush() bool {
	more := c.runBatch(&c.Cur)
	c.Cur.Reset()
	c.effort.at = c.effort.at[:0]
	c.Worker.watch.Calm()
	return more
}

// runBatch runs a batch and reports whether another is wanted.
func (c *Crew) runBatch(b *wire.Batch) bool {
	if c.Over || b.Len() == 0 {
		return !c.Over
	}
	c.pos, c.size = 0, b.Len()
	for {
		c.work <- b
		if <-c.done == finished {
			return !c.Over
		}
		go c.run()
	}
}

// Full reports whether the job ended because the last input of the last batch reached its limit of
// calls. All inputs that were offered have then been run.
func (c *Crew) Full() bool {
	return c.Over && c.pos == c.size && !c.Worker.watch.Ended() &&
		c.Worker.job.Limit > 0 && c.Worker.Board.Called() >= c.Worker.job.Limit
}

// Close ends the worker's goroutine.
func (c *Crew) Close() { close(c.work) }

// run is the worker's goroutine.
func (c *Crew) run() {
	alive := false
	defer func() {
		if !alive {
			c.Worker.resolvePending(true)
			c.nextInput()
			c.done <- gone
		}
	}()
	for b := range c.work {
		for c.pos < b.Len() && !c.Over {
			c.Worker.runInput(b.At(c.pos))
			c.Worker.resolvePending(false)
			c.nextInput()
		}
		c.done <- finished
	}
	alive = true
}

// nextInput goes on to the next input, of the same solution or of the next one.
func (c *Crew) nextInput() {
	if c.Worker.job.AfterFailure >= 0 && (c.Worker.Now.failed || c.Worker.job.Failed) {
		c.effort.fails(c.pos)
	}
	if !c.Worker.endInput() {
		c.pos++
	}
	c.Over = c.Over || !c.Worker.wantsMore() || c.effort.beyond(c.pos)
}
