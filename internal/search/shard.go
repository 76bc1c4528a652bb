package search

import "math/bits"

// A Shard is one of Of disjoint parts of the solutions of a form, which
// together are all: the parts with Index 1 to Of. The zero value is all of
// them.
//
// To which part a solution belongs depends on how its stream begins, so that a
// search leaves out what belongs to others as soon as that is decided, and on
// nothing else, so that every engine has the same parts. Parts are nearly equal
// where solutions begin in many ways.
type Shard struct{ Index, Of int }

// shardPrefix is how many numbers of a stream tell its part: enough that there
// are many beginnings, few enough that most of a great structure is behind.
const shardPrefix = 16

// Has tells whether a solution is of the part.
func (s Shard) Has(stream []int64) bool {
	if s.Of <= 1 {
		return true
	}
	begins := stream[:min(len(stream), shardPrefix)]
	h := Mix(uint64(len(stream)))
	for i, x := range begins {
		if i == len(begins)-1 {
			// Values that are evenly spaced are so on the circle as well (Fibonacci
			// hashing: Knuth, TAOCP 6.4), and go to the parts in equal numbers.
			h += uint64(x) * increment
			break
		}
		h = Mix(h ^ uint64(x))
	}
	at, _ := bits.Mul64(h, uint64(s.Of))
	return at == uint64(s.Index-1)
}

// cuts finds the place of the sequence behind which the beginning of the stream
// is decided; -1 where it is from the start.
func (r *residual) cuts() int {
	at := -1
	for p, x := range r.seq {
		if r.pos[x] < shardPrefix {
			at = p
		}
	}
	return at
}

// foreign tells whether what is decided of the stream belongs to another part.
// That is no failure.
func (r *residual) foreign() bool {
	if r.s.Options.Shard.Has(r.s.out) {
		return false
	}
	r.s.fails, r.others = 0, true
	return true
}
