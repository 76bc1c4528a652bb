package beyond

import (
	"cmp"
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/pace"
)

// fillGaps spends what is left of the budget on integers between those already tried. It applies if
// the inputs are integers only. It splits the budget evenly over the gaps that border an admissible
// integer. Constants of the code say little of a number that the code splits into digits, days or
// bits.
func fillGaps(ctx context.Context, g *Sampler) error {
	if g.target.Integers == 0 || g.left == 0 || g.target.Clock.Expired() {
		return nil
	}
	list := g.gapNumbers()
	if len(list) == 0 {
		return nil
	}
	opt := g.Questions[0].opt
	b := *opt.Beyond
	b.Ints = list
	opt.Beyond = &b
	f := &Question{by: g.by, opt: opt, count: g.left, foci: list, draws: uint64(len(g.Questions)), short: true}
	f.again(f.count, g.target.Beyond)
	var err error
	f.Problem, err = g.target.Clock.inTime(ctx, func(ctx context.Context) (*Problem, error) { return g.target.Forms.Pose(ctx, opt) })
	switch {
	case errors.Is(err, encode.ErrTooLarge), errors.Is(err, pace.ErrSpent), err == nil && f.Problem == nil:
		return nil
	case err != nil:
		return err
	}
	g.Questions = append(g.Questions, f)
	_, err = g.take(ctx, len(g.Questions)-1, g.left)
	return err
}

// gapNumbers returns numbers of the gaps that border an admitted number.
func (g *Sampler) gapNumbers() []int64 {
	admitted := map[int64]bool{}
	for _, f := range g.all {
		for _, v := range f.Data {
			admitted[v] = true
		}
	}
	of := g.Questions[0].opt.Beyond.Ints
	var gaps [][2]int64
	for i := 1; i < len(of); i++ {
		if admitted[of[i-1]] || admitted[of[i]] {
			gaps = append(gaps, [2]int64{of[i-1], of[i]})
		}
	}
	// A wide gap can use what narrow gaps leave.
	slices.SortStableFunc(gaps, func(x, y [2]int64) int { return cmp.Compare(width(x), width(y)) })
	r := rand.New(rand.NewPCG(g.target.Seed, 6))
	left := g.left
	var list []int64
	for i, gap := range gaps {
		in := numbersOf(gap, left/(len(gaps)-i), r)
		list = append(list, in...)
		left -= len(in)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// width returns the number of integers inside a gap.
func width(gap [2]int64) uint64 { return max(uint64(gap[1])-uint64(gap[0]), 1) - 1 }

// numbersOf returns n numbers of a gap, or all if it has fewer: random ones, and ones at distances of
// many magnitudes from an end. It leaves out large numbers.
func numbersOf(gap [2]int64, n int, r *rand.Rand) []int64 {
	w := width(gap)
	var list []int64
	for k := range uint64(n) {
		d := k
		if w > uint64(n) {
			d = r.Uint64N(w)
			if k%2 == 1 {
				d >>= r.IntN(bits.Len64(w))
			}
			if k%4 == 3 {
				d = w - 1 - d
			}
		}
		if d >= w {
			break
		}
		if v := int64(uint64(gap[0]) + 1 + d); !large(v) {
			list = append(list, v)
		}
	}
	return list
}
