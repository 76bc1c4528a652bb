package form

import (
	"math/bits"
	"slices"
)

// A Shard is one of Of disjoint parts of the solutions of a form, which
// together are all: the parts with Index 1 to Of. The zero value is all of
// them.
//
// To which part a solution belongs depends on how its stream begins, so that a
// search leaves out what belongs to others as soon as that is decided, and on
// the variables of the form, so that every engine has the same parts. Parts are
// nearly equal where solutions begin in many ways.
type Shard struct{ Index, Of int }

const (
	// shardBeginnings is how many ways to begin are enough: so many that parts are
	// nearly equal, though few of them may have solutions, and few beside the
	// solutions of a form that is worth cutting.
	shardBeginnings = 1 << 20
	// shardPrefix is how many numbers of a stream tell its part at most: most of a
	// great structure is behind them.
	shardPrefix = 16
	// shardWidth is how many ways a variable counts for at most. Where it has more
	// values they may be rare, and one of them be that of all solutions.
	shardWidth = 64
)

// Has tells whether a solution of a form is of the part. Where form is nil the
// part is told by as many numbers as may be.
func (s Shard) Has(f *Form, stream []int64) bool {
	if s.Of <= 1 {
		return true
	}
	begin := shardPrefix
	if f != nil {
		begin = f.Beginning(stream)
	}
	return s.Begins(stream, begin)
}

// Begins tells whether the part is that of the first numbers of a stream.
func (s Shard) Begins(stream []int64, begin int) bool {
	begins := stream[:min(len(stream), begin)]
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

// Beginning is how many numbers of a solution's stream tell its part. Of the
// stream only the choices are looked at.
func (f *Form) Beginning(stream []int64) int {
	type choice struct {
		of    int32
		value int64
	}
	var chosen []choice
	n, ways := 0, int64(1)
	for i := 0; i < len(f.Vars) && n < min(len(stream), shardPrefix) && ways < shardBeginnings; i++ {
		v := &f.Vars[i]
		realized := v.Parent < 0 || slices.ContainsFunc(chosen, func(c choice) bool {
			return c.of == v.Parent && v.When.Lo <= c.value && c.value <= v.When.Hi
		})
		if !realized {
			continue
		}
		if len(v.Choice) > 0 {
			chosen = append(chosen, choice{int32(i), stream[n]})
		}
		n++
		ways *= v.ways()
	}
	return n
}

// ways is how many values the variable has, shardWidth if more.
func (v *Var) ways() int64 {
	n := uint64(len(v.Choice))
	for _, d := range v.Dom {
		if n += uint64(d.Hi-d.Lo) + 1; uint64(d.Hi-d.Lo) >= shardWidth {
			return shardWidth
		}
	}
	return int64(max(1, min(n, shardWidth)))
}
