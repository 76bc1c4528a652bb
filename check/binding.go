package check

import (
	"context"
	"errors"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/refine"
)

// A site is where inputs are: of a depth, with values of the depth ranges for
// quantifiers over types, and beyond the bounds or not.
type site struct {
	depth, ranges int
	beyond        bool
}

// bind makes the runner's next jobs those of a depth.
func (s *subject) bind(ctx context.Context, depth int) error {
	if s.Ranges == nil || s.Give == nil {
		return nil
	}
	ranges, err := s.Ranges.Of(ctx, depth)
	if err != nil {
		return err
	}
	return s.bindTo(ctx, site{depth, ranges, false})
}

// siteOf is the site of the input of a failure.
func (s *subject) siteOf(ctx context.Context, f *event.Failure) site {
	p := site{f.Depth, f.Depth, f.Beyond}
	if s.Ranges != nil {
		// What cannot be found out is told when it is bound.
		if n, err := s.Ranges.Of(ctx, f.Depth); err == nil {
			p.ranges = n
		}
	}
	return p
}

// bindTo makes the runner's next jobs those of a site.
func (s *subject) bindTo(ctx context.Context, p site) error {
	if s.Ranges == nil || s.Give == nil {
		return nil
	}
	depth := p.depth
	b := prepare.Bound{Depth: depth}
	var err error
	if b.Domains, err = s.Ranges.At(ctx, p.ranges); err != nil {
		return err
	}
	// A precondition means the values within the bounds, of which there may be too
	// many to go through them for small inputs: those of lesser depths will do. But
	// what no value of a lesser depth does may be done by one within the bounds.
	ahead, err := s.Ranges.Of(ctx, 0)
	if err != nil {
		return err
	}
	doubt := refine.Lack(0)
	switch {
	case p.beyond:
		doubt = refine.LackHolds | refine.LackFails
	case p.ranges < s.Limits.Depth && ahead < s.Limits.Depth:
		doubt = refine.LackFails
	}
	if b.Doubts, err = s.Ranges.Doubts(doubt); err != nil {
		return err
	}
	if s.Answers != nil {
		if b.Answers, err = s.answersAt(ctx, p); err != nil {
			return err
		}
	}
	s.Give(b)
	return nil
}

// enter binds a depth; it is false, and the function undecided, where a type has
// too many values for that.
func (l *loop) enter(ctx context.Context, depth int) (bool, error) {
	err := l.bind(ctx, depth)
	if many, ok := errors.AsType[*prepare.TooMany](err); ok {
		l.undecided, l.help = many.Error(), "lower the depth, or narrow the values (//rtest:ints, //rtest:chars)"
		return false, nil
	}
	return err == nil, err
}
