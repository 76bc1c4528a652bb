package models

import (
	"unicode"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// fold is the model of strings.EqualFold. Nothing is said of two unknown strings of which one has characters outside
// ASCII: the source looks these up in tables that a program may change.
func fold(f *lift.Frame, args []sym.Val) sym.Val {
	x, y := args[0].(*sym.Text), args[1].(*sym.Text)
	if known, ok := knownASCII(f, y); ok {
		return foldsTo(f, x, known)
	}
	if known, ok := knownASCII(f, x); ok {
		return foldsTo(f, y, known)
	}
	b := f.B
	if f.GiveUpIf(b.Not(b.And(isASCII(f, x), isASCII(f, y))), "it compares letters outside ASCII without their case"); f.PC == term.No {
		return nil
	}
	all := []term.Term{b.Eq(x.Length, y.Length)}
	for i := range min(len(x.Bytes), len(y.Bytes)) {
		same := b.Eq(otherCaseOf(f, 'A', 'Z', x.Bytes[i]), otherCaseOf(f, 'A', 'Z', y.Bytes[i]))
		all = append(all, b.Or(b.Le(x.Length, b.Number(i)), same))
	}
	return b.And(all...)
}

// knownASCII returns a string that is the same for all inputs and has ASCII characters only.
func knownASCII(f *lift.Frame, t *sym.Text) (string, bool) {
	n, known := f.B.Value(t.Length)
	if !known || int(n) > len(t.Bytes) {
		return "", false
	}
	var text []byte
	for _, c := range t.Bytes[:n] {
		v, known := f.B.Value(c)
		if !known || v >= utf8.RuneSelf {
			return "", false
		}
		text = append(text, byte(v))
	}
	return string(text), true
}

// foldsTo returns the condition that a string equals a known one but for the case of its letters. Letters outside
// ASCII have several bytes, as the sign of Kelvin. Bytes that are no UTF-8 fold to no ASCII character.
func foldsTo(f *lift.Frame, s *sym.Text, known string) term.Term {
	b := f.B
	// ends are the conditions that the characters so far are the bytes of s before an index.
	ends := make([]term.Term, len(s.Bytes)+1)
	for i := range ends {
		ends[i] = term.No
	}
	ends[0] = term.Yes
	for _, c := range known {
		next := make([]term.Term, len(ends))
		for i := range next {
			next[i] = term.No
		}
		for r := c; ; {
			letter := string(r)
			for i := 0; i+len(letter) < len(ends); i++ {
				all := []term.Term{ends[i]}
				for j := range len(letter) {
					all = append(all, b.Eq(s.Bytes[i+j], b.Constant(form.Uint8, int64(letter[j]))))
				}
				next[i+len(letter)] = b.Or(next[i+len(letter)], b.And(all...))
			}
			if r = unicode.SimpleFold(r); r == c {
				break
			}
		}
		ends = next
	}
	equal := term.No
	for i, is := range ends {
		equal = b.Or(equal, b.And(is, b.Eq(s.Length, b.Number(i))))
	}
	return equal
}
