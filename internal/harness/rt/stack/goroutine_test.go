package stack

import "testing"

// TestMark checks that a mark belongs to one goroutine only, not to those that it starts or that
// replace it.
func TestMark(t *testing.T) {
	type seen struct {
		before, after, again bool
		id                   int64
	}
	ids := map[int64]bool{}
	for range 100 {
		from := make(chan seen)
		go func() {
			var s seen
			s.before = Marked()
			Mark()
			grow(100)
			s.after, s.id = Marked(), GoroutineNumber()
			child := make(chan bool)
			go func() { child <- Marked() }()
			s.again = <-child
			from <- s
		}()
		s := <-from
		if s.before || !s.after || s.again {
			t.Fatalf("marked before %t, after %t, and what was started %t", s.before, s.after, s.again)
		}
		if ids[s.id] {
			t.Fatalf("goroutine %d was there before", s.id)
		}
		ids[s.id] = true
	}
}

// grow uses n KiB of stack.
//
//go:noinline
func grow(n int) byte {
	var room [1024]byte
	if n > 0 {
		room[n] = grow(n - 1)
	}
	return room[n/2]
}
