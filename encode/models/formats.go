package models

import (
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"golang.org/x/tools/go/ssa"
)

// printing returns the model of fmt.Sprint, Sprintln and Sprintf for integers, strings and booleans of
// types without methods. For other operands and verbs, and for formats that depend on the input, the
// text is unknown.
func printing(fn *ssa.Function) lift.Model {
	unknown := func(f *lift.Frame) sym.Val {
		return &sym.Unknown{Guard: term.Yes, Why: "what " + fn.String() + " formats cannot be followed", Pos: f.At}
	}
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		list := args[len(args)-1].(*sym.Sequence)
		if formatting(f, list); f.PC == term.No {
			return nil
		}
		operands, ok := operandsOf(f, list)
		if !ok {
			return unknown(f)
		}
		var parts []*sym.Text
		switch fn.Name() {
		case "Sprintf":
			format, constant := constantText(f.B, args[0].(*sym.Text))
			if parts, ok = formatParts(f, format, operands); !constant || !ok {
				return unknown(f)
			}
		default:
			if parts, ok = printedParts(f, operands, fn.Name() == "Sprintln"); !ok {
				return unknown(f)
			}
		}
		text := f.ConstText("")
		for _, p := range parts {
			text = f.Concat(text, p)
		}
		return text
	}
}

// An operand is a value to be formatted.
type operand struct {
	t types.Type
	v sym.Val
}

// contentsOf returns the elements of a slice of interface values, with their dynamic types. ok is false if its
// length is unknown, or an element is nil or may have several dynamic types.
func contentsOf(f *lift.Frame, list *sym.Sequence) (out []sym.Content, ok bool) {
	n, ok := f.B.Value(f.Length(list))
	if !ok {
		return nil, false
	}
	for _, x := range f.Items(list, types.NewInterfaceType(nil, nil))[:n] {
		b, ok := f.Known(x).(*sym.Boxed)
		if !ok {
			return nil, false
		}
		alts := sym.Only(f.B, f.PC, b.Alts)
		if len(alts) != 1 || alts[0].T == nil {
			return nil, false
		}
		out = append(out, alts[0])
	}
	return out, true
}

// operandsOf returns the elements of a slice. ok is false if its length is unknown or an element may
// have several dynamic types.
func operandsOf(f *lift.Frame, list *sym.Sequence) (out []operand, ok bool) {
	contents, ok := contentsOf(f, list)
	if !ok {
		return nil, false
	}
	for _, c := range contents {
		if !isPlain(c.T) {
			return nil, false
		}
		v := f.Known(c.Value)
		if v == nil {
			return nil, false
		}
		out = append(out, operand{c.T, v})
	}
	return out, true
}

// printedParts returns the texts of operands, separated by spaces. With line, there is a space between
// all operands and a line break at the end; otherwise only between two operands that are not strings.
func printedParts(f *lift.Frame, operands []operand, line bool) (parts []*sym.Text, ok bool) {
	isText := func(o operand) bool { _, is := o.v.(*sym.Text); return is }
	for i, o := range operands {
		if i > 0 && (line || !isText(o) && !isText(operands[i-1])) {
			parts = append(parts, f.ConstText(" "))
		}
		text, ok := o.format(f, 'v', "")
		if !ok {
			return nil, false
		}
		parts = append(parts, text)
	}
	if line {
		parts = append(parts, f.ConstText("\n"))
	}
	return parts, true
}

// formatParts returns the texts that a format makes of operands. ok is false if the format has flags
// other than a width, or if its verbs do not match the number of operands.
func formatParts(f *lift.Frame, format string, operands []operand) (parts []*sym.Text, ok bool) {
	for format != "" {
		plain, rest, verb := strings.Cut(format, "%")
		parts = append(parts, f.ConstText(plain))
		if format = rest; !verb {
			break
		}
		i := strings.IndexFunc(format, func(r rune) bool { return r < '0' || '9' < r })
		if i < 0 {
			return nil, false
		}
		width, kind := format[:i], format[i]
		format = format[i+1:]
		if kind == '%' && width == "" {
			parts = append(parts, f.ConstText("%"))
			continue
		}
		if len(operands) == 0 {
			return nil, false
		}
		text, ok := operands[0].format(f, kind, width)
		if !ok {
			return nil, false
		}
		parts, operands = append(parts, text), operands[1:]
	}
	return parts, len(operands) == 0
}

