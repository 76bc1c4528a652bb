package models

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// scanningText is the model of fmt.Sscanf with a constant format of the verbs d, x, s and v, and of fmt.Sscan, for pointers
// to integers and strings. Of an error it is only known that it is one. Other calls are not followed.
func scanningText(fn *ssa.Function) lift.Model {
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		targets, ok := pointersOf(f, args[len(args)-1].(*sym.Sequence))
		s := newScan(f, args[0].(*sym.Text), targets)
		switch {
		case !ok || f.PC == term.No:
			ok = false
		case fn.Name() == "Sscan":
			s.lines = true
			s.items = make([]byte, len(targets))
			for i := range s.items {
				s.items[i] = 'v'
			}
		default:
			format, constant := constantText(f.B, args[1].(*sym.Text))
			ok = constant && s.parse(format)
		}
		if !ok || !s.knows() {
			return f.Execute(fn, args, nil)
		}
		for i, c := range s.text.Bytes {
			odd := f.B.Or(f.B.Le(f.B.Constant(form.Uint8, 0x80), c), f.B.Eq(c, f.B.Constant(form.Uint8, '\r')))
			f.GiveUpIf(f.B.And(s.has(i), odd), "what fmt scans of texts beyond ASCII is not followed")
		}
		return s.run()
	}
}

// A pointed is the target of an operand.
type pointed struct {
	to *sym.Pointer
	of types.Type
}

// pointersOf returns the elements of a slice of known length if they are pointers to plain integers
// and strings.
func pointersOf(f *lift.Frame, list *sym.Sequence) (out []pointed, ok bool) {
	contents, ok := contentsOf(f, list)
	if !ok {
		return nil, false
	}
	for _, c := range contents {
		p, ok := types.Unalias(c.T).(*types.Pointer)
		to, known := f.Known(c.Value).(*sym.Pointer)
		if !ok || !known {
			return nil, false
		}
		if t, basic := types.Unalias(p.Elem()).(*types.Basic); !basic || t.Info()&(types.IsInteger|types.IsString) == 0 {
			return nil, false
		}
		out = append(out, pointed{to, p.Elem()})
	}
	return out, true
}

// A scan reads a text by a format. It continues at once from all places at which the last item may
// have ended.
type scan struct {
	f       *lift.Frame
	text    *sym.Text
	targets []pointed
	// items holds the verbs and the other characters of the format, with ' ' for white space. literal
	// distinguishes characters from verbs.
	items   []byte
	literal []bool
	// lines means that a line break is white space.
	lines bool
	// at holds, for each place, the condition under which all previous items were read and the next
	// one begins there.
	at []term.Term
}

func newScan(f *lift.Frame, text *sym.Text, targets []pointed) *scan {
	s := &scan{f: f, text: text, targets: targets, at: make([]term.Term, len(text.Bytes)+1)}
	for i := range s.at {
		s.at[i] = term.No
	}
	s.at[0] = term.Yes
	return s
}

// parse reads the format. ok is false if it has anything but plain verbs and ASCII characters.
func (s *scan) parse(format string) (ok bool) {
	for i := 0; i < len(format); i++ {
		c := format[i]
		switch {
		case c >= 0x80 || c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f':
			return false
		case c == '%':
			if i++; i == len(format) {
				return false
			}
			switch format[i] {
			case 'd', 'x', 's', 'v':
			default:
				return false
			}
			s.items, s.literal = append(s.items, format[i]), append(s.literal, false)
		case c == ' ' && len(s.items) > 0 && s.items[len(s.items)-1] == ' ' && s.literal[len(s.literal)-1]:
		default:
			s.items, s.literal = append(s.items, c), append(s.literal, true)
		}
	}
	return true
}

// knows reports whether the verbs fit the operands.
func (s *scan) knows() bool {
	k := 0
	for i, item := range s.items {
		if s.literal != nil && s.literal[i] {
			continue
		}
		if k >= len(s.targets) {
			return false
		}
		_, isInteger := layout.KindOf(s.targets[k].of)
		if k++; isInteger && item == 's' || !isInteger && (item == 'd' || item == 'x') {
			return false
		}
	}
	return k == len(s.targets)
}

// has is the condition under which the text has a character at a place.
func (s *scan) has(i int) term.Term { return s.f.B.Lt(s.f.B.Number(i), s.text.Length) }

// is is the condition under which it has one of a kind.
func (s *scan) is(i int, of func(rune) bool) term.Term {
	if i >= len(s.text.Bytes) {
		return term.No
	}
	return s.f.B.And(s.has(i), withinRanges(s.f, form.Uint8, s.text.Bytes[i], 0x7f, of))
}

func isBlank(c rune) bool { return c == ' ' || '\t' <= c && c <= '\r' && c != '\n' }

// run scans, and returns how many operands were set and whether there was an error.
func (s *scan) run() sym.Val {
	f, b := s.f, s.f.B
	pc := f.PC
	count, k := b.Number(0), 0
	for i, item := range s.items {
		switch {
		case s.literal != nil && s.literal[i] && item == ' ':
			s.space()
			continue
		case s.literal != nil && s.literal[i]:
			s.step(func(c rune) bool { return c == rune(item) })
			continue
		}
		s.skip(s.lines)
		var v sym.Val
		to := s.targets[k]
		kind, isInteger := layout.KindOf(to.of)
		if isInteger {
			v = s.integer(kind, item)
		} else {
			v = s.word()
		}
		done := b.Or(s.at...)
		if f.PC = b.And(pc, done); f.PC != term.No {
			f.Store(to.to, v)
		}
		pc = b.And(pc, b.Or(f.PC, b.Not(done)))
		f.PC = pc
		k++
		count = b.Ite(done, b.Number(k), count)
	}
	fails := b.Not(b.Or(s.at...))
	return sym.Tuple{count, &sym.Boxed{Alts: []sym.Content{{Guard: b.Not(fails)}, {Guard: fails, T: sym.Panicked, Value: sym.Unsaid}}}}
}

