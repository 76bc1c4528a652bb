package search

import (
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// A lottery gives keys in a random order, each once: some that are known, then
// some that are drawn when they are asked for. Most often one is enough.
type lottery struct {
	keys, given []int64
	// From spans, which have all keys together, 0 for 2^64, left are still drawn.
	spans []interval.Interval
	all   uint64
	left  int
	rand  form.SplitMix
}

// next gives the next key; not ok at the end.
func (l *lottery) next() (k int64, ok bool) {
	if k, ok = l.peek(); ok {
		l.given = append(l.given, k)
	}
	return k, ok
}

// peek gives the key that is next, without going past it.
func (l *lottery) peek() (k int64, ok bool) {
	for {
		if len(l.keys) == 0 && !l.draw() {
			return 0, false
		}
		if k = l.keys[0]; !slices.Contains(l.given, k) {
			return k, true
		}
		l.keys = l.keys[1:]
	}
}

// draw adds a key, where one is left to be drawn.
func (l *lottery) draw() bool {
	if l.left == 0 || len(l.spans) == 0 {
		return false
	}
	l.left--
	at := l.rand.Next()
	if l.all != 0 {
		at, _ = bits.Mul64(at, l.all)
	}
	for _, v := range l.spans {
		w := uint64(v.Hi - v.Lo)
		if at <= w {
			l.keys = append(l.keys, v.Lo+int64(at))
			break
		}
		at -= w + 1
	}
	return true
}
