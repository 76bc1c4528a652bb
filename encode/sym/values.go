package sym

import (
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// A Val is a Go value that may depend on the input. The sealed set:
//
//	Term       bool and integers
//	*Numbers   floats and complex numbers: one of a list of constants
//	*Text      string
//	*Pointer   nil, or one of several places in memory
//	*Sequence  slice: nil, or a part of one of several arrays
//	*Mapping   map: nil, or one of several tables
//	*Boxed     interface: nil, or a value of one of several types
//	*Callable  function: nil, or one of several functions with bindings
//	Aggregate  struct or array: the values of its scalar parts, in order
//	Tuple      several results
//	*Iteration the state of a range over a string or a map
//	*Unknown   what could not be followed
//	nil        a register that no path has set
//
// The values with alternatives have one whose guard is true, and only one,
// wherever the value is used.
type Val any

// An Aggregate is a struct or an array: its scalar parts, in order.
type Aggregate []Val

// A Tuple is several results.
type Tuple []Val

// A Pointer is one of several places.
type Pointer struct{ Alts []Place }

// A Place is a cell of an object, or nil where Obj is.
type Place struct {
	Guard term.Term
	Obj   *Object
	Off   int // the first of the object's cells
}

// A Sequence is a slice: one of several windows.
type Sequence struct{ Alts []Window }

// A Window is a part of an array, or nil where Obj is. It starts at element Off of an
// array whose elements take Size cells from Base on. Where Count is not 0 the array has so
// many elements, and the object may go on behind it. Length and Room are Go's len and cap.
// Age tells apart the slices that append has made over one array; see Object.
type Window struct {
	Guard                  term.Term
	Obj                    *Object
	Base, Size, Count      int
	Off, Length, Room, Age term.Term
}

// A Mapping is a map: one of several tables.
type Mapping struct{ Alts []TableRef }

// A TableRef is a table, or nil where Table is.
type TableRef struct {
	Guard term.Term
	Table *Table
}

// A Boxed is an interface: one of several contents.
type Boxed struct{ Alts []Content }

// A Content is a value of type T, or nil where T is.
type Content struct {
	Guard term.Term
	T     types.Type
	Value Val
}

// A Callable is a function: one of several callees.
type Callable struct{ Alts []Callee }

// A Callee is a function with the values of its free variables, or nil.
type Callee struct {
	Guard term.Term
	Fn    *ssa.Function
	Binds []Val
	Do    routine // when not nil, what is executed instead of Fn
	// Why is not empty where nothing is known of the function: it says why a call is
	// given up.
	Why string
}

// A Numbers is a floating-point or complex number: one of a list of constants.
type Numbers struct{ Alts []Number }

// A Number is a constant.
type Number struct {
	Guard term.Term
	Value complex128
}

// A Text is a string: the first Length of Bytes. Those behind do not matter. Where it was
// made of characters, of which some take several bytes, these are the first Count of
// Chars.
type Text struct {
	Length term.Term
	Bytes  []term.Term
	Count  term.Term
	Chars  []term.Term
}

// An Iteration is the state of a range statement.
type Iteration struct{ Iterator *Iterator }

// An Unknown value is not known where Guard is true. Elsewhere it is Rest, which is nil
// when Guard is always true.
type Unknown struct {
	Guard term.Term
	Why   string
	Pos   token.Pos
	Rest  Val
}

// An Object is a variable in memory: the scalar parts of its value, in order.
type Object struct {
	Cells []Val
	// Made is the condition under which it was allocated: nothing reads it
	// elsewhere.
	Made term.Term
	// Arrays that append has grown have no fixed end. Whether an append copied
	// is not known; newest is the age of the slice it returned last, and
	// written the age of the slice through which a cell was set. A slice of
	// another age may or may not see that.
	Grown   bool
	Newest  term.Term
	Written []term.Term
	Ages    int // the greatest age so far
	// Fill is what new cells of a grown array hold.
	Fill []Val
	// Lost says that something that is not followed may change it: its cells are
	// unknown, and stay so.
	Lost bool
	// Changed is how many writes there had been when it was last set.
	Changed int
}

// IsNil tells whether it is no function at all.
func (c *Callee) IsNil() bool { return c.Fn == nil && c.Do == nil && c.Why == "" }

// A routine is code of the lifter that stands for a function.
type routine interface{ Routine() }

// A Domain makes, merges and compares values over the terms of one builder.
type Domain struct {
	B      *term.Builder
	Layout *layout.Layout
}

// MaxCells is the number of scalar parts up to which values are followed.
const MaxCells = 1 << 16

// Zero returns the zero value of a type.
func (d *Domain) Zero(t types.Type) Val {
	if k, ok := layout.KindOf(t); ok {
		return d.B.Constant(k, 0)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return &Text{Length: d.B.Number(0)}
		case u.Info()&(types.IsFloat|types.IsComplex) != 0:
			return &Numbers{[]Number{{term.Yes, 0}}}
		case u.Kind() == types.UntypedNil, u.Kind() == types.UnsafePointer:
			return NilPointer
		}
	case *types.Pointer:
		return NilPointer
	case *types.Slice:
		return NilSequence
	case *types.Map:
		return nilMapping
	case *types.Interface:
		return NilBoxed
	case *types.Signature:
		return nilCallable
	case *types.Struct:
		a := make(Aggregate, 0, d.Layout.Size(t))
		for i := range u.NumFields() {
			a = Flat(a, d.Zero(u.Field(i).Type()))
		}
		return a
	case *types.Array:
		a := make(Aggregate, 0, d.Layout.Size(t))
		e := d.Zero(u.Elem())
		for len(a) < d.Layout.Size(t) {
			a = Flat(a, e)
		}
		return a
	case *types.Tuple:
		r := make(Tuple, u.Len())
		for i := range r {
			r[i] = d.Zero(u.At(i).Type())
		}
		return r
	}
	return &Unknown{Guard: term.Yes, Why: "a value of type " + t.String() + " cannot be followed"}
}

