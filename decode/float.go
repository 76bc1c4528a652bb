package decode

import (
	"go/types"
	"math"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// A float is a floating-point number, given by its bits.
type float struct {
	*value.Float
	number
}

// A complexNumber is two floats.
type complexNumber struct {
	*value.Complex
	number
}

func (complexNumber) read(r *reader, n *Node) {
	r.take(n)
	r.take(n)
}

func (s float) literal(l *Literals, n *Node, at Spot) Expr {
	text, zero := floatText(l, s.T, n.Own[0])
	return Expr{l.Constant(s.T, text, at), zero}
}

func (s complexNumber) literal(l *Literals, n *Node, at Spot) Expr {
	re, zero1 := floatText(l, types.Typ[types.Float64], n.Own[0])
	im, zero2 := floatText(l, types.Typ[types.Float64], n.Own[1])
	zero := zero1 && zero2
	text := "complex(" + re + ", " + im + ")"
	if zero && !at.Typed {
		text = "0"
	} else if at.Typed || strings.HasSuffix(re, ")") || strings.HasSuffix(im, ")") {
		text = l.Convert(s.T, text)
	}
	return Expr{text, zero}
}

// floatText writes the float with these bits. A text that ends in a parenthesis is not a constant.
func floatText(l *Literals, t types.Type, bits int64) (text string, zero bool) {
	x := math.Float64frombits(uint64(bits))
	size := 64
	if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() == types.Float32 {
		size = 32
	}
	switch {
	case math.IsNaN(x):
		return l.Import("math") + ".NaN()", false
	case math.IsInf(x, 1):
		return l.Import("math") + ".Inf(1)", false
	case math.IsInf(x, -1):
		return l.Import("math") + ".Inf(-1)", false
	case x == 0 && math.Signbit(x):
		return l.Import("math") + ".Copysign(0, -1)", false
	}
	return strconv.FormatFloat(x, 'g', -1, size), x == 0
}

func (s float) decode(d *Decoders) string { return d.Convert(s.T, decodedFloat(d)) }

func (s complexNumber) decode(d *Decoders) string {
	return d.Convert(s.T, "complex("+decodedFloat(d)+", "+decodedFloat(d)+")")
}

func decodedFloat(d *Decoders) string {
	return d.Import("math") + ".Float64frombits(uint64(" + d.Reader + ".next()))"
}

func (s float) set(c *Constructors, dst string) string { return c.assign(dst, s.T, "Float") }

func (s complexNumber) set(c *Constructors, dst string) string { return c.assign(dst, s.T, "Complex") }
