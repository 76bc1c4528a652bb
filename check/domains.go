package check

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

// maxDomain is how many values a quantifier over a type may range over, and how
// many answers a function may choose from.
const maxDomain = 100_000

// A tooMany says that a type has more values at a depth than are ranged over.
type tooMany struct {
	what  string
	depth int
	// cut says, instead, that not all were found and why.
	cut string
}

func (e *tooMany) Error() string {
	if e.cut != "" {
		return e.cut
	}
	return fmt.Sprintf("%s are more than %d at depth %d", e.what, maxDomain, e.depth)
}

// A domain is a type over which a quantifier of some contract ranges.
type domain struct {
	t types.Type
	// of says which contracts range over it.
	of map[*refine.Contract]bool
}

// domains finds the types over which the contracts quantify, and gives the unit
// their shapes. One process serves all contracts of the package, so the shapes
// are made of what all of them can tell apart.
func (r *run) domains(u *unit) error {
	var all refine.Hints
	for _, p := range u.plans {
		if p.shapes == nil {
			continue
		}
		for _, typ := range harness.Quantified(p.contract, r.pkg.Facts) {
			i := slices.IndexFunc(u.domains, func(d *domain) bool { return types.Identical(d.t, typ) })
			if i < 0 {
				i = len(u.domains)
				u.domains = append(u.domains, &domain{typ, map[*refine.Contract]bool{}})
			}
			u.domains[i].of[p.contract] = true
		}
		for _, a := range p.hints.Asserted {
			if !slices.ContainsFunc(all.Asserted, func(b types.Type) bool { return types.Identical(a, b) }) {
				all.Asserted = append(all.Asserted, a)
			}
		}
		all.Unwraps = all.Unwraps || p.hints.Unwraps
		for _, v := range p.hints.Sentinels {
			if !slices.Contains(all.Sentinels, v) {
				all.Sentinels = append(all.Sentinels, v)
			}
		}
		for _, e := range p.hints.ErrorTypes {
			if !slices.ContainsFunc(all.ErrorTypes, func(f types.Type) bool { return types.Identical(e, f) }) {
				all.ErrorTypes = append(all.ErrorTypes, e)
			}
		}
		if all.Zero == nil {
			all.Zero = map[*types.TypeName]bool{}
		}
		maps.Copy(all.Zero, p.hints.Zero)
	}
	u.hints = all
	for _, d := range u.domains {
		c := &refine.Contract{Name: "quantifier", Bounds: refine.NoBounds()}
		shape, err := r.domainShape(u.hints, nil, c, d.t)
		if err != nil {
			return err
		}
		u.targets.Domains = append(u.targets.Domains, harness.Domain{T: d.t, Shape: shape})
	}
	return nil
}

// domainShape is the shape of the values of t over which c quantifies: with its
// bounds and an alphabet, and with a structure that does not depend on it.
func (r *run) domainShape(h refine.Hints, alphabet []rune, c *refine.Contract, t types.Type) (value.Shape, error) {
	of := &refine.Contract{Name: c.Name, Func: c.Func, Bounds: c.Bounds}
	of.Bounds.PerParam = nil
	h.ReadAll, h.Alphabet = true, alphabet
	of.Params = []*refine.Variable{{Name: "x", Type: t}}
	shapes, err := shape.Shapes(of, r.pkg.Facts, r.shapeOptions(h))
	if err != nil {
		return nil, fmt.Errorf("a quantifier over %s: %w", t, err)
	}
	return shapes[0], nil
}

// unquantifiable says why the values of a type over which c quantifies cannot
// be built, nil when they can.
func (r *run) unquantifiable(c *refine.Contract, h refine.Hints) (reason string, why *value.Unsupported) {
	h.ReadAll = true
	for _, t := range harness.Quantified(c, r.pkg.Facts) {
		of := &refine.Contract{Name: c.Name, Func: c.Func, Bounds: c.Bounds}
		of.Params = []*refine.Variable{{Name: "x", Type: t}}
		shapes, err := shape.Shapes(of, r.pkg.Facts, r.shapeOptions(h))
		if err != nil {
			return err.Error(), &value.Unsupported{}
		}
		name := refine.TypeName(t, r.pkg.Types)
		if path, why := unsupportedPart("a value of "+name, shapes[0], map[value.Shape]bool{}); why != nil {
			return fmt.Sprintf("a quantifier ranges over %s: %s is %s", name, path, why.Why), why
		}
		if functional(shapes) {
			why := &value.Unsupported{Help: "list the functions to try: //rtest:values F, G   (above a named function type)"}
			return fmt.Sprintf("a quantifier ranges over %s, whose functions have no answers of their own", name), why
		}
	}
	return "", nil
}

// A bound is what a runner's next jobs need to know of their depth.
type bound struct {
	depth   int
	domains [][][]int64
	doubts  map[int]refine.Lack
	answers [][]harness.Answers
}

// giving returns the function that tells a runner.
func giving(runner *harness.Runner) func(bound) {
	return func(b bound) {
		runner.Depth, runner.Domains, runner.Doubts, runner.Answers = b.depth, b.domains, b.doubts, b.answers
	}
}

// A site is where inputs are: of a depth, with values of the depth ranges for
// quantifiers over types, and beyond the bounds or not.
type site struct {
	depth, ranges int
	beyond        bool
}

// bind makes the runner's next jobs those of a depth.
func (s *subject) bind(ctx context.Context, depth int) error {
	if s.ranges == nil || s.give == nil {
		return nil
	}
	ranges, err := s.ranges.of(ctx, depth)
	if err != nil {
		return err
	}
	return s.bindTo(ctx, site{depth, ranges, false})
}

// siteOf is the site of the input of a failure.
func (s *subject) siteOf(ctx context.Context, f *event.Failure) site {
	p := site{f.Depth, f.Depth, f.Beyond}
	if s.ranges != nil {
		// What cannot be found out is told when it is bound.
		if n, err := s.ranges.of(ctx, f.Depth); err == nil {
			p.ranges = n
		}
	}
	return p
}

// bindTo makes the runner's next jobs those of a site.
func (s *subject) bindTo(ctx context.Context, p site) error {
	if s.ranges == nil || s.give == nil {
		return nil
	}
	depth := p.depth
	b := bound{depth: depth}
	var err error
	if b.domains, err = s.ranges.at(ctx, p.ranges); err != nil {
		return err
	}
	// A precondition means the values within the bounds, of which there may be too
	// many to go through them for small inputs: those of lesser depths will do. But
	// what no value of a lesser depth does may be done by one within the bounds.
	ahead, err := s.ranges.of(ctx, 0)
	if err != nil {
		return err
	}
	doubt := refine.Lack(0)
	switch {
	case p.beyond:
		doubt = refine.LackHolds | refine.LackFails
	case p.ranges < s.limits.Depth && ahead < s.limits.Depth:
		doubt = refine.LackFails
	}
	if b.doubts, err = s.ranges.doubts(doubt); err != nil {
		return err
	}
	if s.answers != nil {
		if b.answers, err = s.answersAt(ctx, p); err != nil {
			return err
		}
	}
	s.give(b)
	return nil
}

// enter binds a depth; it is false, and the function undecided, where a type has
// too many values for that.
func (l *loop) enter(ctx context.Context, depth int) (bool, error) {
	err := l.bind(ctx, depth)
	if many, ok := errors.AsType[*tooMany](err); ok {
		l.undecided, l.help = many.Error(), "lower the depth, or narrow the values (//rtest:ints, //rtest:chars)"
		return false, nil
	}
	return err == nil, err
}
