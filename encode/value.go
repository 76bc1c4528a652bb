package encode

import (
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// A val is a Go value that may depend on the input. The sealed set:
//
//	term       bool and integers
//	*numbers   floats and complex numbers: one of a list of constants
//	*text      string
//	*pointer   nil, or one of several places in memory
//	*sequence  slice: nil, or a part of one of several arrays
//	*mapping   map: nil, or one of several tables
//	*boxed     interface: nil, or a value of one of several types
//	*callable  function: nil, or one of several functions with bindings
//	aggregate  struct or array: the values of its scalar parts, in order
//	tuple      several results
//	*iteration the state of a range over a string or a map
//	*unknown   what could not be followed
//	nil        a register that no path has set
//
// The values with alternatives have one whose guard is true, and only one,
// wherever the value is used.
type val any

type (
	aggregate []val
	tuple     []val

	// A pointer's alternatives have a nil object where the pointer is nil.
	pointer struct{ alts []place }
	place   struct {
		guard term.Term
		obj   *object
		off   int // the first of the object's cells
	}

	// A sequence starts at element off of an array whose elements take size
	// cells from base on, of count elements where that is not 0 and the object may
	// go on behind it; length and room are Go's len and cap. Age tells
	// apart the slices that append has made over one array; see object.
	sequence struct{ alts []window }
	window   struct {
		guard                  term.Term
		obj                    *object
		base, size, count      int
		off, length, room, age term.Term
	}

	mapping  struct{ alts []tableRef }
	tableRef struct {
		guard term.Term
		table *table
	}

	boxed struct{ alts []content }
	// A content's T is nil where the interface is.
	content struct {
		guard term.Term
		T     types.Type
		v     val
	}

	callable struct{ alts []callee }
	callee   struct {
		guard term.Term
		fn    *ssa.Function
		binds []val
		do    model // when not nil, what is executed instead of fn
	}

	numbers struct{ alts []number }
	number  struct {
		guard term.Term
		v     complex128
	}

	// A text is the first length bytes; those behind do not matter.
	// Where it was made of characters, of which some take several bytes, these
	// are the first count of chars.
	text struct {
		length term.Term
		bytes  []term.Term
		count  term.Term
		chars  []term.Term
	}

	iteration struct{ it *iterator }

	// An unknown value is unknown where the guard is true, else it is rest,
	// which is nil when the guard is.
	unknown struct {
		guard term.Term
		why   string
		pos   token.Pos
		rest  val
	}
)

// An object is a variable in memory: the scalar parts of its value, in order.
type object struct {
	cells []val
	// made is the condition under which it was allocated: nothing reads it
	// elsewhere.
	made term.Term
	// Arrays that append has grown have no fixed end. Whether an append copied
	// is not known; newest is the age of the slice it returned last, and
	// written the age of the slice through which a cell was set. A slice of
	// another age may or may not see that.
	grown   bool
	newest  term.Term
	written []term.Term
	ages    int // the greatest age so far
	// fill is what new cells of a grown array hold.
	fill []val
	// lost says that something that is not followed may change it: its cells are
	// unknown, and stay so.
	lost bool
	// changed is how many writes there had been when it was last set.
	changed int
}

func (c *callee) isNil() bool { return c.fn == nil && c.do == nil }

// maxCells is the number of scalar parts up to which values are followed.
const maxCells = 1 << 16

// zero returns the zero value of a type.
func (m *machine) zero(t types.Type) val {
	if k, ok := layout.KindOf(t); ok {
		return m.b.Constant(k, 0)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return &text{length: m.b.Number(0)}
		case u.Info()&(types.IsFloat|types.IsComplex) != 0:
			return &numbers{[]number{{term.Yes, 0}}}
		case u.Kind() == types.UntypedNil, u.Kind() == types.UnsafePointer:
			return nilPointer
		}
	case *types.Pointer:
		return nilPointer
	case *types.Slice:
		return nilSequence
	case *types.Map:
		return nilMapping
	case *types.Interface:
		return nilBoxed
	case *types.Signature:
		return nilCallable
	case *types.Struct:
		a := make(aggregate, 0, m.lay.Size(t))
		for i := range u.NumFields() {
			a = flat(a, m.zero(u.Field(i).Type()))
		}
		return a
	case *types.Array:
		a := make(aggregate, 0, m.lay.Size(t))
		e := m.zero(u.Elem())
		for len(a) < m.lay.Size(t) {
			a = flat(a, e)
		}
		return a
	case *types.Tuple:
		r := make(tuple, u.Len())
		for i := range r {
			r[i] = m.zero(u.At(i).Type())
		}
		return r
	}
	return &unknown{guard: term.Yes, why: "a value of type " + t.String() + " cannot be followed"}
}

// Nil of each type that has it.
var (
	nilPointer  = &pointer{[]place{{guard: term.Yes}}}
	nilSequence = &sequence{[]window{{guard: term.Yes}}}
	nilMapping  = &mapping{[]tableRef{{guard: term.Yes}}}
	nilBoxed    = &boxed{[]content{{guard: term.Yes}}}
	nilCallable = &callable{[]callee{{guard: term.Yes}}}
)

// flat appends the scalar parts of v.
func flat(a aggregate, v val) aggregate {
	if g, ok := v.(aggregate); ok {
		return append(a, g...)
	}
	return append(a, v)
}

// part returns the value of type t that begins at cell off of v.
func (m *machine) part(v aggregate, off int, t types.Type) val {
	if layout.Aggregate(t) {
		n := m.lay.Size(t)
		return v[off : off+n : off+n]
	}
	return v[off]
}
