package shape

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Builders numbers the types whose values are built by calls. Passing returns what the calls of a
// type only pass on; nil means nothing.
type Builders struct {
	Passing func(t types.Type) *Passing
	list    []Built
}

// Built is a type whose values are built by calls. If the arguments of the calls are the parts of the value
// (Callee.Whole), like the elements of an iterator, Within has the hints about parts from the function under
// test; otherwise it is nil. Reader has that function's hints about values that the calls only pass on.
type Built struct {
	T      types.Type
	Within *Within
	Reader *Reader
}

// Within is what a function says about the parts of an input that calls build: bounds on integers
// and characters, and texts and numbers in its code.
type Within struct {
	bounds refine.Bounds
	hints  refine.Hints
}

// List returns the types in the order of their numbers. Types with different Within or Reader have
// different numbers.
func (b *Builders) List() []Built { return b.list }

// index returns the number of a type, adding it if it is new.
func (b *Builders) index(x Built) int {
	i := slices.IndexFunc(b.list, func(y Built) bool {
		return types.Identical(x.T, y.T) && x.Within.same(y.Within) && x.Reader.same(y.Reader)
	})
	if i < 0 {
		b.list = append(b.list, x)
		i = len(b.list) - 1
	}
	return i
}

// calls returns the shape of a value that calls build.
func (s *shaper) calls(t types.Type, at place) *value.Calls {
	x := Built{T: t}
	if !at.onlyWritten && slices.ContainsFunc(s.facts.Of(t).Via, func(c *refine.Callee) bool { return c.Whole }) {
		x.Within = s.within(at)
	}
	if passing := s.opt.Builders.Passing; passing != nil {
		x.Reader = s.reader(passing(t))
	}
	return &value.Calls{T: t, Builder: s.opt.Builders.index(x), Paid: at.depthSpent}
}

// within returns the bounds of integers and characters at a place, and the hints about values.
func (s *shaper) within(at place) *Within {
	w := &Within{bounds: refine.NoBounds()}
	for _, b := range s.bounds(at) {
		if w.bounds.Ints == nil && !w.bounds.IntsFull {
			w.bounds.Ints, w.bounds.IntsFull = b.Ints, b.IntsFull
		}
		if w.bounds.Chars == nil {
			w.bounds.Chars = b.Chars
		}
	}
	w.hints = s.opt.Hints.ForValues(refine.Hints{})
	return w
}

// same reports whether w and v give values of a type the same shape.
func (w *Within) same(v *Within) bool {
	if w == nil || v == nil {
		return w == v
	}
	a, b := &w.hints, &v.hints
	return slices.Equal(w.bounds.Ints, v.bounds.Ints) && w.bounds.IntsFull == v.bounds.IntsFull &&
		slices.Equal(w.bounds.Chars, v.bounds.Chars) && (w.bounds.Chars == nil) == (v.bounds.Chars == nil) &&
		slices.Equal(a.Alphabet, b.Alphabet) && slices.Equal(a.ContractChars, b.ContractChars) && a.InvalidUTF8 == b.InvalidUTF8 &&
		slices.Equal(a.Bytes, b.Bytes) && slices.Equal(a.MoreChars, b.MoreChars) && slices.Equal(a.UnusualChars, b.UnusualChars) &&
		slices.Equal(a.Words, b.Words) && slices.Equal(a.Patterns, b.Patterns) &&
		slices.Equal(a.Ints, b.Ints) && slices.Equal(a.Thresholds, b.Thresholds) &&
		slices.Equal(a.Suffixes, b.Suffixes) && a.Formatted == b.Formatted
}

// Bind returns the contract and hints of a callee, for calls that build such an input. The callee's
// own bounds on integers and characters take precedence.
func (w *Within) Bind(c *refine.Contract, h refine.Hints) (*refine.Contract, refine.Hints) {
	if w == nil {
		return c, h
	}
	bound := *c
	b := &bound.Bounds
	if b.Ints == nil && !b.IntsFull {
		b.Ints, b.IntsFull = w.bounds.Ints, w.bounds.IntsFull
	}
	if b.Chars == nil {
		b.Chars = w.bounds.Chars
	}
	return &bound, w.hints.ForValues(h)
}
