package diff

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness"
)

// missing says why some inputs were not tried with both versions; it is nil if all were.
func (c *comparison) missing(ctx context.Context, p pair, inputs []observe.Input, before, after []observe.Observation) ([]LeftOut, error) {
	var open int
	var of *observe.Function
	var stuck []int64
	ended := false
	for i := range inputs {
		for _, side := range []struct {
			f *observe.Function
			o *observe.Observation
		}{{p.old, &before[i]}, {p.new, &after[i]}} {
			if stuck == nil && (side.o.Cause == harness.CauseTimeout || side.o.Cause == harness.CauseMemory) {
				of, stuck = side.f, inputs[i].Stream
			}
			ended = ended || side.o.Cause != ""
		}
		if before[i].Unknown || after[i].Unknown {
			open++
		}
	}
	if open == 0 {
		return nil, nil
	}
	why := fmt.Sprintf("%s of %d were not tried", diag.Count(open, "input"), len(inputs))
	switch {
	case !ended:
		return []LeftOut{p.leftOut(fmt.Sprintf("%s in the time of %v", why, c.Limits.Time))}, nil
	case stuck == nil:
		return []LeftOut{p.leftOut(why + ", because calls end the process")}, nil
	}
	x, err := of.Describe(ctx, stuck)
	if err != nil {
		return nil, err
	}
	what := "do not return"
	if x.Cause == harness.CauseMemory {
		what = "take too much memory"
	}
	return []LeftOut{p.leftOut(fmt.Sprintf("%s, because calls %s, as %s", why, what, x.Call))}, nil
}

// steady returns the inputs for which each version repeats its behaviour. Calls that hang or crash are
// repeated once, others several times. If there are none, why is the reason. All that takes as long as the calls before at most: what
// differs at the end of their time is a difference.
func (c *comparison) steady(ctx context.Context, p pair, k Kind, at []int, streams [][]int64, before, after []observe.Observation) (sure []int, why string, err error) {
	defer func(before *observe.Budget) { p.old.Time, p.new.Time = before, before }(p.old.Time)
	p.old.Time = observe.NewBudget(c.Limits.Time)
	p.new.Time = p.old.Time
	why = "it does not do the same twice"
	sure = at[:min(len(at), repeats)]
	all, times := len(sure), again
	if slices.Contains([]Kind{NewHang, NoHang, NewCrash, NoCrash}, k) {
		times = 1
	}
	old, now := p.old.Session(), p.new.Session()
	defer func() { old.Close(); now.Close() }()
	for turn := range times {
		if turn > 0 && turn%inProcess == 0 { // What a process chooses once, such as a seed, another one may choose in another way.
			old.Close()
			now.Close()
		}
		list := make([][]int64, len(sure))
		for i, n := range sure {
			list[i] = streams[n]
		}
		a, err := old.Run(ctx, list, harness.ObserveAll, 0)
		if err != nil {
			return nil, "", err
		}
		b, err := now.Run(ctx, list, harness.ObserveAll, 0)
		if err != nil {
			return nil, "", err
		}
		var same []int
		for i, n := range sure {
			switch {
			case a[i].Unknown || b[i].Unknown:
				why = fmt.Sprintf("that it differs could not be seen twice in the time of %v", c.Limits.Time)
			case c.kind(p, &before[n], &a[i]) == "" && c.kind(p, &after[n], &b[i]) == "":
				same = append(same, n)
			}
		}
		if sure = same; len(sure) == 0 {
			return nil, why, nil
		}
	}
	if len(sure) == all {
		return at, "", nil
	}
	return sure, "", nil
}

// repeats is how many inputs of one difference are run again, again how often, and inProcess how often in one process.
const (
	repeats   = 20
	again     = 16
	inProcess = 4
)

// unlike returns how inputs of one stream differ between the versions, or "".
func (c *comparison) unlike(ctx context.Context, p pair, streams [][]int64) (why string, err error) {
	if len(streams) == 0 || p.same || p.old.Alike(p.new, streams[0]) {
		return "", nil
	}
	for _, s := range [][]int64{streams[0], streams[len(streams)/2], streams[len(streams)-1]} {
		a, err1 := p.old.Describe(ctx, s)
		b, err2 := p.new.Describe(ctx, s)
		if err1 != nil || err2 != nil || literals(a.Args) != literals(b.Args) {
			return "its inputs are built in different ways: the versions have other functions, or other directives, that make their types", ctx.Err()
		}
	}
	return "", nil
}

func literals(args []event.Arg) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(a.Value + "\n")
	}
	return b.String()
}

// smallest returns the smallest of some inputs. Those within the bounds come first and in order. Others come in the order of the strategies
// that made them.
func smallest(at []int, inputs []observe.Input) observe.Input {
	first := inputs[at[0]]
	for _, i := range at[1:] {
		if first.Beyond && cmp.Or(len(inputs[i].Stream)-len(first.Stream), cmp.Compare(weight(inputs[i].Stream), weight(first.Stream))) < 0 {
			first = inputs[i]
		}
	}
	return first
}

// weight is how great the numbers of a stream are together.
func weight(stream []int64) (sum float64) {
	for _, n := range stream {
		sum += math.Abs(float64(n))
	}
	return sum
}
