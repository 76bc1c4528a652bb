package prove

import (
	"context"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/encode"
)

// A Bringing is what is known about pairs of definitions and uses, identified by number.
type Bringing struct {
	// Never holds the pairs that no call reaches. Space is the set of inputs for which this holds.
	Never map[int]bool
	Space event.Claim
	// Inputs are the streams of inputs with which calls may reach the others, in no order.
	Inputs [][]int64
}

// Pairs decides for pairs of definitions and uses whether a call brings the value of the definition to
// the use. The code must be a copy in which values are tracked (package internal/watch).
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
