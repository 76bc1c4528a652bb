package prepare

import (
	"go/types"
	"maps"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/refine"
)

// withTypeDepths returns the contract with the depths of its types that are built by calls, where
// these exceed the depth of the run. A directive on the type overrides the default; a directive of
// the function and a flag override both.
func (r *Package) withTypeDepths(c *refine.Contract) *refine.Contract {
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

// Encoding returns the options for the form of a depth. Depths of single inputs apply only up to
// the greatest depth of the run.
func (p *Plan) Encoding(depth int) encode.Options {
	opt := encode.Options{Depth: depth}
	if depth <= p.Limits.Depth {
		opt.Depths = p.Depths
	}
	return opt
}
