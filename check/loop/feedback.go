package loop

import (
	"context"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/feedback"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/harness"
)

const (
	// One of feedbackPart parts of the inputs beyond the bounds are edits of other inputs.
	// There are feedbackTimes as many if the budget has room.
	feedbackPart, feedbackTimes = 2, 16
	// feedbackRound is the number of edits between two evaluations of their trails, or one of feedbackRounds
	// parts of the budget if that is more. After feedbackIdle such parts without anything new, editing ends.
	feedbackRound, feedbackRounds, feedbackIdle = 64, 64, 12
	// feedbackFilter is the number of edits made for each one that satisfies a precondition.
	feedbackFilter = 8
)

// guides reports whether inputs are made from others: texts, and values of recursive types
// where the engines do not follow a precondition. A shard has none, because what is new
// depends on all inputs.
func (l *loop) guides() bool {
	if l.guide == nil || l.Part.Of > 1 {
		return false
	}
	for _, why := range l.opaque {
		if why != encode.WhyObjects {
			return true
		}
	}
	return l.Traits.Textual > 0
}

// watch lets a job report what its inputs do. Where few inputs satisfy a precondition, those
// that do are useful too.
func (l *loop) watch(j *harness.Job) {
	if !l.guides() {
		return
	}
	if j.Trail = l.guide.Trail; len(l.Pre) > 0 {
		j.Admitted = feedback.MostSeeds
	}
}

// feedback edits the inputs that did something new, and their descendants, while there is
// budget and something new appears.
func (o *beyondRun) feedback(ctx context.Context) error {
	room := o.feedbackRoom()
	if !o.guides() || room == 0 || !o.going() {
		return nil
	}
	b := o.breeding()
	b.Collect()
	round := max(feedbackRound, room/feedbackRounds)
	candidates := room
	if len(o.Pre) > 0 {
		candidates *= feedbackFilter
	}
	before := o.Beyond
	for idle := int64(0); o.Beyond-before < room && candidates > 0 && idle < feedbackIdle*round && o.going(); {
		batch := b.Batch(int(min(round, candidates, room-(o.Beyond-before))))
		if len(batch) == 0 {
			break
		}
		candidates -= int64(len(batch))
		at := o.Beyond
		o.left, o.jobs = batch, 0
		for len(o.left) > 0 && o.going() {
			if err := o.runUntilFailure(ctx); err != nil {
				return err
			}
		}
		idle += o.Beyond - at
		if b.Collect() {
			idle = 0
		}
	}
	if o.Edited.Inputs = o.Beyond - before; o.Edited.Inputs > 0 {
		o.Edited.Seeds = b.Tried
	}
	return nil
}

// feedbackRoom returns how many inputs may be made from others.
func (o *beyondRun) feedbackRoom() int64 {
	return o.Limits.Beyond/feedbackPart + min(feedbackTimes*o.Limits.Beyond, max(0, o.loop.inputsLeft()))
}

// going reports whether to try more inputs beyond the bounds.
func (o *beyondRun) going() bool {
	return o.Cut == "" && o.hung < farHung && o.heavy <= farLosses && (o.Keep || o.Measure || !o.confirmed())
}

func (o *beyondRun) breeding() *feedback.Breeding {
	b := o.guide.Breed(feedback.Settings{
		Parse: o.Parse, Hints: &o.Hints, Seed: o.Limits.Seed, Exhausted: o.Exhausted,
		Binary: o.Traits.Binary, Question: len(o.questions),
	}, o.farther)
	o.questions = append(o.questions, &beyond.Question{Edited: true})
	return b
}
