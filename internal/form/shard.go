package form

import (
	"math/bits"
	"slices"
)

// A Shard is one of Of disjoint parts that together are all solutions of a form; the parts have the
// indices 1 to Of. The zero value is all solutions.
//
// The part of a solution depends on the beginning of its stream. So a search leaves out other parts
// as soon as that is decided. It also depends on the variables of the form, so that every engine
// has the same parts. Parts are nearly equal if solutions begin in many ways.
type Shard struct{ Index, Of int }

const (
	// shardBeginnings is the number of ways to begin that is sufficient. It is so large that parts
	// are nearly equal even if few of the beginnings have solutions. It is small beside the number
	// of solutions of a form worth dividing.
	shardBeginnings = 1 << 20
	// jointBeginnings replaces it in shards that are searched side by side.
	jointBeginnings = 1 << 14
	// shardPrefix is the greatest number of values at the beginning of a stream that determine its
	// part. Most of a large structure comes after them.
	shardPrefix = 16
	// shardWidth is the most ways that a single variable counts for. If it has more values, they
	// may be rare, or all solutions may have the same one.
	shardWidth = 64
)

// Has reports whether a solution of a form is in the part. If f is nil, the beginning is as long as
// it may be.
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

// Begins reports whether the part contains the streams that start with the first begin values of
// stream and have its length.
func (s Shard) Begins(stream []int64, begin int) bool {
	begins := stream[:min(len(stream), begin)]
	h := Mix(uint64(len(stream)))
	for i, x := range begins {
		if i == len(begins)-1 {
			// Evenly spaced values are evenly spaced on the circle too (Fibonacci hashing: Knuth,
			// TAOCP 6.4). So each part gets equally many.
			h += uint64(x) * increment
			break
		}
		h = Mix(h ^ uint64(x))
	}
	at, _ := bits.Mul64(h, uint64(s.Of))
	return at == uint64(s.Index-1)
}

// Beginning returns how many values of a solution's stream determine its part. It only reads the
// choices among them.
func (f *Form) Beginning(stream []int64) int { return f.beginning(stream, shardBeginnings) }

// JointBeginning is Beginning for shards that are searched side by side. It is shorter, because all of
// them go through all beginnings, and they need not be as equal.
func (f *Form) JointBeginning(stream []int64) int { return f.beginning(stream, jointBeginnings) }

func (f *Form) beginning(stream []int64, most int64) int {
	type choice struct {
		of    int32
		value int64
	}
	var chosen []choice
	n, ways := 0, int64(1)
	for i := 0; i < len(f.Vars) && n < min(len(stream), shardPrefix) && ways < most; i++ {
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

// ways returns how many values the variable has, at most shardWidth.
func (v *Var) ways() int64 {
	n := uint64(len(v.Choice))
	for _, d := range v.Dom {
		if n += uint64(d.Hi-d.Lo) + 1; uint64(d.Hi-d.Lo) >= shardWidth {
			return shardWidth
		}
	}
	return int64(max(1, min(n, shardWidth)))
}
