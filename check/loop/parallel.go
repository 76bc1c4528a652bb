package loop

import (
	"iter"
	"slices"
	"sync"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/internal/fault"
)

const (
	// aheadDepths is how many depths are searched at once, aheadStreams how many
	// inputs are handed on together, fewer where they have aheadNumbers, aheadBatches
	// how many such wait to be run.
	aheadDepths  = 2
	aheadStreams = 64
	aheadNumbers = 1 << 18
	aheadBatches = 4
)

// inParallel calls f with 0 to n-1, as many at once.
func inParallel(n, atOnce int, f func(i int)) {
	var all fault.Group
	next := make(chan int)
	for range min(n, atOnce) {
		all.Go(func() {
			for i := range next {
				all.Do(func() { f(i) })
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	all.Wait()
}

// An ahead finds the inputs of the cells of several depths: while those of one are
// run, those of the next one are looked for.
type ahead struct {
	loop   *loop
	depths []*upcoming
	all    fault.Group
}

// An upcoming is the inputs of one depth.
type upcoming struct {
	cells   []*cell
	batches chan [][]int64
	// stop ends the search for more, ended says that it has.
	stop, ended chan struct{}
	once        sync.Once
	asked       bool
}

// solveAhead begins with the cells by depth. It must be closed. Inputs that a test of
// the form decides are looked for when they are asked for, as it counts them.
func (l *loop) solveAhead(cells [][]*cell, problems []*question) *ahead {
	a := &ahead{loop: l}
	for _, list := range cells {
		a.depths = append(a.depths, &upcoming{
			cells: list, batches: make(chan [][]int64, aheadBatches), stop: make(chan struct{}), ended: make(chan struct{}),
			asked: tested(problems),
		})
	}
	a.all.Go(func() {
		inParallel(len(a.depths), aheadDepths, func(i int) {
			defer close(a.depths[i].ended)
			if !tested(problems) {
				a.depths[i].find(l)
			}
		})
	})
	return a
}

// tested tells whether tests decide some of the inputs.
func tested(problems []*question) bool {
	return slices.ContainsFunc(problems, func(p *question) bool { return p.Form.Test != nil })
}

// find looks for the inputs of a depth.
func (f *upcoming) find(l *loop) {
	defer close(f.batches)
	var batch [][]int64
	numbers := 0
	send := func() bool {
		select {
		case f.batches <- batch:
			batch, numbers = nil, 0
			return true
		case <-f.stop:
			return false
		}
	}
	quit := func() bool {
		select {
		case <-f.stop:
			return true
		default:
			return l.expired()
		}
	}
	for s := range streams(f.cells, beyond.Foci(&l.Hints, l.Limits.Seed), quit) {
		batch, numbers = append(batch, slices.Clone(s)), numbers+len(s)
		if (len(batch) == aheadStreams || numbers >= aheadNumbers) && !send() {
			return
		}
	}
	if len(batch) > 0 {
		send()
	}
}

// end stops looking for inputs of a depth.
func (f *upcoming) end() {
	f.once.Do(func() { close(f.stop) })
	<-f.ended
}

// close stops looking for inputs.
func (a *ahead) close() {
	for _, f := range a.depths {
		f.once.Do(func() { close(f.stop) })
	}
	a.all.Wait()
}

// streams gives the inputs of the i-th depth. They are looked for again when they
// are asked for again.
func (a *ahead) streams(i int) iter.Seq[[]int64] {
	f := a.depths[i]
	if f.asked {
		f.end()
		return streams(f.cells, beyond.Foci(&a.loop.Hints, a.loop.Limits.Seed), a.loop.expired)
	}
	return func(yield func([]int64) bool) {
		f.asked = true
		for batch := range f.batches {
			for _, s := range batch {
				if !yield(s) {
					return
				}
			}
		}
	}
}
