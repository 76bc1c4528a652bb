package check

import (
	"sync"

	"github.com/rtest-dev/rtest/internal/fault"
)

// An ordering runs work(0) … work(n-1), at most parallel of them at once. It passes the results to
// use in ascending order, each as soon as the earlier ones are done. What workers send on notes is
// passed to note in between.
type ordering[T, N any] struct {
	n, parallel int
	work        func(i int) T
	use         func(T) bool
	notes       <-chan N
	note        func(N) bool
	// quit is called if use or note returns false.
	quit func()
}

// run returns when all workers have returned. If use or note returns false, it starts no further
// work and drops results. A panic of work is raised in the goroutine that called run.
func (o ordering[T, N]) run() bool {
	results := make([]chan T, o.n)
	for i := range results {
		results[i] = make(chan T, 1)
	}
	var next int
	var mu sync.Mutex
	stopped := false
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if stopped || next == o.n {
			return 0, false
		}
		next++
		return next - 1, true
	}
	var workers fault.Group
	for range min(o.n, max(1, o.parallel)) {
		workers.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				workers.Do(func() {
					defer close(results[i])
					results[i] <- o.work(i)
				})
			}
		})
	}
	stop := func() bool {
		mu.Lock()
		stopped = true
		mu.Unlock()
		o.quit()
		workers.Wait()
		return false
	}
	for i := 0; i < o.n; {
		select {
		case m := <-o.notes:
			if !o.note(m) {
				return stop()
			}
		case r, ok := <-results[i]:
			if !ok || !o.use(r) {
				return stop()
			}
			i++
		}
	}
	workers.Wait()
	return true
}
