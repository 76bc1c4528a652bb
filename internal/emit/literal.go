package emit

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// literals returns the inputs of a stream as Go expressions. With apart, values
// built by several calls are built by statements in front of them, else by
// function literals.
func (c *contract) literals(stream []int64, apart bool) (stmts, exprs []string) {
	l := &literal{w: c.w, stream: stream, apart: apart, hints: &c.Hints}
	for i, s := range c.from.Shapes {
		if l.name = ""; value.OfCalls(s) {
			l.name = c.in[i]
		}
		exprs = append(exprs, l.value(s, spot{}).text)
	}
	if l.err == nil && l.at != len(stream) {
		l.err = fmt.Errorf("%s: a stream of %d numbers, of which its inputs take %d", c.Name, len(stream), l.at)
	}
	if l.err != nil && c.w.err == nil {
		c.w.err = l.err
	}
	return l.stmts, exprs
}

// A literal reads a stream by shapes and writes the values as Go.
type literal struct {
	w      *writer
	stream []int64
	at     int
	// vars numbers the variables of values built by calls.
	vars int
	// apart says that the calls that build values stand in stmts; the variable
	// of an input that is such a value is called name.
	apart bool
	stmts []string
	name  string
	// measures says that it only matters how much of the stream a value takes.
	measures bool
	// hints say which numbers are characters; nil where none are.
	hints *refine.Hints
	err   error
}

// A spot is where an expression stands.
type spot struct {
	// typed says that the expression has to give its own type, elided that the
	// type of a composite literal may be left out.
	typed, elided bool
	// number says that no number is written as a character.
	number bool
}

// An operand is an expression; zero says that it is the zero value.
type operand struct {
	text string
	zero bool
}

func (l *literal) next() int64 {
	if l.at >= len(l.stream) {
		if l.err == nil {
			l.err = fmt.Errorf("a stream of %d numbers ends within a value", len(l.stream))
		}
		return 0
	}
	l.at++
	return l.stream[l.at-1]
}

func (l *literal) value(s value.Shape, at spot) operand {
	switch s := s.(type) {
	case *value.Bool:
		n := l.next()
		return operand{l.constant(s.T, strconv.FormatBool(n != 0), at), n == 0}
	case *value.Int:
		return l.integer(s, at)
	case *value.Listed:
		return l.listed(s, at)
	case *value.Float:
		text, zero := l.float(s.T, l.next())
		return operand{l.constant(s.T, text, at), zero}
	case *value.Complex:
		re, zero1 := l.float(types.Typ[types.Float64], l.next())
		im, zero2 := l.float(types.Typ[types.Float64], l.next())
		text := "complex(" + re + ", " + im + ")"
		if zero1 && zero2 && !at.typed {
			return operand{"0", true}
		}
		if at.typed || strings.HasSuffix(re, ")") || strings.HasSuffix(im, ")") {
			text = l.convert(s.T, text)
		}
		return operand{text, zero1 && zero2}
	case *value.String:
		return l.text(s, at)
	case *value.Pointer:
		return l.pointer(s, at)
	case *value.Struct:
		return l.fields(s, at)
	case *value.Array:
		return l.array(s, at)
	case *value.Slice:
		return l.slice(s, at)
	case *value.Map:
		return l.mapping(s, at)
	case *value.Interface:
		return l.inhabitant(s, at)
	case *value.Zero:
		return operand{l.zero(s.T, at), true}
	case *value.Calls:
		return l.calls(s, false)
	case *value.Func:
		if l.next(); l.measures {
			break
		}
		l.fail("values of %s cannot be written as literals", s.Go())
	case *value.Drawn, *value.Unsupported:
		l.fail("a value of %s stands where there can be none", s.Go())
	default:
		l.fail("the shape %T is unknown", s)
	}
	return operand{text: "nil"}
}

func (l *literal) fail(format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf(format, args...)
	}
}

// convert returns T(x).
func (l *literal) convert(t types.Type, x string) string {
	s := l.w.Type(t)
	if strings.HasPrefix(s, "*") || strings.HasPrefix(s, "func") || strings.HasPrefix(s, "<-") || strings.HasPrefix(s, "chan") {
		s = "(" + s + ")"
	}
	return s + "(" + x + ")"
}

// constant writes a basic value of type t, with its type where the spot asks
// for it and the constant alone would get another.
func (l *literal) constant(t types.Type, text string, at spot) string {
	if !at.typed {
		if strings.HasSuffix(text, ")") && !types.Identical(t, types.Typ[types.Float64]) {
			return l.convert(t, text)
		}
		return text
	}
	b, ok := types.Unalias(t).(*types.Basic)
	if ok {
		switch b.Kind() {
		case types.Bool, types.Int, types.String:
			return text
		case types.Float64:
			if strings.ContainsAny(text, ".e)") {
				return text
			}
			return text + ".0"
		}
	}
	return l.convert(t, text)
}

