package check

import (
	"context"
	"errors"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness"
)

// answersAt are the answers at a site.
func (s *subject) answersAt(ctx context.Context, p site) ([][]harness.Answers, error) {
	if !p.beyond {
		return s.answers(ctx, p.depth)
	}
	if s.answered == nil || s.answeredAt != p.depth {
		all, err := s.answersFar(ctx, p.depth, beyond.Around(&s.hints, p.depth, s.limits.Seed))
		if err != nil {
			return nil, err
		}
		s.answered, s.answeredAt = all, p.depth
	}
	return s.answered, nil
}

// answersBeyond tells whether some function has answers outside the bounds.
func (s *subject) answersBeyond(ctx context.Context) (bool, error) {
	if s.answers == nil {
		return false, nil
	}
	near, err := s.answers(ctx, s.limits.Depth)
	if _, many := errors.AsType[*tooMany](err); many {
		return false, nil // It was said at the depth.
	}
	if err != nil {
		return false, err
	}
	far, err := s.answersAt(ctx, site{s.limits.Depth, s.limits.Depth, true})
	for i, list := range far {
		for cost, a := range list {
			if len(a.Streams) > near[i][cost].Within[s.limits.Depth] {
				return true, nil
			}
		}
	}
	return false, err
}

// unanswered lists the contract's demands on answers with how many inputs were
// dropped because no answer meets them, and what was strange about the calls.
func (l *loop) unanswered() {
	if l.worn > 0 {
		l.Notes = append(l.Notes, "calls leave memory behind, all together more than -memory; the process was replaced by a fresh one")
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
	if l.dropped == 0 && l.shard.Of <= 1 {
		return
	}
	for _, cb := range l.contract.AllCallbacks() {
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
