package prove

import (
	"context"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/encode"
)

// A Paths has inputs that together take sides of branches in different combinations.
type Paths struct {
	// Inputs are their streams, in no order.
	Inputs [][]int64
	// All is the set of inputs none of which takes another combination, or "" if that is not known.
	All event.Claim
}

// Paths solves for inputs whose calls differ in the sides of branches that they take, at most a number of
// them, until there are none.
func (c *Code) Paths(ctx context.Context, most int) (found Paths, err error) {
	d, err := c.follow(ctx, false, false)
	if d == nil || err != nil {
		return found, err
	}
	var sides []int
	for i, x := range d.claims.Deeds {
		if x.Kind == encode.Holds || x.Kind == encode.Fails {
			sides = append(sides, i)
		}
	}
	var known [][]bool
	for len(known) < most {
		d.asked = 0 // Each path may take as much as a goal.
		x, why, err := d.some(ctx, d.claims.Unlike(sides, known))
		if err != nil || why != "" {
			return found, err
		}
		if x == nil {
			if why, err = d.leftOut(ctx); why == "" && err == nil {
				found.All = d.space()
			}
			return found, err
		}
		met, input, err := d.claims.Met(x)
		if err != nil {
			return found, err
		}
		known, found.Inputs = append(known, met.Deeds), append(found.Inputs, input)
	}
	return found, nil
}
