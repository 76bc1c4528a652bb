package decode

import "github.com/rtest-dev/rtest/internal/value"

// A kind is what this package knows of the shapes of one kind of type.
type kind interface {
	// read takes the numbers of a value from the stream, then its parts.
	read(r *reader, n *Node)
	// literal writes a value as an expression.
	literal(l *Literals, n *Node, at Spot) Expr
	// set writes statements that set the variable dst, which is zero, to the next
	// value of a stream in the harness.
	set(c *Constructors, dst string) string
	// decode writes an expression for the next value of a fuzz test's bytes.
	decode(d *Decoders) string
}

// kindOf returns the kind of a shape.
func kindOf(s value.Shape) kind {
	switch s := s.(type) {
	case *value.Bool:
		return boolean{s}
	case *value.Int:
		return integer{s}
	case *value.Listed:
		return listed{s}
	case *value.Float:
		return float{s}
	case *value.Complex:
		return complexNumber{s}
	case *value.String:
		return text{s}
	case *value.Pointer:
		return pointer{s}
	case *value.Struct:
		return structure{s}
	case *value.Array:
		return array{s}
	case *value.Slice:
		return slice{s}
	case *value.Map:
		return mapping{s}
	case *value.Interface:
		return inhabitant{s}
	case *value.Func:
		return function{s}
	case *value.Calls:
		return calls{s}
	}
	return nothing{s}
}
