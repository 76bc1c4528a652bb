package check

import (
	"math"
	"slices"

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
