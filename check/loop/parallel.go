package loop

import (
	"iter"
	"slices"
	"sync"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/internal/fault"
)

const (
	// aheadDepths is the number of depths that are searched at once. aheadStreams is the
	// number of inputs in a batch, fewer if they have aheadNumbers numbers. aheadBatches is
	// the number of batches that wait to be run.
	aheadDepths  = 2
	aheadStreams = 64
	aheadNumbers = 1 << 18
	aheadBatches = 4
)

// inParallel calls f with 0 to n-1, atOnce of them at the same time.
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

// An ahead finds the inputs of the cells of several depths. It looks for those of the next
// depth while those of one are run.
type ahead struct {
	loop   *loop
	depths []*upcoming
	all    fault.Group
}

// An upcoming is the inputs of one depth.
type upcoming struct {
	cells   []*cell
	batches chan [][]int64
	// stop ends the search. ended says that it has ended.
	stop, ended chan struct{}
	once        sync.Once
	asked       bool
}

// solveAhead starts with the cells by depth. The caller must close it. Inputs that a test of the form decides
// are searched on demand, because the test counts them.
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

// tested reports whether tests decide some of the inputs.
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

// end stops the search for inputs of a depth.
func (f *upcoming) end() {
	f.once.Do(func() { close(f.stop) })
	<-f.ended
}

// close stops the search.
func (a *ahead) close() {
	for _, f := range a.depths {
		f.once.Do(func() { close(f.stop) })
	}
	a.all.Wait()
}

// streams yields the inputs of the i-th depth. A second call searches again.
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
