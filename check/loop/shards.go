package loop

import (
	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
)

// shardSolutions is the least number of solutions of a depth for each shard. If there are
// fewer, and something is chosen at run time, a shard gets a part of the inputs of each
// solution.
const shardSolutions = 64

// cut decides how a depth is divided into shards. That depends only on its form, so it is the same in all
// shards.
func (l *loop) cut(depth int, p *question) error {
	if l.Part.Of <= 1 || !l.Chooses {
		return nil
	}
	most := int64(shardSolutions) * int64(l.Part.Of)
	n, all, err := l.counted(p, most)
	if l.rows[depth] = 0; all && n <= most {
		l.rows[depth] = max(1, shardSolutions/max(1, n))
	}
	return err
}

// parts returns this shard's part of the solutions of a depth, and its part of the inputs of each solution.
func (l *loop) parts(depth int) (form.Shard, harness.Portion) {
	if rows := l.rows[depth]; rows > 0 {
		return form.Shard{}, harness.Portion{Index: l.Part.Index, Of: l.Part.Of, Rows: rows}
	}
	return l.Part, harness.Portion{}
}

// ofAll returns the share of this shard in the solutions of a depth that it tried.
func (l *loop) ofAll(depth int, solutions int64) int64 {
	if l.rows[depth] > 0 {
		return solutions / int64(l.Part.Of)
	}
	return solutions
}

// triedOf records how many inputs of a level this shard tried.
func (l *loop) triedOf(v *level) {
	if l.Part.Of <= 1 {
		return
	}
	for len(l.Tried) <= v.depth {
		l.Tried = append(l.Tried, 0)
	}
	l.Tried[v.depth] = v.Called
}

// place returns the position of a failing input within its depth: by ring, size, shape and
// data. It is nil without shards.
func (l *loop) place(v *level, f harness.Finding) []int64 {
	if l.Part.Of <= 1 || v.question == nil || f.Unspelled == nil {
		return nil
	}
	stream, chosen := f.Unspelled, []int64(nil)
	if l.Chooses {
		stream, chosen, _ = harness.SplitChoices(stream)
	}
	s := form.ReadSolution(v.Form, stream)
	order := []int64{-int64(len(v.rings)), max(s.Size, f.Size)}
	for _, i := range s.Shape {
		order = append(order, int64(i))
	}
	for i, at := range s.At {
		order = append(order, form.PlaceOf(&v.Form.Vars[at], s.Data[i])...)
	}
	return append(order, chosen...)
}

// placeBeyond returns the position of the last input tried beyond the bounds.
func (l *loop) placeBeyond(tried []beyond.Input) []int64 {
	if l.Part.Of <= 1 || len(tried) == 0 {
		return nil
	}
	return []int64{int64(tried[len(tried)-1].Place)}
}

// inputRoom returns the greatest number of solutions whose part for this shard fits into the budget.
func (l *loop) inputRoom() int64 {
	if n := l.inputsLeft(); n < 1<<40 {
		return n * int64(max(1, l.Part.Of))
	}
	return 1 << 62
}
