package check

import (
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/refine"
)

// depths returns the greatest depth of each input of a contract whose inputs
// otherwise go to general.
func depths(c *refine.Contract, general int) []int {
	list := make([]int, len(c.Inputs()))
	for i := range list {
		list[i] = general
		if b, ok := c.Bounds.PerParam[i]; ok && b.Depth >= 0 {
			list[i] = b.Depth
		}
	}
	return list
}

// greatest returns the greatest depth that some input reaches.
func greatest(depths []int, general int) int {
	if len(depths) == 0 {
		return general
	}
	return slices.Max(depths)
}

// encoding returns the options for the form of a depth. Outside the depths of
// all inputs they do not limit single ones.
func (p *plan) encoding(depth int) encode.Options {
	opt := encode.Options{Depth: depth}
	if depth <= p.limits.Depth {
		opt.Depths = p.depths
	}
	return opt
}