// format returns the text of an operand. ok is false if the verb does not suit the operand, or if the
// width has more than two characters.
func (o operand) format(f *lift.Frame, verb byte, width string) (text *sym.Text, ok bool) {
	if len(width) > 2 {
		return nil, false
	}
	switch v := o.v.(type) {
	case *sym.Text:
		return v, (verb == 's' || verb == 'v') && width == ""
	case term.Term:
		kind := f.B.Nodes[v].Kind
		_, isInteger := layout.KindOf(o.t)
		switch {
		case kind == form.Bool:
			yes, no := f.ConstText("true"), f.ConstText("false")
			return f.Merge(v, yes, no).(*sym.Text), (verb == 't' || verb == 'v') && width == ""
		case !isInteger:
			return nil, false
		case verb == 'd' || verb == 'v':
			return number(f, v, 10, width), true
		case verb == 'x':
			return number(f, v, 16, width), true
		}
	}
	return nil, false
}

// number returns the text of an integer in a base, padded to width. If width begins with 0, the
// padding is zeros after the sign, otherwise spaces before it.
func number(f *lift.Frame, x term.Term, base int64, width string) *sym.Text {
	b := f.B
	kind := b.Nodes[x].Kind
	negative := b.Lt(x, b.Constant(kind, 0))
	if !kind.Signed() {
		negative = term.No
	}
	abs := b.Conv(form.Uint64, b.Ite(negative, b.Arith(form.Sub, b.Constant(kind, 0), x), x))
	if k := kind.Bits(); kind.Signed() && k < 64 {
		abs = b.Arith(form.BitAnd, abs, b.Constant(form.Uint64, 1<<k-1)) // The least integer is its own negation.
	}
	text := digits(f, abs, base, kind)
	sign := f.Merge(negative, f.ConstText("-"), f.ConstText("")).(*sym.Text)
	if width == "" {
		return f.Concat(sign, text)
	}
	least := 0
	for _, c := range width {
		least = least*10 + int(c-'0')
	}
	length := b.Arith(form.Add, sign.Length, text.Length)
	fill := " "
	if width[0] == '0' {
		fill = "0"
	}
	var pad sym.Val = f.ConstText("")
	for n := 1; n < least; n++ {
		pad = f.Merge(b.Eq(length, b.Number(n)), f.ConstText(strings.Repeat(fill, least-n)), pad)
	}
	if fill == "0" {
		return f.Concat(sign, f.Concat(pad.(*sym.Text), text))
	}
	return f.Concat(pad.(*sym.Text), f.Concat(sign, text))
}

// digits returns the text of an unsigned number that was an integer of the given kind.
func digits(f *lift.Frame, x term.Term, base int64, kind form.Kind) *sym.Text {
	b := f.B
	most := uint64(1)<<(kind.Bits()-1)<<1 - 1
	if _, hi := b.Bounds(f.PC, x, term.DepthOfBounds); hi >= 0 {
		most = min(most, uint64(hi))
	}
	// list has the digits, last first. count is their number.
	var list []term.Term
	count, power := b.Number(1), uint64(1)
	for n := 1; ; n++ {
		unit := b.Constant(form.Uint64, int64(power))
		if n > 1 {
			count = b.Ite(b.Le(unit, x), b.Number(n), count)
		}
		digit := b.Conv(form.Uint8, b.Arith(form.Rem, b.Arith(form.Quo, x, unit), b.Constant(form.Uint64, base)))
		code := b.Arith(form.Add, digit, b.Constant(form.Uint8, '0'))
		if base > 10 {
			letter := b.Arith(form.Add, digit, b.Constant(form.Uint8, 'a'-10))
			code = b.Ite(b.Lt(digit, b.Constant(form.Uint8, 10)), code, letter)
		}
		list = append(list, code)
		if most/uint64(base) < power {
			break
		}
		power *= uint64(base)
	}
	text := &sym.Text{Length: count, Bytes: make([]term.Term, len(list))}
	for i := range text.Bytes {
		text.Bytes[i] = list[len(list)-1-i]
		for n := i + 1; n < len(list); n++ {
			text.Bytes[i] = b.Ite(b.Eq(count, b.Number(n)), list[n-1-i], text.Bytes[i])
		}
	}
	return text
}
