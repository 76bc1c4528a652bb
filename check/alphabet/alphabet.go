// Package alphabet chooses the characters of strings in view of the preconditions: it drops
// characters that occur in no valid input.
package alphabet

import (
	"context"
	"errors"
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
)

const (
	// formDepth is the depth of the inputs examined, whatever depth is tested. It is reduced while
	// the form has more than mostNodes terms.
	formDepth, mostNodes = 4, 50_000
	// mostCharacters is the greatest size of an alphabet. It has at least leastCharacters if that
	// many occur in valid inputs.
	mostCharacters, leastCharacters = 8, 4
	// mostPlaces is the greatest number of characters in a string that are examined.
	mostPlaces = 32
	// workOfAll and workOfOne limit the steps of propagation for all questions and for one.
	workOfAll, workOfOne = 3_000_000, 100_000
	// rejectsOfOne is the number of inputs that an interpreted precondition may reject during one
	// question.
	rejectsOfOne = 1000
)

// Narrow drops from the alphabets of strings the characters that occur in no valid input, and fills
// the free places from others, in order. It leaves alone an alphabet that a directive fixes, and
// one for which it finds no character that occurs.
func Narrow(ctx context.Context, in encode.Inputs, opt encode.Options, others []rune) error {
	texts := freeStrings(in.Shapes)
	if len(texts) == 0 || len(in.Preds) == 0 {
		return nil
	}
	c := &chooser{in: in, opt: opt, left: workOfAll}
	first, err := c.ask(ctx, texts)
	if err != nil || !slices.ContainsFunc(texts, func(s *value.String) bool { return len(first[s].forbidden) > 0 }) {
		return err
	}
	before := map[*value.String][]rune{}
	for _, s := range texts {
		before[s] = s.Alphabet
		if len(first[s].forbidden) > 0 {
			s.Alphabet = slices.Clone(s.Alphabet)
			for _, r := range others {
				if r < value.RawByte && !slices.Contains(s.Alphabet, r) {
					s.Alphabet = append(s.Alphabet, r)
				}
			}
		}
	}
	then, err := c.ask(ctx, texts)
	for _, s := range texts {
		s.Alphabet = before[s]
		if err == nil && len(first[s].forbidden) > 0 {
			s.Alphabet = chooseAlphabet(s.Alphabet, first[s], then[s], others)
		}
	}
	return err
}

// chooseAlphabet returns the new alphabet. It has the characters of the old one that occur in
// inputs over it, or over it and others. While there is room it adds those of others that occur;
// there is more room if none of the old alphabet occurs. If no character is left, it returns the
// old alphabet. First and then are the answers without and with the others.
func chooseAlphabet(alphabet []rune, first, then answers, others []rune) (list []rune) {
	for _, r := range alphabet {
		if !slices.Contains(first.forbidden, r) || slices.Contains(then.held, r) {
			list = append(list, r)
		}
	}
	room := max(len(alphabet), leastCharacters)
	if len(list) == 0 {
		room = mostCharacters
	}
	for _, r := range others {
		if slices.Contains(then.held, r) && !slices.Contains(list, r) && len(list) < room {
			list = append(list, r)
		}
	}
	if len(list) == 0 {
		return alphabet
	}
	return list
}

// freeStrings returns the strings in shapes whose characters no directive fixes.
func freeStrings(shapes []value.Shape) (list []*value.String) {
	for _, s := range shapes {
		value.Walk(s, func(s value.Shape) {
			if x, ok := s.(*value.String); ok && !x.Fixed && !slices.Contains(list, x) {
				list = append(list, x)
			}
		})
	}
	return list
}

// A chooser asks which characters occur in valid inputs.
type chooser struct {
	in  encode.Inputs
	opt encode.Options
	// left is the work that may still be spent.
	left int64
}

// answers has the characters known to occur in a valid input, and those known to occur in none.
// Other characters are undecided.
type answers struct{ held, forbidden []rune }

// ask asks for each string which characters of its alphabet occur in valid inputs.
func (c *chooser) ask(ctx context.Context, texts []*value.String) (map[*value.String]answers, error) {
	q, err := c.encode(ctx)
	if q == nil || err != nil {
		return nil, err
	}
	found := map[*value.String]answers{}
	for _, s := range texts {
		places := q.Characters[s]
		if len(places) == 0 || len(places) > mostPlaces {
			continue
		}
		var a answers
		open, unknown := slices.Clone(s.Alphabet), map[rune]bool{}
		for _, i := range places {
			open = slices.DeleteFunc(open, func(r rune) bool {
				held, known := c.holds(ctx, q.Form, i, r)
				if held {
					a.held = append(a.held, r)
				}
				unknown[r] = unknown[r] || !known
				return held
			})
		}
		a.forbidden = slices.DeleteFunc(open, func(r rune) bool { return unknown[r] })
		found[s] = a
	}
	return found, context.Cause(ctx)
}

// encode makes the form of all inputs up to a depth, or nil if it is too large at every depth.
func (c *chooser) encode(ctx context.Context) (*encode.Problem, error) {
	for d := formDepth; d > 0; d-- {
		opt := c.opt
		opt.Depth, opt.MaxNodes, opt.MaxSteps = d, mostNodes, mostNodes
		q, err := encode.Encode(ctx, c.in, opt)
		if errors.Is(err, encode.ErrTooLarge) {
			continue
		}
		if err != nil {
			return nil, err
		}
		q.Form.Below = true
		return q, nil
	}
	return nil, nil
}

// holds reports whether some valid input has the character r at a place, and whether that is known.
// If none has, it removes r from the domain of the place.
func (c *chooser) holds(ctx context.Context, of *form.Form, place int32, r rune) (held, known bool) {
	if c.left <= 0 {
		return false, false
	}
	f := *of
	f.Vars = slices.Clone(of.Vars)
	v := &f.Vars[place]
	if !slices.ContainsFunc(v.Dom, func(s form.Span) bool { return s.Lo <= int64(r) && int64(r) <= s.Hi }) {
		return false, true
	}
	v.Dom, v.Default = []form.Span{{Lo: int64(r), Hi: int64(r)}}, int64(r)
	for ; v.Parent >= 0; v = &f.Vars[v.Parent] {
		p, when := &f.Vars[v.Parent], v.When
		p.Choice = slices.DeleteFunc(slices.Clone(p.Choice), func(a form.Alt) bool { return a.Value < when.Lo || a.Value > when.Hi })
		if len(p.Choice) == 0 {
			return false, true
		}
		p.Default = p.Choice[0].Value
	}
	s, err := search.New(&f)
	if err != nil {
		return false, false
	}
	s.Options = search.Options{Work: workOfOne, Reject: rejectsOfOne, Most: 1, Quit: func() bool { return ctx.Err() != nil }}
	for range s.Solutions() {
		held = true
		break
	}
	c.left -= s.Stats().Work
	if !held && (s.Stalled() != nil || ctx.Err() != nil) {
		return false, false
	}
	if v := &of.Vars[place]; !held && v.Default != int64(r) {
		v.Dom = withoutValue(v.Dom, int64(r))
	}
	return held, true
}

// withoutValue returns a domain without the value x.
func withoutValue(dom []form.Span, x int64) (list []form.Span) {
	for _, s := range dom {
		if x < s.Lo || s.Hi < x {
			list = append(list, s)
			continue
		}
		if s.Lo < x {
			list = append(list, form.Span{Lo: s.Lo, Hi: x - 1})
		}
		if x < s.Hi {
			list = append(list, form.Span{Lo: x + 1, Hi: s.Hi})
		}
	}
	return list
}
