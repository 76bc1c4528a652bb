package check

import (
	"math"
	"slices"

	"fmt"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/event"
)

// byStrategy is the inputs with those of each strategy together, in the order of the table.
func byStrategy(inputs []beyond.Input) []beyond.Input {
	at := map[string]int{}
	for i, s := range beyond.Strategies() {
		at[s.Name] = i
	}
	list := slices.Clone(inputs)
	slices.SortStableFunc(list, func(f, g beyond.Input) int { return at[f.By] - at[g.By] })
	return list
}

// measured does what tries inputs of a strategy, and notes what came of it where that is
// asked for.
func (o *beyondRun) measured(by string, try func() error) error {
	if !o.Measure {
		return try()
	}
	inputs, failures := o.Beyond, o.failures()
	o.firstFailure, o.heavy, o.hung = math.MaxInt, 0, 0
	if err := try(); err != nil || o.Beyond == inputs {
		return err
	}
	failed := o.failures() > failures
	i := slices.IndexFunc(o.Strategies, func(r event.StrategyRun) bool { return r.Name == by })
	if i < 0 {
		i = len(o.Strategies)
		o.Strategies = append(o.Strategies, event.StrategyRun{Name: by, First: math.MaxInt})
	}
	r := &o.Strategies[i]
	r.Inputs, r.Failed, r.First = r.Inputs+o.Beyond-inputs, r.Failed || failed, min(r.First, o.firstFailure)
	return nil
}

// failures is how many inputs outside the bounds failed.
func (o *beyondRun) failures() (n int64) {
	for _, count := range o.failed {
		n += count
	}
	return n
}

// placeFailure notes the place of the last input that was tried, which failed.
func (o *beyondRun) placeFailure(tried []beyond.Input) {
	if len(tried) > 0 {
		o.firstFailure = min(o.firstFailure, tried[len(tried)-1].Place)
	}
}

// strategyOf is the strategy that chose the input with a stream: the last that was tried, or
// one of those that are tried in one job.
func (o *beyondRun) strategyOf(stream []int64, tried []beyond.Input) string {
	if len(tried) > 0 {
		return tried[len(tried)-1].By
	}
	for _, f := range o.farther {
		if slices.Equal(f.Stream, stream) {
			return f.By
		}
	}
	return ""
}

// notes says what was not found out.
func (o *beyondRun) notes() []string {
	var notes []string
	say := func(n int, one, many string) {
		switch {
		case n == 1:
			notes = append(notes, "beyond the bounds "+one)
		case n > 1:
			notes = append(notes, "beyond the bounds "+fmt.Sprintf(many, n))
		}
	}
	say(o.heavy, "one call took too much time or memory", "%d calls took too much time or memory")
	say(o.makes, "one call asked make for an impossible length", "%d calls asked make for impossible lengths")
	say(o.wrapped, "the contract's own arithmetic overflowed for one input, which was not judged",
		"the contract's own arithmetic overflowed for %d inputs, which were not judged")
	say(o.broken, "the contract does not hold of one text that is no UTF-8, of which nothing in it speaks (as utf8.ValidString does)",
		"the contract does not hold of %d texts that are no UTF-8, of which nothing in it speaks (as utf8.ValidString does)")
	say(o.late, "one input was not tried: the time ended", "%d inputs were not tried: the time ended")
	if o.hasty {
		say(1, "not all inputs were looked for: the time ended", "")
	}
	say(o.omitted, "one input that asks for as much was left out", "%d inputs that ask for as much were left out")
	say(o.vague, "one input was not judged by a quantifier that found no value within the bounds",
		"%d inputs were not judged by a quantifier that found no value within the bounds")
	return notes
}
