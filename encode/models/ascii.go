package models

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// ofASCII makes a model of a string function that handles ASCII strings. For other strings the source
// of the function is executed.
func ofASCII(do lift.Model) maker {
	return func(fn *ssa.Function) lift.Model {
		return func(f *lift.Frame, args []sym.Val) sym.Val {
			ascii := isASCII(f, args[0].(*sym.Text))
			return f.Split(2, func(i int) term.Term { return [...]term.Term{ascii, f.B.Not(ascii)}[i] }, func(i int) sym.Val {
				if i == 0 {
					return do(f, args)
				}
				return f.Execute(fn, args, nil)
			})
		}
	}
}

// changingCase makes a model that changes the case of the letters from first to last. Claims leave out other letters:
// the source looks these up in tables that a program may change, and takes the limits of the execution for that.
func changingCase(first, last byte) maker {
	return func(fn *ssa.Function) lift.Model {
		do := otherCase(first, last)
		whole := ofASCII(do)(fn)
		return func(f *lift.Frame, args []sym.Val) sym.Val {
			if !f.Tries() {
				return whole(f, args)
			}
			f.GiveUpIf(f.B.Not(isASCII(f, args[0].(*sym.Text))), "it changes the case of letters outside ASCII")
			if f.PC == term.No {
				return nil
			}
			return do(f, args)
		}
	}
}

// isASCII returns the condition that a string has ASCII characters only.
func isASCII(f *lift.Frame, s *sym.Text) term.Term {
	b, ascii := f.B, term.Yes
	for i, c := range s.Bytes {
		ascii = b.And(ascii, b.Or(b.Le(s.Length, b.Number(i)), b.Lt(c, b.Constant(form.Uint8, 0x80))))
	}
	return ascii
}

// otherCase returns the model that changes the case of the letters from first to last.
func otherCase(first, last byte) lift.Model {
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		s := args[0].(*sym.Text)
		r := &sym.Text{Length: s.Length}
		for _, c := range s.Bytes {
			r.Bytes = append(r.Bytes, otherCaseOf(f, first, last, c))
		}
		return r
	}
}

// otherCaseOf returns a character, with its case changed if it is a letter from first to last.
func otherCaseOf(f *lift.Frame, first, last byte, c term.Term) term.Term {
	b := f.B
	is := b.And(b.Le(b.Constant(form.Uint8, int64(first)), c), b.Le(c, b.Constant(form.Uint8, int64(last))))
	return b.Ite(is, b.Arith(form.BitXor, c, b.Constant(form.Uint8, 'a'-'A')), c)
}

// blanks returns, for each index of a string, the condition that it holds white space or is past the
// end.
func blanks(f *lift.Frame, s *sym.Text) []term.Term {
	b := f.B
	list := make([]term.Term, len(s.Bytes))
	for i, c := range s.Bytes {
		list[i] = b.Or(b.Le(s.Length, b.Number(i)), b.Eq(c, b.Constant(form.Uint8, ' ')), b.And(b.Le(b.Constant(form.Uint8, '\t'), c), b.Le(c, b.Constant(form.Uint8, '\r'))))
	}
	return list
}

// cutOut returns s[low:high] for low >= from.
func cutOut(f *lift.Frame, s *sym.Text, from int, low, high term.Term) *sym.Text {
	b := f.B
	r := &sym.Text{Length: b.Arith(form.Sub, high, low)}
	for j := range len(s.Bytes) - from {
		v := b.Constant(form.Uint8, 0)
		for i := len(s.Bytes) - 1 - j; i >= from; i-- {
			v = b.Ite(b.Eq(low, b.Number(i)), s.Bytes[i+j], v)
		}
		r.Bytes = append(r.Bytes, v)
	}
	return f.Cut(r)
}

// fields is the model of strings.Fields.
func fields(f *lift.Frame, args []sym.Val) sym.Val {
	s := args[0].(*sym.Text)
	b := f.B
	blank := blanks(f, s)
	most := (len(blank) + 1) / 2
	low, high := make([]term.Term, most), make([]term.Term, most)
	for k := range most {
		low[k], high[k] = b.Number(0), b.Number(0)
	}
	n := b.Number(0) // number of fields that begin before the current index
	for i, is := range blank {
		begins, ends := b.Not(is), b.Not(is)
		if i > 0 {
			begins = b.And(begins, blank[i-1])
		}
		if i+1 < len(blank) {
			ends = b.And(ends, blank[i+1])
		}
		before := n
		n = b.Ite(begins, f.Sum(n, 1), n)
		for k := range min(most, i/2+1) {
			low[k] = b.Ite(b.And(begins, b.Eq(before, b.Number(k))), b.Number(i), low[k])
			high[k] = b.Ite(b.And(ends, b.Eq(n, b.Number(k+1))), b.Number(i+1), high[k])
		}
	}
	r, ok := f.Fresh(types.Typ[types.String], n, n).(*sym.Sequence)
	if !ok {
		return nil
	}
	cells := r.Alts[0].Obj.Cells
	for k := range min(most, len(cells)) {
		cells[k] = cutOut(f, s, 2*k, low[k], high[k])
	}
	return r
}

