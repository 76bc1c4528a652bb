package prepare

import (
	"go/types"
	"maps"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/refine"
)

// deepened returns the contract with the depths that types built by calls have of
// their own, where these are greater than that of the run: a directive on the
// type beats the default, as one of the function and a flag beat it.
func (r *Package) deepened(c *refine.Contract) *refine.Contract {
	if c.Bounds.Depth >= 0 || r.Fixed.Depth {
		return c
	}
	deep := *c
	deep.Bounds.PerParam = maps.Clone(c.Bounds.PerParam)
	for i, in := range c.Inputs() {
		t := types.Unalias(in.Type)
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		tf := r.Pkg.Facts.Of(t)
		if tf == nil || len(tf.Via) == 0 || tf.Depth <= r.Limits.Depth {
			continue
		}
		b, ok := deep.Bounds.PerParam[i]
		if !ok {
			b = refine.NoBounds()
		}
		if b.Depth < 0 {
			b.Depth = tf.Depth
			if deep.Bounds.PerParam == nil {
				deep.Bounds.PerParam = map[int]refine.Bounds{}
			}
			deep.Bounds.PerParam[i] = b
		}
	}
	return &deep
}

// Encoding returns the options for the form of a depth. Outside the depths of
// all inputs they do not limit single ones.
func (p *Plan) Encoding(depth int) encode.Options {
	opt := encode.Options{Depth: depth}
	if depth <= p.Limits.Depth {
		opt.Depths = p.Depths
	}
	return opt
}
