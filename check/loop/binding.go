package loop

import (
	"context"
	"errors"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/internal/harness"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/refine"
)

// A site says where inputs belong: a depth, the depth of the values for quantifiers over
// types, and whether they are beyond the bounds.
type site struct {
	depth, ranges int
	beyond        bool
}

// Bind sets the depth of the next jobs of the runner.
func (s *Subject) Bind(ctx context.Context, depth int) error {
	if s.Ranges == nil || s.Give == nil {
		return nil
	}
	ranges, err := s.Ranges.Of(ctx, depth)
	if err != nil {
		return err
	}
	return s.bindTo(ctx, site{depth, ranges, false})
}

// siteOf returns the site of a failing input.
func (s *Subject) siteOf(ctx context.Context, f *event.Failure) site {
	p := site{f.Depth, f.Depth, f.Beyond}
	if s.Ranges != nil {
		// An error is reported when the site is bound.
		if n, err := s.Ranges.Of(ctx, f.Depth); err == nil {
			p.ranges = n
		}
	}
	return p
}

// bindTo sets the site of the next jobs of the runner.
func (s *Subject) bindTo(ctx context.Context, p site) error {
	if s.Ranges == nil || s.Give == nil {
		return nil
	}
	depth := p.depth
	b := prepare.Bound{Depth: depth}
	var err error
	if b.Domains, err = s.Ranges.At(ctx, p.ranges); err != nil {
		return err
	}
	// A precondition ranges over all values within the bounds. These may be too many for small
	// inputs, so values of lesser depths are tried first. A value that no lesser depth
	// provides may still exist within the bounds.
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

// enter binds a depth. It returns false, and makes the function undecided, if a type has too
// many values.
func (l *loop) enter(ctx context.Context, depth int) (bool, error) {
	err := l.Bind(ctx, depth)
	if many, ok := errors.AsType[*prepare.TooMany](err); ok {
		l.undecided, l.help = many.Error(), "lower the depth, or narrow the values (//rtest:ints, //rtest:chars)"
		return false, nil
	}
	return err == nil, err
}

// answersAt returns the answers at a site.
func (s *Subject) answersAt(ctx context.Context, p site) ([][]harness.Answers, error) {
	if !p.beyond {
		return s.Answers(ctx, p.depth)
	}
	if s.Answered == nil || s.AnsweredAt != p.depth {
		all, err := s.AnswersFar(ctx, p.depth, beyond.Around(&s.Hints, p.depth, s.Limits.Seed))
		if err != nil {
			return nil, err
		}
		s.Answered, s.AnsweredAt = all, p.depth
	}
	return s.Answered, nil
}

// answersBeyond reports whether some function has answers beyond the bounds.
func (s *Subject) answersBeyond(ctx context.Context) (bool, error) {
	if s.Answers == nil {
		return false, nil
	}
	near, err := s.Answers(ctx, s.Limits.Depth)
	if _, many := errors.AsType[*prepare.TooMany](err); many {
		return false, nil // The depth reports it.
	}
	if err != nil {
		return false, err
	}
	far, err := s.answersAt(ctx, site{s.Limits.Depth, s.Limits.Depth, true})
	for i, list := range far {
		for cost, a := range list {
			if len(a.Streams) > near[i][cost].Within[s.Limits.Depth] {
				return true, nil
			}
		}
	}
	return false, err
}

// unanswered reports the contract's conditions on answers that dropped inputs because no
// answer satisfies them, and irregular calls of these functions.
func (l *loop) unanswered() {
	if l.worn > 0 {
		l.Notes = append(l.Notes, "calls leave memory behind, together more than -memory; a new process replaced the old one")
	}
	if l.leaky {
		l.Notes = append(l.Notes, "calls leave goroutines behind")
	}
	if l.strange > 0 {
		l.Notes = append(l.Notes, "functions among the inputs were called from other goroutines: of their answers there only the first are tried")
	}
	if l.late > 0 {
		l.Notes = append(l.Notes, "functions among the inputs were called after the call was over")
	}
	if l.dropped == 0 && l.Part.Of <= 1 {
		return
	}
	for _, cb := range l.Contract.AllCallbacks() {
		for _, c := range cb.Ensure {
			l.Opaque = append(l.Opaque, event.Opaque{
				Clause: c.Kind.String() + " " + c.Text, Pos: c.Pos,
				Why:    event.WhyUnanswered,
				Passed: l.Inputs, Reached: l.Inputs + l.dropped,
			})
			return
		}
	}
}

// Chosen returns the streams of the answers that a stream chooses, if only one function is
// asked. With several functions the choices do not say which one gave an answer.
func (s *Subject) Chosen(ctx context.Context, stream []int64) ([][]int64, error) {
	solution, choices, ok := harness.SplitChoices(stream)
	if !ok || s.Answers == nil || len(solution) == 0 {
		return nil, nil
	}
	// Answers within the bounds come first.
	all, err := s.answersAt(ctx, site{s.Limits.Depth, s.Limits.Depth, true})
	if err != nil || len(all) != 1 || len(all[0]) == 0 {
		return nil, err
	}
	if n := len(s.Contract.Drawn()); n <= len(choices) {
		choices = choices[n:]
	}
	var out [][]int64
	for _, i := range choices {
		if i >= 0 && i < int64(len(all[0][0].Streams)) {
			out = append(out, all[0][0].Streams[i])
		}
	}
	return out, nil
}
