package prove

import (
	"context"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/encode"
)

// A Reaching is what is known about watched goals, identified by number.
type Reaching struct {
	// Never holds the goals that no call reaches. Space is the set of inputs for which this holds.
	Never map[int]bool
	Space event.Claim
	// Inputs are the streams of inputs with which calls may reach the others, in no order.
	Inputs [][]int64
}

// Watched decides for goals whether a call reaches them. The code must be a copy in which they are watched
// (package internal/watch).
func (c *Code) Watched(ctx context.Context, goals []int) (Reaching, error) {
	out := Reaching{Never: map[int]bool{}}
	d, err := c.follow(ctx, false, false)
	if d == nil || err != nil {
		return out, err
	}
	at := map[int]int{}
	for i, x := range d.claims.Deeds {
		if x.Kind == encode.Reaches {
			at[x.Mark] = i
		}
	}
	var noted []int
	for _, n := range goals {
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
	for _, n := range goals {
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
