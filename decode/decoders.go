package decode

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/internal/value"
)

// Decoders writes functions that build values from the bytes of a fuzz test, one func(r *Reader) T
// for each shape that has parts.
type Decoders struct {
	*Literals
	// Reader is the name of the reader variable.
	Reader string
	// Made maps each shape or type to the name of the function that builds it.
	Made map[string]string
	// NameFor returns a new name for a function that builds values of a type.
	NameFor func(t types.Type) string
	// Calls returns the name of the function that builds a value by calls and returns a pointer to
	// it.
	Calls func(s *value.Calls) string
}

// Next writes an expression for the next value of a shape.
func (d *Decoders) Next(s value.Shape) string { return kindOf(s).decode(d) }

// within returns the writer for a function whose reader is called r.
func (d *Decoders) within() *Decoders {
	inner := *d
	inner.Reader = "r"
	return &inner
}

// number writes a conversion of the reader's next number to a type.
func (d *Decoders) number(t types.Type, number string) string { return d.Convert(t, d.Reader+number) }

// function writes a call of the function for a shape. Shapes that print alike share one function.
func (d *Decoders) function(s value.Shape, body func(*Decoders) string) string {
	key := d.Type(s.Go()) + "\n" + value.Dump(s)
	name, ok := d.Made[key]
	if !ok {
		name = d.NameFor(s.Go())
		d.Made[key] = name
		d.Decl(fmt.Sprintf("func %s(r *%sReader) (v %s) {\n%s}", name, d.Runtime, d.Type(s.Go()), body(d.within())))
	}
	return name + "(" + d.Reader + ")"
}
