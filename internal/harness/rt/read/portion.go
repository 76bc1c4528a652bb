package read

import (
	"math"
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A share is the part of the current solution's inputs that belongs to a portion.
type share struct {
	wire.Portion
	// cell is the length of a cell. seed decides where the cells of the portion lie.
	cell int64
	seed uint64
	// from and to bound the piece of the choices made so far.
	from, to int64
	// elsewhere says that inputs follow the choices made, but none of the portion.
	elsewhere bool
}

// newShare returns nil for the portion of all inputs.
func newShare(p wire.Portion) *share {
	if p.Of <= 1 {
		return nil
	}
	p.Rows = max(1, p.Rows)
	return &share{Portion: p, cell: math.MaxInt64 / p.Rows / int64(p.Of)}
}

// Open begins another solution.
func (s *share) Open(solution []int64) {
	s.seed = uint64(len(solution))
	for _, v := range solution {
		s.seed = form.Mix(s.seed) ^ uint64(v)
	}
}

// Begin resets the choices made.
func (s *share) Begin() { s.from, s.to, s.elsewhere = 0, s.cell*s.Rows*int64(s.Of), false }

// Ours reports whether the input belongs to the portion if no further choice is made.
func (s *share) Ours() bool { return s == nil || !s.elsewhere && s.has(s.from, s.from+1) }

// Home reports whether the first of all inputs of the solution belongs to the portion.
func (s *share) Home() bool { return s == nil || s.has(0, 1) }

// has reports whether the portion has a cell in this piece.
func (s *share) has(from, to int64) bool {
	n := int64(s.Of)
	first, last := from/s.cell, (max(to, from+1)-1)/s.cell
	if last-first >= 2*n-2 {
		return true
	}
	for row := first / n; row <= last/n; row++ {
		at := row*n + int64((form.Mix(s.seed^uint64(row))+uint64(s.Index-1))%uint64(n))
		if first <= at && at <= last {
			return true
		}
	}
	return false
}

// piece returns the piece of alternative v of count.
func (s *share) piece(v, count int64) (from, to int64) {
	at := func(v int64) int64 {
		hi, lo := bits.Mul64(uint64(s.to-s.from), uint64(v))
		q, _ := bits.Div64(hi, lo, uint64(count))
		return s.from + int64(q)
	}
	from = at(v)
	return from, max(at(v+1), from+1)
}

// within restricts find to the alternatives in whose piece the portion has a cell.
func (s *share) within(count int64, find func(from int64) int64) func(from int64) int64 {
	return func(from int64) int64 {
		for ; from < count; from++ {
			if !s.has(s.piece(from, count)) {
				continue
			}
			v := find(from)
			if v < 0 || s.has(s.piece(v, count)) {
				return v
			}
			from = v
		}
		return -1
	}
}

// chosen proceeds to the piece of alternative v of count. If v is negative, some says whether other parts have
// an alternative.
func (s *share) chosen(v, count int64, some bool) {
	if v >= 0 {
		s.from, s.to = s.piece(v, count)
	} else {
		s.elsewhere = some
	}
}
