package prepare

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/check/states"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// aheadValues is how many values a type may have for a quantifier to range over
// those of the greatest depth from the first depth on.
const aheadValues = 1000

// ranges are the values over which the quantifiers of a contract range: those of
// the greatest depth where they are few, and else those of the depth of the input.
type ranges struct {
	run      *Package
	domains  []*domain
	Function *Plan
	hints    refine.Hints
	depth    int // the greatest
	shapes   []value.Shape
	// streams are the values of each domain, ends[d] how many of them are
	// within the depth d.
	streams [][][]int64
	ends    [][]int
	// ahead is the depth of which the values are at least, once planned.
	ahead   int
	planned bool
}

// ranges are those of a contract.
func (r *Package) ranges(u *Unit, p *Plan) *ranges {
	depth := p.Contract.Bounds.Depth
	return &ranges{run: r, domains: u.domains, Function: p, hints: u.hints, depth: depth, streams: make([][][]int64, len(u.domains)), ahead: -1}
}

// Of returns the depth of the values for inputs of a depth.
func (g *ranges) Of(ctx context.Context, depth int) (int, error) {
	if !g.planned {
		g.planned = true
		if err := g.Plan(ctx); err != nil {
			return 0, err
		}
	}
	return max(depth, g.ahead), nil
}

// At returns the streams of the values of each domain up to a depth, in order;
// those of domains over which the contract does not quantify are nil.
func (g *ranges) At(ctx context.Context, depth int) ([][][]int64, error) {
	if err := g.shape(); err != nil {
		return nil, err
	}
	for len(g.ends) <= depth {
		if err := g.extend(ctx, maxDomain); err != nil {
			return nil, err
		}
	}
	out := make([][][]int64, len(g.domains))
	for i, n := range g.ends[depth] {
		out[i] = g.streams[i][:n:n]
	}
	return out, nil
}

// Plan finds the depth up to which there are few values of all domains. States of
// values built by calls are not looked for ahead.
func (g *ranges) Plan(ctx context.Context) error {
	if err := g.shape(); err != nil {
		return err
	}
	for _, s := range g.shapes {
		if s != nil && len(states.CallsIn(s)) > 0 {
			return nil
		}
	}
	for len(g.ends) <= g.depth {
		err := g.extend(ctx, aheadValues)
		if many := (*TooMany)(nil); errors.As(err, &many) {
			break
		}
		if err != nil {
			return err
		}
		g.ahead = len(g.ends) - 1
	}
	return nil
}

// extend adds the values of the next depth, unless some domain has more than most
// of them.
func (g *ranges) extend(ctx context.Context, most int) error {
	depth := len(g.ends)
	streams, ends := slices.Clone(g.streams), make([]int, len(g.domains))
	for i, s := range g.shapes {
		if s == nil {
			continue
		}
		of := []value.Shape{s}
		cut, err := g.run.Built.Prepare(ctx, of, depth)
		if err == nil && cut != "" {
			err = &TooMany{Missing: cut}
		}
		if err != nil {
			return err
		}
		what := "the values of " + refine.TypeName(g.domains[i].t, g.run.Pkg.Types) + ", over which a quantifier ranges,"
		opt := encode.Options{Depth: depth, Calls: g.run.Built.Classes}
		if streams[i], err = appendValues(ctx, streams[i], most, of, opt, what); err != nil {
			return err
		}
		ends[i] = len(streams[i])
	}
	g.streams, g.ends = streams, append(g.ends, ends)
	return nil
}

// shape makes the shapes of the domains over which the contract quantifies.
func (g *ranges) shape() error {
	if g.shapes != nil {
		return nil
	}
	shapes := make([]value.Shape, len(g.domains))
	for i, d := range g.domains {
		if !d.of[g.Function.Contract] {
			continue
		}
		var err error
		if shapes[i], err = g.run.domainShape(g.hints, g.Function.Hints.Alphabet, g.Function.Contract, d.t); err != nil {
			return err
		}
	}
	g.shapes = shapes
	return nil
}

// Used tells whether the contract quantifies over types.
func (g *ranges) Used() bool {
	return slices.ContainsFunc(g.domains, func(d *domain) bool { return d.of[g.Function.Contract] })
}

// Doubts gives what is in doubt to the domains that have more values at greater
// depths.
func (g *ranges) Doubts(doubt refine.Lack) (map[int]refine.Lack, error) {
	if err := g.shape(); err != nil || doubt == 0 {
		return nil, err
	}
	out := map[int]refine.Lack{}
	for i, s := range g.shapes {
		if s != nil && unbounded(s, map[value.Shape]bool{}) {
			out[i] = doubt
		}
	}
	return out, nil
}

// unbounded tells whether the values of a shape are more at greater depths, or
// outside all depths. Around are the shapes in which it is.
func unbounded(s value.Shape, around map[value.Shape]bool) bool {
	if around[s] {
		return true
	}
	around[s] = true
	defer delete(around, s)
	switch s := s.(type) {
	case *value.Bool, *value.Listed, *value.Zero:
		return false
	case *value.Int:
		return s.Ranges == nil || s.Free
	case *value.Pointer, *value.Struct, *value.Array, *value.Interface:
		return slices.ContainsFunc(s.Parts(), func(r value.Ref) bool { return unbounded(r.Shape, around) })
	}
	return true
}

// appendValues appends the streams of the values of shapes at exactly this
// depth, in order, as long as these are not more than most altogether.
func appendValues(ctx context.Context, to [][]int64, most int, shapes []value.Shape, opt encode.Options, what string) ([][]int64, error) {
	names := make([]string, len(shapes))
	for i := range names {
		names[i] = fmt.Sprint("x", i)
	}
	q, err := encode.Encode(ctx, encode.Inputs{Names: names, Shapes: shapes}, opt)
	if err != nil {
		return nil, err
	}
	s, err := search.New(q.Form)
	if err != nil {
		return nil, err
	}
	s.Options.Quit = Ended(ctx)
	for x := range s.Solutions() {
		if len(to) >= most {
			return nil, &TooMany{what: what, depth: opt.Depth}
		}
		to = append(to, slices.Clone(x))
	}
	if s.Stalled() != nil {
		return nil, context.Cause(ctx)
	}
	return to, nil
}