func integer(t types.Type, n int64) string {
	if value.Unsigned(t) {
		return strconv.FormatUint(uint64(n), 10)
	}
	return strconv.FormatInt(n, 10)
}

// integer writes the integer of a shape.
func (l *literal) integer(s *value.Int, at spot) operand {
	n := l.next()
	if text := l.duration(s.T, n); text != "" {
		return operand{text, false}
	}
	text := integer(s.T, n)
	if l.hints != nil && !at.number {
		text = cmp.Or(l.hints.Character(s.T, n), text)
	}
	return operand{l.constant(s.T, text, at), n == 0}
}

// duration writes a time.Duration with its unit; "" for other types, and where
// there is none.
func (l *literal) duration(t types.Type, n int64) string {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.String() != "time.Duration" || value.Duration(time.Duration(n), "") == "" {
		return ""
	}
	return value.Duration(time.Duration(n), l.w.Import("time"))
}

// float writes the float with these bits. What ends in a parenthesis is no
// constant.
func (l *literal) float(t types.Type, bits int64) (text string, zero bool) {
	x := math.Float64frombits(uint64(bits))
	size := 64
	if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() == types.Float32 {
		size = 32
	}
	switch {
	case math.IsNaN(x):
		return l.w.Import("math") + ".NaN()", false
	case math.IsInf(x, 1):
		return l.w.Import("math") + ".Inf(1)", false
	case math.IsInf(x, -1):
		return l.w.Import("math") + ".Inf(-1)", false
	case x == 0 && math.Signbit(x):
		return l.w.Import("math") + ".Copysign(0, -1)", false
	}
	return strconv.FormatFloat(x, 'g', -1, size), x == 0
}

// listed writes a listed value: Go source of the user.
func (l *literal) listed(s *value.Listed, at spot) operand {
	i := l.next()
	values := l.w.Listed(s)
	if i < 0 || i >= int64(len(values)) {
		l.fail("%s has no value of number %d", s.T, i)
		return operand{text: "nil"}
	}
	text, named := values[i], false
	if names := l.constants(s.T, s.Values[i]); names != "" {
		text, named = names, true
	}
	if at.typed && !named && !token.IsIdentifier(text) && (s.Ints != nil || s.Strings != nil || text == "nil") {
		text = l.convert(s.T, text)
	}
	return operand{text, s.Ints != nil && s.Ints[i] == 0 || s.Strings != nil && s.Strings[i] == ""}
}

// constants is a listed value of an enumeration by the names of its constants,
// as the file writes them; "" where it is none.
func (l *literal) constants(t types.Type, value string) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	pkg := n.Obj().Pkg()
	names := strings.Split(value, " | ")
	for i, name := range names {
		own := strings.TrimPrefix(name, pkg.Name()+".")
		c, ok := pkg.Scope().Lookup(own).(*types.Const)
		if !ok || !types.Identical(c.Type(), t) || pkg != l.w.pkg.Types && (!c.Exported() || own == name) {
			return ""
		}
		if names[i] = own; pkg != l.w.pkg.Types {
			names[i] = l.w.Import(pkg.Path()) + "." + own
		}
	}
	return strings.Join(names, " | ")
}

// text writes a string, or bytes or runes as the conversion of one.
func (l *literal) text(s *value.String, at spot) operand {
	n := l.next()
	var b []byte
	for range max(n, 0) {
		b = value.AppendCharacter(b, rune(l.next()))
	}
	if _, ok := s.T.Underlying().(*types.Slice); !ok {
		return operand{l.constant(s.T, strconv.Quote(string(b)), at), n == 0}
	}
	switch {
	case n < 0:
		return operand{text: l.convert(s.T, `""`)}
	case n == 0:
		return operand{l.zero(s.T, at), true}
	}
	return operand{text: l.convert(s.T, strconv.Quote(string(b)))}
}

// zero writes the zero value of a type.
func (l *literal) zero(t types.Type, at spot) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return l.constant(t, "false", at)
		case info&types.IsString != 0:
			return l.constant(t, `""`, at)
		case info&types.IsNumeric != 0:
			return l.constant(t, "0", at)
		}
	case *types.Struct, *types.Array:
		return l.composite(t, at) + "{}"
	}
	if at.typed {
		return l.convert(t, "nil")
	}
	return "nil"
}

// composite is the type in front of a composite literal.
func (l *literal) composite(t types.Type, at spot) string {
	if at.elided {
		return ""
	}
	return l.w.Type(t)
}
