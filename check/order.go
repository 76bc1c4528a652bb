package check

import (
	"sync"

	"github.com/rtest-dev/rtest/internal/fault"
)

// inOrder runs work(0) … work(n-1), at most parallel of them at once, and
// hands each result to use in ascending order, as soon as those before it are
// there. In between it hands what workers send on notes to note. It returns
// when all workers have returned; when use or note return false, what has not
// begun is not begun, quit is called, and results are dropped. A panic of work is
// raised in the goroutine that called inOrder.
func inOrder[T, N any](n, parallel int, work func(i int) T, notes <-chan N, note func(N) bool, use func(T) bool, quit func()) bool {
	results := make([]chan T, n)
	for i := range results {
		results[i] = make(chan T, 1)
	}
	var next int
	var mu sync.Mutex
	stopped := false
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if stopped || next == n {
			return 0, false
		}
		next++
		return next - 1, true
	}
	var workers fault.Group
	for range min(n, max(1, parallel)) {
		workers.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				workers.Do(func() {
					defer close(results[i])
					results[i] <- work(i)
				})
			}
		})
	}
	stop := func() bool {
		mu.Lock()
		stopped = true
		mu.Unlock()
		quit()
		workers.Wait()
		return false
	}
	for i := 0; i < n; {
		select {
		case m := <-notes:
			if !note(m) {
				return stop()
			}
		case r, ok := <-results[i]:
			if !ok || !use(r) {
				return stop()
			}
			i++
		}
	}
	workers.Wait()
	return true
}
