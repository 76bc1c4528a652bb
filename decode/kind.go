// Package decode turns solutions into Go values and Go text.
//
// It takes shapes and solution streams. It returns the nodes of a solution, their literals, and the
// source of functions that read streams: the constructors of the harness and the decoders of fuzz
// tests. It knows nothing of engines, forms and processes.
//
// Each kind of type is one implementation of the interface kind, in a file of its own. To add one,
// write that file and its line in kindOf.
package decode

import (
	"go/types"
	"reflect"
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
)

// A kind knows how to read and write the values of one kind of shape.
type kind interface {
	// read takes the numbers of a value from the stream, then its parts.
	read(r *reader, n *Node)
	// literal writes a value as an expression.
	literal(l *Literals, n *Node, at Spot) Expr
	// set writes statements that set the variable dst, which is zero, to the next value of a stream
	// in the harness.
	set(c *Constructors, dst string) string
	// decode writes an expression for the next value of a fuzz test's bytes.
	decode(d *Decoders) string
	// alike reports whether another shape of the same kind and type builds the same values from the
	// same streams. same reports this for the parts.
	alike(other value.Shape, same func(a, b value.Ref) bool) bool
}

// kindOf returns the kind of a shape.
func kindOf(s value.Shape) kind {
	switch s := s.(type) {
	case *value.Bool:
		return boolean{Bool: s}
	case *value.Int:
		return integer{s}
	case *value.Listed:
		return listed{Listed: s}
	case *value.Float:
		return float{Float: s}
	case *value.Complex:
		return complexNumber{Complex: s}
	case *value.String:
		return text{s}
	case *value.Pointer:
		return pointer{s}
	case *value.Reference:
		return reference{Reference: s}
	case *value.Objects:
		return objects{s}
	case *value.Heap:
		return heap{s}
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
		return function{Func: s}
	case *value.Calls:
		return calls{Calls: s}
	case *value.Aliased:
		return aliased{s}
	}
	return nothing{s}
}

// A data kind has data numbers from index from on, neither lengths nor choices.
type data interface{ data() (from int) }

// Data returns the numbers of a node itself that are data: the value of an integer, the
// characters of a text. Who changes one changes the node.
func Data(n *Node) []int64 {
	if k, ok := kindOf(n.Shape).(data); ok {
		return n.Own[k.data():]
	}
	return nil
}

// Alike reports whether two shapes build the same values of the same streams.
func Alike(a, b value.Shape) bool { return alike(a, b, map[[2]value.Shape]bool{}) }

// alike is Alike under the assumption that the given pairs are alike.
func alike(a, b value.Shape, assumed map[[2]value.Shape]bool) bool {
	if a == b || assumed[[2]value.Shape{a, b}] {
		return true
	}
	if reflect.TypeOf(a) != reflect.TypeOf(b) || a.Go() == nil || b.Go() == nil || !types.Identical(a.Go(), b.Go()) {
		return false
	}
	assumed[[2]value.Shape{a, b}] = true
	return kindOf(a).alike(b, func(x, y value.Ref) bool { return alike(x.Shape, y.Shape, assumed) })
}

// A number takes one number from the stream; its type determines its values.
type number struct{}

func (number) read(r *reader, n *Node)                           { r.take(n) }
func (number) data() (from int)                                  { return 0 }
func (number) alike(value.Shape, func(a, b value.Ref) bool) bool { return true }

// A distinct shape is alike to no other.
type distinct struct{}

func (distinct) alike(value.Shape, func(a, b value.Ref) bool) bool { return false }

// Admits reports whether a number may be a value of the shape. It is true for shapes other than
// Int.
func Admits(x value.Shape, v int64) bool {
	if s, ok := x.(*value.Int); ok {
		if value.Unsigned(s.T) && v < 0 && s.Ranges == nil {
			return true
		}
		return s.Ranges == nil || slices.ContainsFunc(s.Ranges, func(r value.Range) bool { return r.Lo <= v && v <= r.Hi })
	}
	return true
}

// Spells reports whether the shape has a string of these characters.
func Spells(s *value.String, text []int64) bool {
	return !s.Fixed || !slices.ContainsFunc(text, func(c int64) bool { return !slices.Contains(s.Alphabet, rune(c)) })
}
