package interp

import (
	"go/types"
	"math"

	"github.com/rtest-dev/rtest/encode/layout"
	"golang.org/x/tools/go/ssa"
)

// A Value is a Go value; see the table of the package. The zero value is 0, false or nil.
type Value struct {
	number int64
	ref    ref
}

// A ref is what a value refers to. It is one of: nil, string, *text, complex128, *Object, *window,
// *Table, *closure, *content, aggregate, *iteration, *lazy, *unknown. A *regexp.Regexp is also
// possible, but never in a register.
type ref any

type (
	// An aggregate is the scalar parts of a struct or an array, or the results of a call. It never
	// changes.
	aggregate []Value

	// A window is a slice: length elements of size cells each, from cell offset of an object on.
	// room is the capacity. If append made the slice, room is only what is known to be there, and
	// age distinguishes the slices that append made from one object.
	window struct {
		obj               *Object
		offset, size      int
		length, room, age int
	}

	// A content is the content of an interface; typeID is the number of its type.
	content struct {
		typ    types.Type
		typeID int
		value  Value
	}

	closure struct {
		fn    *ssa.Function
		binds []Value
		do    native // used instead of fn, unless nil
	}

	// A text is a string whose bytes are known when they are read: n bytes of source from off on,
	// or all from there if n is negative.
	text struct {
		source *source
		off, n int
	}
	// A source has bytes or, if these are nil, characters. length is their number.
	source struct {
		length Value
		bytes  []Value
		chars  []Value
	}

	// A lazy value is known once the variables it depends on are decided.
	lazy struct {
		get func(Reader) (v Value, ok bool)
		// isVariable says that it is the number of a variable.
		isVariable bool
		variable   int32
	}

	unknown struct{ why string }
)

// An Object is a variable in memory: the scalar parts of its value, in order.
type Object struct {
	cells []Value
	// born is the epoch of its allocation. Until the next state is saved, changes of it need no
	// trail.
	born int64
	// id identifies it in the keys of maps; 0 while it is in none.
	id int64
	// lost says that code which is not followed may change it. Its cells are unknown, and stay so.
	lost bool
	// mayMeet says that it is an array that another one with the mark may be.
	mayMeet bool
	*appendHistory
}

// An appendHistory describes an array that append has made. How much room append leaves is not
// defined, so a value that depends on it is unknown.
type appendHistory struct {
	usedCells   int       // cells that belong to some slice
	lastAge     int       // the greatest age so far
	sharedCells int       // cells up to here may also belong to another slice
	settings    []setting // by cell
}

// A setting says how a cell of an array that append has made was set.
type setting struct {
	// setter is the age of the slice through which it was set, plus one. It is 0 if append set it,
	// and -1 if another append may have.
	setter int
	// afterAppend says that the slice had already been appended to.
	afterAppend bool
}

// A Reader returns the values of variables. If a variable is not decided, ok is false and the run
// waits for it.
type Reader interface {
	Var(v int32) (x int64, ok bool)
}

// Int returns a number of a boolean or integer type, of the width of the type.
func Int(n int64) Value { return Value{number: n} }

// Float returns a number of a floating-point type.
func Float(x float64) Value { return Value{number: int64(math.Float64bits(x))} }

// Complex returns a number of a complex type.
func Complex(c complex128) Value { return Value{ref: c} }

// String returns a string.
func String(s string) Value { return Value{ref: s} }

// Aggregate returns a struct or an array, given by its scalar parts.
func Aggregate(parts []Value) Value { return Value{ref: aggregate(parts)} }

// NewObject makes a variable in memory, given by its scalar parts.
func NewObject(cells []Value) *Object { return &Object{cells: cells} }

// NewMeeting returns an object with these cells that is an array which others made so may be.
func NewMeeting(cells []Value) *Object { return &Object{cells: cells, mayMeet: true} }

// Pointer returns a pointer to the variable that begins at a cell.
func Pointer(o *Object, cell int) Value { return Value{number: int64(cell), ref: o} }

// Slice returns a slice of length elements of size cells each, with the capacity room. The first
// element begins at the given cell.
func Slice(o *Object, cell, size, length, room int) Value {
	return Value{ref: &window{obj: o, offset: cell, size: size, length: length, room: room}}
}

// Text returns a string whose length and bytes may be lazy.
func Text(length Value, bytes []Value) Value {
	return Value{ref: &text{source: &source{length: length, bytes: bytes}, n: -1}}
}

// Spelled returns a string of characters. The characters and their number may be lazy. The position
// of its bytes depends on the characters before.
func Spelled(count Value, chars []Value) Value {
	return Value{ref: &text{source: &source{length: count, chars: chars}, n: -1}}
}

// Lazy returns a value that get computes once the variables it reads are decided. get must not
// return a lazy value.
func Lazy(get func(Reader) (v Value, ok bool)) Value { return Value{ref: &lazy{get: get}} }

// Variable returns the number of a variable.
func Variable(v int32) Value {
	get := func(r Reader) (Value, bool) {
		x, ok := r.Var(v)
		return Int(x), ok
	}
	return Value{ref: &lazy{get: get, isVariable: true, variable: v}}
}

// Unknown returns a value that cannot be followed. why is a clause such as "the package variable x
// may change".
func Unknown(why string) Value { return Value{ref: &unknown{why}} }

// Read returns the value; ok is false if the value is lazy and not yet decided.
func (v Value) Read(r Reader) (Value, bool) {
	if l, ok := v.ref.(*lazy); ok {
		return l.get(r)
	}
	return v, true
}

// flat appends the scalar parts of v.
func flat(cells []Value, v Value) []Value {
	if a, ok := v.ref.(aggregate); ok {
		return append(cells, a...)
	}
	return append(cells, v)
}

func boolean(b bool) Value {
	if b {
		return Value{number: 1}
	}
	return Value{}
}

func (v Value) float() float64 { return math.Float64frombits(uint64(v.number)) }

// maxCells is the greatest number of scalar parts of a value that is followed.
const maxCells = 1 << 20

func basicInfo(t types.Type) types.BasicInfo {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()
	}
	return 0
}

// zero returns the zero value of a type.
func (p *Program) zero(t types.Type) Value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return String("")
		case u.Info()&types.IsComplex != 0:
			return Complex(0)
		}
	case *types.Struct:
		a := make(aggregate, 0, p.lay.Size(t))
		for i := range u.NumFields() {
			a = flat(a, p.zero(u.Field(i).Type()))
		}
		return Value{ref: a}
	case *types.Array:
		n := p.lay.Size(t)
		a := make(aggregate, 0, n)
		for e := p.zero(u.Elem()); len(a) < n; {
			a = flat(a, e)
		}
		return Value{ref: a}
	case *types.Tuple:
		a := make(aggregate, u.Len())
		for i := range a {
			a[i] = p.zero(u.At(i).Type())
		}
		return Value{ref: a}
	}
	return Value{}
}

// part returns the value of type t that begins at cell off of a.
func (p *Program) part(a aggregate, off int, t types.Type) Value {
	if layout.Aggregate(t) {
		n := p.lay.Size(t)
		return Value{ref: a[off : off+n : off+n]}
	}
	return a[off]
}
