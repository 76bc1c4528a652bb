package check

import (
	"context"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
)

// hasRemainingInputs tells whether a level has inputs behind those that were consumed. Where
// compiled code may reject what the engine finds, it judges that, without calls,
// as far as it could have gone with room for more inputs. When it rejects all,
// these count as those that were rejected before.
func (l *loop) hasRemainingInputs(ctx context.Context, v *level, shard form.Shard) (engine.Answer, error) {
	if v.Resume != nil {
		return engine.Yes, nil
	}
	more, err := l.inhabited(ctx, v.Form, shard, v.Consumed)
	if err != nil || more != engine.Yes || len(v.Opaque) == 0 || l.Answers != nil || l.allRejected() {
		return more, err
	}
	job := l.harnessJob(v)
	job.Limit, job.Dry, job.Atoms, job.Live = 1, true, nil, false
	got, err := l.Engine.Run(ctx, l.run, job, v.Form)
	if err != nil || got.Called > 0 || !got.Exhausted || len(got.Open) > 0 || len(got.Findings) > 0 {
		return engine.Yes, err
	}
	l.rejected += got.Rejected
	l.count(got.Tally)
	v.add(harness.Tally{Consumed: got.Consumed, Exhausted: true})
	return engine.No, nil
}

// spendRemaining ends a level for whose other inputs there is no room, unless there are none.
func (l *loop) spendRemaining(ctx context.Context, v *level, shard form.Shard) error {
	more, err := l.hasRemainingInputs(ctx, v, shard)
	if err != nil {
		return err
	}
	v.Exhausted = more == engine.No
	l.spent = l.spentInputs()
	return nil
}

// beyondBudget tells whether a depth for which nothing is left of the budget
// has inputs at all: where none has, the function is exhausted.
func (l *loop) beyondBudget(ctx context.Context, depth int, p *question) (more bool, err error) {
	shard, _ := l.parts(depth)
	v := &level{depth: depth, question: p}
	if err := l.spendRemaining(ctx, v, shard); err != nil || !v.Exhausted {
		return false, err
	}
	l.Depth = depth
	return l.finishLevel(v)
}
