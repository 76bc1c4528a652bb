package decode

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/internal/value"
)

// Decoders writes functions that build values from the bytes of a fuzz test: one
// func(r *Reader) T for each shape that has parts.
type Decoders struct {
	*Literals
	// Reader is the reader's name.
	Reader string
	// Made has the names of the functions by what they build.
	Made map[string]string
	// NameFor returns a new name for a function that builds values of a type.
	NameFor func(t types.Type) string
	// Calls returns the name of the function that builds a value by calls, and
	// returns a pointer to it.
	Calls func(s *value.Calls) string
}

// Next writes an expression for the next value of a shape.
func (d *Decoders) Next(s value.Shape) string { return kindOf(s).decode(d) }

// within writes in a function, whose reader is called r.
func (d *Decoders) within() *Decoders {
	inner := *d
	inner.Reader = "r"
	return &inner
}

// number converts the next number to a type.
func (d *Decoders) number(t types.Type, number string) string { return d.Convert(t, d.Reader+number) }

// function returns a call of the function for a shape; shapes that print alike
// have one.
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
