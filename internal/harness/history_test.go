package harness

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A history has the last streams that were sent and taken, and no more than it is to.
func TestHistory(t *testing.T) {
	var h history
	next := int64(0)
	send := func(n, numbers int64) {
		var data []byte
		for range n {
			s := make([]int64, numbers)
			s[0] = next
			data = wire.AppendStream(data, s)
			next++
		}
		h.add(data, n)
	}
	check := func(lo, hi int64) {
		t.Helper()
		part, err := h.part(lo-(next-h.count), hi-(next-h.count))
		if err != nil || int64(len(part)) != hi-lo {
			t.Fatalf("%d streams of %d to %d: %v", len(part), lo, hi, err)
		}
		for i, s := range part {
			if s[0] != lo+int64(i) {
				t.Fatalf("stream %d is %d", lo+int64(i), s[0])
			}
		}
	}
	for range 100 {
		send(1000, 2)
	}
	if h.count < maxHistory || h.count > maxHistory+1000 {
		t.Errorf("%d streams are remembered", h.count)
	}
	check(next-maxHistory, next)
	check(next-2500, next-1)

	back, err := h.takeLast(300)
	next -= 300
	if err != nil || len(back) != 300 || back[0][0] != next {
		t.Fatalf("%d streams were given back: %v", len(back), err)
	}
	check(next-1, next)
	send(5, 2)
	check(next-1200, next)

	for range 100 {
		send(1, 1<<20)
	}
	if h.bytes > historyBytes {
		t.Errorf("%d bytes are remembered", h.bytes)
	}
	check(next-10, next)
}
