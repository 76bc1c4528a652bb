package kinds

import (
	"slices"
	"sync"
	"time"
)

// A RightBooth has two places. Who wants both waits for them, but not for ever, and nobody passes who waits.
//
//rtest:via NewBooth, Try, Both, Leave
//rtest:concurrent
type RightBooth struct {
	mu      sync.Mutex
	free    int
	waiting []chan bool
}

// NewBooth returns an empty booth.
func NewBooth() *RightBooth { return &RightBooth{free: 2} }

// Try takes one place. It fails while another call waits, although that one may not get its places.
func (b *RightBooth) Try() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.free == 0 || len(b.waiting) > 0 {
		return false
	}
	b.free--
	return true
}

// Both takes both places, within a second.
func (b *RightBooth) Both() bool {
	b.mu.Lock()
	w := make(chan bool, 1)
	b.waiting = append(b.waiting, w)
	b.admit()
	b.mu.Unlock()
	select {
	case <-w:
		return true
	case <-time.After(time.Second):
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.Index(b.waiting, w)
	if i < 0 {
		return true
	}
	b.waiting = slices.Delete(b.waiting, i, i+1)
	b.admit()
	return false
}

func (b *RightBooth) admit() {
	if b.free == 2 && len(b.waiting) > 0 {
		b.free = 0
		b.waiting[0] <- true
		b.waiting = slices.Delete(b.waiting, 0, 1)
	}
}

// Leave gives one place back.
func (b *RightBooth) Leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.free < 2 {
		b.free++
		b.admit()
	}
}