// Nil of each type that has it.
var (
	NilPointer  = &Pointer{[]Place{{Guard: term.Yes}}}
	NilSequence = &Sequence{[]Window{{Guard: term.Yes}}}
	nilMapping  = &Mapping{[]TableRef{{Guard: term.Yes}}}
	NilBoxed    = &Boxed{[]Content{{Guard: term.Yes}}}
	nilCallable = &Callable{[]Callee{{Guard: term.Yes}}}
)

// Flat appends the scalar parts of v.
func Flat(a Aggregate, v Val) Aggregate {
	if g, ok := v.(Aggregate); ok {
		return append(a, g...)
	}
	return append(a, v)
}

// Part returns the value of type t that begins at cell off of v.
func (d *Domain) Part(v Aggregate, off int, t types.Type) Val {
	if layout.Aggregate(t) {
		n := d.Layout.Size(t)
		return v[off : off+n : off+n]
	}
	return v[off]
}

// NewObject makes a variable in memory that holds v.
func (d *Domain) NewObject(made term.Term, v Val) *Object {
	o := &Object{Made: made, Newest: d.B.Number(0)}
	if a, ok := v.(Aggregate); ok {
		o.Cells = append(o.Cells, a...)
	} else {
		o.Cells = []Val{v}
	}
	return o
}

// Date says of cells that are new that nothing was set.
func (o *Object) Date(b *term.Builder) {
	for len(o.Written) < len(o.Cells) {
		o.Written = append(o.Written, b.Number(0))
	}
}

// A Table is what a map holds: entries that are there under conditions. Of
// those that are there no two have equal keys.
type Table struct {
	Type    *types.Map
	Entries []Entry
	// Lost is set when an entry could not be followed: then none is known.
	Lost bool
	// Changing is set when something that is not followed may change the map.
	Changing bool
	// Changed is how many writes there had been when it was last set.
	Changed int
}

// An Entry is a key with its value, where Has is true.
type Entry struct {
	Has      term.Term
	Key, Val Val
}

// An Iterator is the state of a range statement: how far it has come.
type Iterator struct {
	Text   *Text
	Tables []TableRef
	Size   []int // of m: the number of entries when the loop began
	Next   term.Term
	Type   *types.Map
	Made   term.Term
	// Order are the numbers of the entries in the order in which they come; nil where
	// that is their own.
	Order []term.Term
	// Turns counts how often it was advanced: so many entries are behind it on
	// every path that goes on.
	Turns int
}

// WhyPanicked is why a predicate is given up that looks at what the runtime panics
// with.
const WhyPanicked = "what a panic of the runtime says cannot be followed"

// Unsaid is what a panic of the runtime says.
var Unsaid = &Unknown{Guard: term.Yes, Why: WhyPanicked}

// Panicked is the type of what the runtime panics with, of which no more is known
// than that it is not nil.
var Panicked = types.NewNamed(types.NewTypeName(token.NoPos, nil, "panicked", nil), types.Typ[types.Int], nil)

// IsSingle tells whether t has the precision of float32.
func IsSingle(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Float32 || b.Kind() == types.Complex64)
}

// Terms returns terms as an aggregate.
func Terms(ts []term.Term) Aggregate {
	a := make(Aggregate, len(ts))
	for i, t := range ts {
		a[i] = t
	}
	return a
}

// CellsOfWork is how many parts of a value are copied or compared for one step of the
// builder's work.
const CellsOfWork = 8

// An alternative is one of those that a value may be, under its guard.
type alternative[A any] interface {
	*A
	guard() *term.Term
}

func (p *Place) guard() *term.Term    { return &p.Guard }
func (w *Window) guard() *term.Term   { return &w.Guard }
func (r *TableRef) guard() *term.Term { return &r.Guard }
func (c *Content) guard() *term.Term  { return &c.Guard }
func (c *Callee) guard() *term.Term   { return &c.Guard }
func (n *Number) guard() *term.Term   { return &n.Guard }
