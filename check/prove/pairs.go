package prove

import (
	"context"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/encode"
)

// A Bringing says of pairs of definitions and uses, by number, what calls do with them.
type Bringing struct {
	// Never has the pairs that no call reaches, Space says over which inputs.
	Never map[int]bool
	Space event.Claim
	// Inputs are the streams of inputs with which calls may reach the others, in no order.
	Inputs [][]int64
}

// Pairs decides for pairs of definitions and uses, by number, whether a call brings the value of the definition
// to the use. The code must be a copy in which values are followed (internal/watch).
func (c *Code) Pairs(ctx context.Context, pairs []int) (Bringing, error) {
	out := Bringing{Never: map[int]bool{}}
	d, err := c.follow(ctx, false, false)
	if d == nil || err != nil {
		return out, err
	}
	at := map[int]int{}
	for i, x := range d.claims.Deeds {
		if x.Kind == encode.Brings {
			at[x.Mark] = i
		}
	}
	var noted []int
	for _, n := range pairs {
		if i, ok := at[n]; ok {
			noted = append(noted, i)
		}
	}
	if err := d.seeks(ctx, noted); err != nil {
		return out, err
	}
	why, err := d.leftOut(ctx)
	if err != nil {
		return out, err
	}
	out.Space = d.space()
	used := map[int]bool{}
	for _, n := range pairs {
		i, ok := at[n]
		switch {
		case !ok:
			out.Never[n] = why == ""
		case d.never[i]:
			out.Never[n] = true
		case d.by[i] >= 0 && !used[d.by[i]]:
			used[d.by[i]] = true
			out.Inputs = append(out.Inputs, d.drawn[d.by[i]])
		}
	}
	return out, nil
}
