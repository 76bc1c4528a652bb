package laws

import (
	"context"
	"errors"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
)

// Limits of further values: the number of assignments for which the sides of a law are compared, the
// numbers of values of each depth, outside the bounds and of odd texts, and the steps of drawing
// values of one depth.
const (
	furtherAssignments = 3000
	furtherOfDepth     = 40
	furtherBeyond      = 300
	furtherTexts       = 8
	furtherWork        = 2_000_000
)

// oddTexts holds texts that case mapping, character classes and encodings treat in unusual ways. The
// texts of a list are equal for some functions and different for others. Two
// lists have a character and parts of its encoding; U+FFFD takes the place of invalid bytes.
var oddTexts = [...][]string{
	{"İ", "i", "ı", "I"}, {"\u212a", "k", "K"}, {"ſ", "s", "S", "ß", "ẞ", "ss"}, {"ς", "σ", "Σ"},
	{"é", "\xc3", "\xa9"}, {"\ufffd", "\xef", "\xbf", "\xbd"}, {"ǆ", "ǅ", "Ǆ"}, {"ɐ", "Ⱥ", "\u0345", "ϴ", "ϑ"},
	{"ა", "Ა"}, {"aǆ", "aǅ", "aǄ", "a ǆ"}, {"\u00a0", "\t", " "}, {"٣", "3"}, {"世", "😀"}, {"\xff", "\ufffd", "\ufeff", "\x00"},
}

// enduring calls each function with further values, to find those that end the process before terms
// are made of them.
func (f *finder) enduring(ctx context.Context, changes []bool) error {
	var e *harness.Evaluator
	defer func() {
		if e != nil {
			e.Close()
		}
	}()
	for i, fn := range f.Functions {
		program, slots := f.general(i, fn)
		if f.dropped[fn] || len(slots) == 0 {
			continue
		}
		for {
			how := max(f.without[f.target(i)], f.without[noTarget])
			if how == spared {
				break
			}
			if e == nil {
				var err error
				if e, err = f.unit.Binary.Evaluator(ctx, f.universe(f.slotted, changes, nil)); err != nil {
					return err
				}
			}
			_, err := e.Compare(ctx, []harness.Comparison{{
				Left: program, Right: program, Slots: slots, Limit: furtherAssignments, Further: true, Modest: how == modest,
			}})
			if err == nil {
				break
			}
			e.Close()
			e = nil
			if died, ok := errors.AsType[*harness.CallEnded](err); !ok || !f.exempt(died) {
				return err
			}
		}
	}
	return nil
}

// general is the call of a function with variables, as a program. It has no slots where a parameter
// has no values.
func (f *finder) general(i int, fn *signature.Function) (program, slots []int) {
	used := map[int]int{}
	for _, p := range fn.Params {
		sort := f.sort(p)
		if sort >= len(f.inputs) || len(f.inputs[sort].slots) == 0 {
			return nil, nil
		}
		of := f.inputs[sort].slots
		slot := of[used[sort]%len(of)]
		used[sort]++
		program = append(program, -1-slot)
		if !slices.Contains(slots, slot) {
			slots = append(slots, slot)
		}
	}
	slices.Sort(slots)
	return append(program, f.target(i)), slots
}

// odd finds values of an input with odd texts, of each group the smallest, and some with numbers of code that
// is not followed.
func (f *finder) odd(ctx context.Context, in *input) (list [][]int64, err error) {
	depth := max(1, in.plan.Limits.Depth)
	near := encode.Beyond{Within: depth, Reach: depth, Parts: beyond.Parts(depth)}
	for _, words := range oddTexts {
		if encode.Textual(in.plan.Shapes) == 0 {
			break
		}
		b := near
		b.Words, b.Exact = words, true
		s, err := f.outside(ctx, in, b)
		if s == nil || err != nil {
			return nil, err
		}
		n := 0
		for stream := range s.Solutions() {
			list = append(list, slices.Clone(stream))
			if n++; n == furtherTexts {
				break
			}
		}
	}
	for _, numbers := range [][]int64{f.Numbers, f.Letters} {
		if len(numbers) == 0 {
			continue
		}
		near.Ints, near.Bytes = numbers, nil
		for _, n := range numbers {
			if n < utf8.RuneSelf {
				near.Bytes = append(near.Bytes, rune(n))
			} else if n <= math.MaxUint8 {
				near.Bytes = append(near.Bytes, value.RawByte+rune(n))
			}
		}
		s, err := f.outside(ctx, in, near)
		if s == nil || err != nil {
			return list, err
		}
		list = append(list, f.drawn(ctx, s)...)
	}
	return list, ctx.Err()
}

// outside returns a solver for values of an input outside the bounds, or nil if there can be none.
func (f *finder) outside(ctx context.Context, in *input, b encode.Beyond) (*search.Solver, error) {
	pose := in.plan.Function.Far.Pose
	if pose == nil {
		return nil, nil
	}
	opt := encode.Options{Depth: b.Within, Beyond: &b, Limits: encode.Limits{MaxNodes: beyond.MaxNodes, MaxSteps: beyond.MaxSteps}}
	p, err := pose(ctx, opt)
	if errors.Is(err, encode.ErrTooLarge) || err == nil && p == nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	s, err := search.New(p.Form)
	if err == nil {
		s.Options.Quit = func() bool { return ctx.Err() != nil }
	}
	return s, err
}

// drawn draws some solutions.
func (f *finder) drawn(ctx context.Context, s *search.Solver) [][]int64 {
	list, _ := s.Sample(search.Draw{Seed: f.Config.Limits.Seed, Count: furtherOfDepth, Work: furtherWork, Quit: func() bool { return ctx.Err() != nil }})
	return list
}

// further finds further values of an input: odd texts, some values of each depth within the bounds of
// which not all were taken, and the values that a check tries outside the bounds. full is the greatest
// depth of which all values were taken.
func (f *finder) further(ctx context.Context, in *input, full int) error {
	known := map[string]bool{}
	for _, s := range in.streams {
		known[observe.Key(s)] = true
	}
	add := func(streams [][]int64) {
		for _, s := range streams {
			if k := observe.Key(s); !known[k] {
				known[k] = true
				in.further = append(in.further, s)
			}
		}
	}
	odd, err := f.odd(ctx, in)
	if err != nil {
		return err
	}
	add(odd)
	for depth := full + 1; depth <= in.plan.Limits.Depth; depth++ {
		p, err := in.plan.Function.Pose(ctx, depth)
		if err != nil {
			return err
		}
		s, err := search.New(p.Form)
		if err != nil {
			return err
		}
		add(f.drawn(ctx, s))
	}
	fn := *in.plan.Function
	fn.Limits.Depth = max(full, 0)
	runner := f.unit.Binary.Runner()
	defer runner.Close()
	inputs, _, err := observe.Inputs(ctx, &fn, f.unit.Targets, runner)
	if err != nil {
		return err
	}
	var outside [][]int64
	for _, i := range inputs {
		if i.Beyond {
			outside = append(outside, i.Stream)
		}
	}
	small := min(len(outside), furtherBeyond/2)
	add(outside[:small])
	add(spread(outside[small:], furtherBeyond-small))
	return ctx.Err()
}
