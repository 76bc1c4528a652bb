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

// aheadValues is the greatest number of values of a type for which a quantifier ranges over those
// of the greatest depth from the first depth on.
const aheadValues = 1000

// ranges are the values over which the quantifiers of a contract range. They are those of the
// greatest depth if these are few, otherwise those of the depth of the input.
type ranges struct {
	run      *Package
	domains  []*domain
	Function *Plan
	hints    refine.Hints
	depth    int // The greatest depth.
	shapes   []value.Shape
	// streams has the values of each domain; those of depth at most d are the first ends[d] of a
	// domain.
	streams [][][]int64
	ends    [][]int
	// ahead is the least depth of the values that are used. It is valid if planned is true.
	ahead   int
	planned bool
}

// ranges returns the ranges of a plan's contract.
func (r *Package) ranges(u *Unit, p *Plan) *ranges {
	depth := p.Contract.Bounds.Depth
	return &ranges{run: r, domains: u.domains, Function: p, hints: u.hints, depth: depth, streams: make([][][]int64, len(u.domains)), ahead: -1}
}

// Of returns the depth of the values that go with inputs of the given depth.
func (g *ranges) Of(ctx context.Context, depth int) (int, error) {
	if !g.planned {
		g.planned = true
		if err := g.Plan(ctx); err != nil {
			return 0, err
		}
	}
	return max(depth, g.ahead), nil
}

// At returns the streams of the values of each domain up to a depth, in order. The entry of a
// domain over which the contract does not quantify is nil.
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

// Plan sets ahead to the greatest depth up to which every domain has few values. It looks ahead at
// nothing if a domain has values built by calls.
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

// extend adds the values of the next depth, or fails with a TooMany if a domain has more than most.
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

// Used reports whether the contract quantifies over types.
func (g *ranges) Used() bool {
	return slices.ContainsFunc(g.domains, func(d *domain) bool { return d.of[g.Function.Contract] })
}

// Doubts assigns the given doubt to each domain that has more values at greater depths.
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

// unbounded reports whether a shape has more values at greater depths, or outside all depths.
// Around has the shapes that enclose it.
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
	case *value.Reference, *value.Heap, *value.Objects:
		return true
	case *value.Pointer, *value.Struct, *value.Array, *value.Interface, *value.Aliased:
		return slices.ContainsFunc(s.Parts(), func(r value.Ref) bool { return unbounded(r.Shape, around) })
	}
	return true
}

// appendValues appends the streams of the values of exactly one depth, in order. It fails with a
// TooMany if to would have more than most.
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