// step reads one character of a kind.
func (s *scan) step(of func(rune) bool) {
	for i := len(s.at) - 1; i >= 0; i-- {
		s.at[i] = term.No
		if i > 0 {
			s.at[i] = s.f.B.And(s.at[i-1], s.is(i-1, of))
		}
	}
}

// skip skips white space. A line break is an error unless it is white space.
func (s *scan) skip(lines bool) {
	b := s.f.B
	carry := term.No
	for i := range s.at {
		here := b.Or(s.at[i], carry)
		blank := s.is(i, isBlank)
		line := s.is(i, func(c rune) bool { return c == '\n' })
		if lines {
			blank, line = b.Or(blank, line), term.No
		}
		carry = b.And(here, blank)
		s.at[i] = b.And(here, b.Not(blank), b.Not(line))
	}
}

// space reads the text for white space in the format: at least one space but no line break, or the end
// of the text.
func (s *scan) space() {
	b := s.f.B
	carry := term.No
	for i := range s.at {
		blank := s.is(i, isBlank)
		ends := b.Le(s.text.Length, b.Number(i))
		first := b.And(s.at[i], b.Not(ends), blank)
		stops := b.Or(b.And(s.at[i], ends), b.And(carry, b.Not(blank)))
		carry = b.Or(first, b.And(carry, blank))
		s.at[i] = stops
	}
}

// mostDigits is the greatest value to which another digit may be appended.
const mostDigits = 1e16

// integer reads an integer of a kind. It is an error if the number does not fit.
func (s *scan) integer(k form.Kind, verb byte) sym.Val {
	f, b := s.f, s.f.B
	base, of := int64(10), func(c rune) bool { return '0' <= c && c <= '9' }
	if verb == 'x' {
		base, of = 16, func(c rune) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }
	}
	sign := func(i int, c rune) term.Term { return s.is(i, func(x rune) bool { return x == c }) }
	negative, runs, value := term.No, term.No, b.Number(0)
	signed, ends := term.No, term.No
	next, result := make([]term.Term, len(s.at)), b.Number(0)
	for i := range s.at {
		// Digits begin here, after a sign or without one.
		begins := b.And(s.at[i], b.Not(sign(i, '-')), b.Not(sign(i, '+')))
		minus := b.And(s.at[i], sign(i, '-'))
		if !k.Signed() {
			begins, minus = s.at[i], term.No
		}
		begins = b.Or(begins, signed)
		signed = term.No
		if k.Signed() {
			signed = b.And(s.at[i], b.Or(sign(i, '-'), sign(i, '+')))
		}
		negative = b.Or(negative, minus)
		digit := s.is(i, of)
		next[i] = b.And(runs, b.Not(digit))
		if verb == 'v' {
			// A prefix determines the base.
			zero := b.And(begins, sign(i, '0'), s.is(i+1, func(c rune) bool { return c > ' ' }))
			f.GiveUpIf(b.Or(zero, b.And(runs, sign(i, '_')), b.And(begins, sign(i, '_'))), "a number with a prefix that fmt scans is not followed")
		}
		result, ends = b.Ite(next[i], value, result), b.Or(ends, next[i])
		if i == len(s.text.Bytes) {
			break
		}
		goes := b.And(b.Or(begins, runs), digit)
		f.GiveUpIf(b.And(goes, runs, b.Lt(b.Constant(form.Int64, mostDigits), value)), "a number of many digits that fmt scans is not followed")
		value = b.Arith(form.Add, b.Ite(runs, b.Arith(form.Mul, value, b.Constant(form.Int64, base)), b.Number(0)), s.digit(i, base))
		runs = goes
	}
	result = b.Ite(negative, b.Arith(form.Sub, b.Number(0), result), result)
	fits := term.Yes
	if k.Bits() < 64 {
		bounds := k.Bounds()
		fits = b.And(b.Le(b.Constant(form.Int64, bounds.Lo), result), b.Le(result, b.Constant(form.Int64, bounds.Hi)))
	}
	for i := range next {
		s.at[i] = b.And(next[i], fits)
	}
	return b.Conv(k, result)
}

// digit returns the value of the digit at a place.
func (s *scan) digit(i int, base int64) term.Term {
	b := s.f.B
	c := b.Conv(form.Int64, s.text.Bytes[i])
	if base == 10 {
		return b.Arith(form.Sub, c, b.Number('0'))
	}
	letter := b.Arith(form.Sub, b.Arith(form.BitOr, c, b.Number(0x20)), b.Number('a'-10))
	return b.Ite(b.Le(c, b.Number('9')), b.Arith(form.Sub, c, b.Number('0')), letter)
}

// word reads a non-empty text up to white space.
func (s *scan) word() sym.Val {
	b := s.f.B
	runs, low, high := term.No, b.Number(0), b.Number(0)
	next := make([]term.Term, len(s.at))
	for i := range s.at {
		low = b.Ite(s.at[i], b.Number(i), low)
		goes := b.And(b.Or(s.at[i], runs), s.is(i, func(c rune) bool { return !isBlank(c) && c != '\n' }))
		next[i] = b.And(runs, b.Not(goes))
		high = b.Ite(next[i], b.Number(i), high)
		runs = goes
	}
	s.at = next
	done := b.Or(next...)
	return cutOut(s.f, s.text, 0, b.Ite(done, low, b.Number(0)), b.Ite(done, high, b.Number(0)))
}
