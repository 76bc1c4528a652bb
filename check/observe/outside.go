package observe

import (
	"context"
	"errors"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
)

// drawCount is how many inputs are drawn of one set, drawWork how many steps that may take.
const (
	drawCount = 40
	drawWork  = 2_000_000
)

// OddTexts returns texts that case mapping, character classes and encodings treat in unusual ways. The
// texts of a list are equal for some functions and different for others. Two
// lists have a character and parts of its encoding; U+FFFD takes the place of invalid bytes.
func OddTexts() [][]string {
	return [][]string{
		{"İ", "i", "ı", "I"}, {"\u212a", "k", "K"}, {"ſ", "s", "S", "ß", "ẞ", "ss"}, {"ς", "σ", "Σ"},
		{"é", "\xc3", "\xa9"}, {"\ufffd", "\xef", "\xbf", "\xbd"}, {"ǆ", "ǅ", "Ǆ"}, {"ɐ", "Ⱥ", "\u0345", "ϴ", "ϑ"},
		{"ა", "Ა"}, {"aǆ", "aǅ", "aǄ", "a ǆ"}, {"\u00a0", "\t", " "}, {"٣", "3"}, {"世", "😀"}, {"\xff", "\ufffd", "\ufeff", "\x00"}, {"ǆ\xff", "ǅ\xff", "İ\xff", "ſ\xff"},
	}
}

// An Outside asks for inputs outside the bounds whose parts are given.
type Outside struct {
	// Texts are sets of texts. Of each set there are the First inputs, and with Draw some more.
	Texts [][]string
	First int
	Draw  bool
	// Extremes asks for some whose integers are small or extreme.
	Extremes bool
	// Numbers are sets of numbers.
	Numbers [][]int64
	Seed    uint64
}

// Inputs returns inputs of a function, set by set, small ones first.
func (q Outside) Inputs(ctx context.Context, fn *prepare.Function, shapes []value.Shape, depth int) (list [][]int64, err error) {
	depth = max(1, depth)
	near := encode.Beyond{Within: depth, Reach: depth, Parts: beyond.Parts(depth)}
	for _, words := range q.Texts {
		if len(words) == 0 || encode.Textual(shapes) == 0 {
			continue
		}
		b := near
		b.Words, b.Exact = words, true
		s, err := solver(ctx, fn, b)
		if s == nil || err != nil {
			return list, err
		}
		n := 0
		for stream := range s.Solutions() {
			list = append(list, slices.Clone(stream))
			if n++; n == q.First {
				break
			}
		}
		if q.Draw {
			list = append(list, Drawn(ctx, s, q.Seed)...)
		}
	}
	if q.Extremes && hasIntegers(shapes) {
		s, err := solver(ctx, fn, near)
		if s == nil || err != nil {
			return list, err
		}
		list = append(list, Drawn(ctx, s, q.Seed)...)
	}
	for _, numbers := range q.Numbers {
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
		s, err := solver(ctx, fn, near)
		if s == nil || err != nil {
			return list, err
		}
		list = append(list, Drawn(ctx, s, q.Seed)...)
	}
	return list, ctx.Err()
}

// hasIntegers reports whether a shape has integers.
func hasIntegers(shapes []value.Shape) (has bool) {
	for _, s := range shapes {
		value.Walk(s, func(s value.Shape) {
			_, is := s.(*value.Int)
			has = has || is
		})
	}
	return has
}

// solver returns a solver for inputs outside the bounds, or nil if there can be none.
func solver(ctx context.Context, fn *prepare.Function, b encode.Beyond) (*search.Solver, error) {
	pose := fn.Far.Pose
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

// Drawn draws some solutions.
func Drawn(ctx context.Context, s *search.Solver, seed uint64) [][]int64 {
	list, _ := s.Sample(search.Draw{Seed: seed, Count: drawCount, Work: drawWork, Quit: func() bool { return ctx.Err() != nil }})
	return list
}
