package judge

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/search"
)

// batchSize is how many solutions are collected at first before they are handed to the worker,
// batchMost how many later, and batchNumbers how many numbers of theirs. When the search stalls, fewer
// are handed over.
const (
	batchSize    = 256
	batchMost    = 8192
	batchNumbers = 1 << 16
)

// A Crew is the goroutines of a job: the current one, which finds or receives inputs, and the worker's.
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

// collector returns what the search puts solutions into.
func (c *Crew) collector() *search.Collector {
	most := int64(batchSize)
	if limit := c.Worker.job.Limit; limit > 0 {
		most = min(most, limit)
	}
	return &search.Collector{Most: int(most), MostNumbers: batchNumbers, Soon: c.Worker.watch.Hurried()}
}

// runFound runs the solutions that the search has found. It reports whether others are wanted.
func (c *Crew) runFound(found *search.Collector) bool {
	if c.Over && found.N > 0 {
		c.size++ // There are more than the job wanted.
		found.Reset()
		return false
	}
	c.Cur, c.effort.at = wire.BatchOf(found.Rows), true
	n, more := found.N, c.Flush()
	if n == found.Most && c.Worker.job.Limit == 0 {
		found.Most = min(2*found.Most, batchMost)
	}
	if c.Over {
		found.Most = 1 // The next one shows that there are more.
	}
	found.Reset()
	return more
}

// Flush runs the solutions collected so far. It reports whether another is wanted.
func (c *Crew) Flush() bool {
	more := c.runBatch(&c.Cur)
	c.Cur.Reset()
	c.effort.at = false
	c.Worker.watch.Calm()
	return more
}

// runBatch runs a batch and reports whether another is wanted.
func (c *Crew) runBatch(b *wire.Batch) bool {
	if c.Over || b.Len() == 0 {
		return !c.Over
	}
	c.pos, c.size = 0, b.Len()
	if c.beyond(0) {
		c.Over = true
		return false
	}
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
			if !c.runsPlainly() {
				c.Worker.runInput(b.At(c.pos))
			} else if c.Worker.runInputs(b, &c.pos) {
				c.Over = c.Over || !c.Worker.wantsMore()
				continue
			}
			c.Worker.resolvePending(false)
			c.nextInput()
		}
		c.done <- finished
	}
	alive = true
}

// nextInput proceeds to the next input, of the same solution or of the next one.
func (c *Crew) nextInput() {
	if c.Worker.job.AfterFailure >= 0 && (c.Worker.Now.failed || c.Worker.job.Failed) {
		c.fails(c.pos)
	}
	if !c.Worker.endInput() {
		c.pos++
	}
	c.Over = c.Over || !c.Worker.wantsMore() || c.beyond(c.pos)
}
