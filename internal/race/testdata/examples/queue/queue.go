// Package queue has queues with room for some elements.
package queue

import "sync/atomic"

const room = 2

// Ring drops elements under two producers: both may take the same slot.
//
//rtest:via Ring{}, Push, Pop
//rtest:concurrent Push, Pop
type Ring struct {
	slots      [room]atomic.Int64
	head, tail atomic.Int64
}

// Push adds an element if there is room.
func (r *Ring) Push(v int64) bool {
	t := r.tail.Load()
	if t-r.head.Load() == room {
		return false
	}
	r.slots[t%room].Store(v)
	r.tail.Store(t + 1)
	return true
}

// Pop removes the first element.
func (r *Ring) Pop() (int64, bool) {
	h := r.head.Load()
	if h == r.tail.Load() {
		return 0, false
	}
	v := r.slots[h%room].Load()
	r.head.Store(h + 1)
	return v, true
}

// Queue is a channel.
//
//rtest:via New(), Push, Pop
//rtest:concurrent Push, Pop
type Queue struct{ c chan int64 }

// New returns an empty queue.
func New() *Queue { return &Queue{make(chan int64, room)} }

// Push adds an element if there is room.
func (q *Queue) Push(v int64) bool {
	select {
	case q.c <- v:
		return true
	default:
		return false
	}
}

// Pop removes the first element.
func (q *Queue) Pop() (int64, bool) {
	select {
	case v := <-q.c:
		return v, true
	default:
		return 0, false
	}
}