// splitting is the model of strings.genSplit, by which strings.Split and SplitN work, where the separator is one byte that
// is dropped, and the number of pieces is known or not limited. Otherwise its source is executed.
func splitting(fn *ssa.Function) lift.Model {
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		b := f.B
		s, sep := args[0].(*sym.Text), args[1].(*sym.Text)
		one, known := b.Value(sep.Length)
		saved, knownToo := b.Value(args[2].(term.Term))
		pieces, limited := b.Value(args[3].(term.Term))
		if !known || !knownToo || !limited || one != 1 || saved != 0 || pieces == 0 {
			return f.Execute(fn, args, nil)
		}
		most := len(s.Bytes) + 1
		if pieces > 0 {
			most = min(most, int(pieces))
		}
		low, high := make([]term.Term, most), make([]term.Term, most)
		for k := range most {
			low[k], high[k] = b.Number(0), s.Length
		}
		n := b.Number(0) // The separators before the place at hand.
		for i, c := range s.Bytes {
			is := b.And(b.Lt(b.Number(i), s.Length), b.Eq(c, sep.Bytes[0]), b.Lt(n, b.Number(most-1)))
			for k := range min(most, i+1) {
				here := b.And(is, b.Eq(n, b.Number(k)))
				high[k] = b.Ite(here, b.Number(i), high[k])
				if k+1 < most {
					low[k+1] = b.Ite(here, b.Number(i+1), low[k+1])
				}
			}
			n = b.Ite(is, f.Sum(n, 1), n)
		}
		length := f.Sum(n, 1)
		room := length
		if pieces > 0 {
			room = b.Ite(b.Lt(s.Length, b.Number(most)), f.Sum(s.Length, 1), b.Number(most))
		}
		r, ok := f.Fresh(types.Typ[types.String], length, room).(*sym.Sequence)
		if !ok {
			return nil
		}
		cells := r.Alts[0].Obj.Cells
		for k := range min(most, len(cells)) {
			cells[k] = cutOut(f, s, k, low[k], high[k])
		}
		return r
	}
}

// mostReplaced is the greatest length of a text that replaces a byte.
const mostReplaced = 3

// replacing returns the model of strings.Replace for an old text of one byte and a new one of known
// length. Otherwise the source is executed.
func replacing(fn *ssa.Function) lift.Model {
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		b := f.B
		s, old, by, times := args[0].(*sym.Text), args[1].(*sym.Text), args[2].(*sym.Text), args[3].(term.Term)
		one, known := b.Value(old.Length)
		m, knownToo := b.Value(by.Length)
		if !known || !knownToo || one != 1 || m > mostReplaced {
			return f.Execute(fn, args, nil)
		}
		at, done := b.Number(0), b.Number(0)
		r := &sym.Text{}
		put := func(guard, place, c term.Term, first int) {
			for j := range r.Bytes[first:] {
				r.Bytes[first+j] = b.Ite(b.And(guard, b.Eq(place, b.Number(first+j))), c, r.Bytes[first+j])
			}
		}
		for range len(s.Bytes) * max(1, int(m)) {
			r.Bytes = append(r.Bytes, b.Constant(form.Uint8, 0))
		}
		for i, c := range s.Bytes {
			has := b.Lt(b.Number(i), s.Length)
			is := b.And(has, b.Eq(c, old.Bytes[0]), b.Or(b.Lt(times, b.Number(0)), b.Lt(done, times)))
			first := min(i, i*int(m))
			put(b.Not(is), at, c, first)
			for j := range int(m) {
				put(is, f.Sum(at, j), by.Bytes[j], first)
			}
			done = b.Ite(is, f.Sum(done, 1), done)
			at = b.Ite(is, f.Sum(at, int(m)), b.Ite(has, f.Sum(at, 1), at))
		}
		r.Length = at
		return f.Cut(r)
	}
}
