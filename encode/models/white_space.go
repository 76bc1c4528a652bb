package models

import (
	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// A byteRange is the bytes from first to last.
type byteRange struct{ first, last byte }

// spaces returns the UTF-8 of all characters for which unicode.IsSpace is true.
func spaces() [][]byteRange {
	one := func(c byte) byteRange { return byteRange{c, c} }
	return [][]byteRange{
		{{'\t', '\r'}},
		{one(' ')},
		{one(0xC2), one(0x85)},
		{one(0xC2), one(0xA0)},
		{one(0xE1), one(0x9A), one(0x80)},
		{one(0xE2), one(0x80), {0x80, 0x8A}},
		{one(0xE2), one(0x80), {0xA8, 0xA9}},
		{one(0xE2), one(0x80), one(0xAF)},
		{one(0xE2), one(0x81), one(0x9F)},
		{one(0xE3), one(0x80), one(0x80)},
	}
}

// mostSpace is the greatest number of bytes of one space.
const mostSpace = 3

// spacesAt returns, by width, the condition that a space of so many bytes begins at index i of a string.
func spacesAt(f *lift.Frame, s *sym.Text, i int) (list [mostSpace + 1]term.Term) {
	b := f.B
	for w := range list {
		list[w] = term.No
	}
	for _, space := range spaces() {
		end := i + len(space)
		if end > len(s.Bytes) {
			continue
		}
		all := []term.Term{b.Le(b.Number(end), s.Length)}
		for j, r := range space {
			c := s.Bytes[i+j]
			all = append(all, b.Le(b.Constant(form.Uint8, int64(r.first)), c), b.Le(c, b.Constant(form.Uint8, int64(r.last))))
		}
		list[len(space)] = b.Or(list[len(space)], b.And(all...))
	}
	return list
}

// trimSpace is the model of strings.TrimSpace. No UTF-8 of a space is the beginning or the end of another. So only
// one sequence of spaces leads from an index to the beginning of the string, and one to its end.
func trimSpace(f *lift.Frame, args []sym.Val) sym.Val {
	s := args[0].(*sym.Text)
	b, n := f.B, len(s.Bytes)
	at := make([][mostSpace + 1]term.Term, n)
	// leading and trailing are the conditions that the bytes before and from an index are spaces.
	leading, trailing := make([]term.Term, n+1), make([]term.Term, n+1)
	for i := range at {
		at[i] = spacesAt(f, s, i)
	}
	low, empty := b.Number(0), term.No
	for i := range leading {
		leading[i] = term.No
		if i == 0 {
			leading[i] = term.Yes
		}
		for w := 1; w <= min(mostSpace, i); w++ {
			leading[i] = b.Or(leading[i], b.And(leading[i-w], at[i-w][w]))
		}
		low = b.Ite(leading[i], b.Number(i), low)
		empty = b.Or(empty, b.And(leading[i], b.Eq(s.Length, b.Number(i))))
	}
	high := s.Length
	for i := n; i >= 0; i-- {
		trailing[i] = b.Eq(s.Length, b.Number(i))
		for w := 1; w <= min(mostSpace, n-i); w++ {
			trailing[i] = b.Or(trailing[i], b.And(at[i][w], trailing[i+w]))
		}
		high = b.Ite(trailing[i], b.Number(i), high)
	}
	return cutOut(f, s, 0, b.Ite(empty, b.Number(0), low), b.Ite(empty, b.Number(0), high))
}
