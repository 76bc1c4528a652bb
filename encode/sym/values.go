package sym

import (
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// A Val is a Go value that may depend on the input. It is one of:
//
//	Term       bool and integers
//	*Numbers   floats and complex numbers: one of a list of constants
//	*Float     any floating-point number
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
// If a value has alternatives, the guard of exactly one of them is true wherever the value is used.
type Val any

// An Aggregate is a struct or an array: its scalar parts, in order.
type Aggregate []Val

// A Tuple is several results.
type Tuple []Val

// A Pointer is one of several places.
type Pointer struct{ Alts []Place }

// A Place is a cell of an object, or nil if Obj is nil.
type Place struct {
	Guard term.Term
	Obj   *Object
	Off   int // the first of the object's cells
}

// A Sequence is a slice: one of several windows.
type Sequence struct{ Alts []Window }

// A Window is a part of an array, or nil if Obj is nil. It starts at element Off of an array whose
// elements take Size cells each, from cell Base on. If Count is not 0, the array has Count
// elements, and the object may continue after it. Length and Room are Go's len and cap. Age
// distinguishes the slices that append made of one array; see Object.
type Window struct {
	Guard                  term.Term
	Obj                    *Object
	Base, Size, Count      int
	Off, Length, Room, Age term.Term
}

// A Mapping is a map: one of several tables.
type Mapping struct{ Alts []TableRef }

// A TableRef is a table, or nil if Table is nil.
type TableRef struct {
	Guard term.Term
	Table *Table
}

// A Boxed is an interface: one of several contents.
type Boxed struct{ Alts []Content }

// A Content is a value of type T, or nil if T is nil.
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
	Do    routine // executed instead of Fn, unless nil
	// Why is set if nothing is known of the function. It is the reason why calls of it give up.
	Why string
}

// A Numbers is a floating-point or complex number: one of a list of constants.
type Numbers struct{ Alts []Number }

// A Number is a constant.
type Number struct {
	Guard term.Term
	Value complex128
}

// A Float is any floating-point number. Bits are those of IEEE 754, a Uint32 or a Uint64. Those of a
// NaN mean nothing.
type Float struct{ Bits term.Term }

// A Text is a string: the first Length of Bytes; the bytes after them do not matter. If it was made
// of characters, some of several bytes, these are the first Count of Chars, some of which may be bytes that are not
// part of a character. If no such bytes can form a character, Runes are the runes that the characters are read as,
// with their numbers of bytes.
type Text struct {
	Length term.Term
	Bytes  []term.Term
	Count  term.Term
	Chars  []term.Term
	Runes  []Rune
}

// A Rune is a rune and the number of bytes that it is read from.
type Rune struct{ Value, Width term.Term }

// An Iteration is the state of a range statement.
type Iteration struct{ Iterator *Iterator }

// An Unknown is a value that is not known if Guard is true. Otherwise it is Rest, which is nil if
// Guard is always true.
type Unknown struct {
	Guard term.Term
	Why   string
	Pos   token.Pos
	Rest  Val
}

// An Object is a variable in memory: the scalar parts of its value, in order.
type Object struct {
	Cells []Val
	// Made is the condition under which it was allocated. Nothing reads it otherwise.
	Made term.Term
	// Grown arrays were made by append and have no fixed end. It is not known whether an append
	// copied. Newest is the age of the slice that append returned last. Written holds, by cell, the
	// age of the slice through which it was set. A slice of another age may or may not see that.
	Grown   bool
	Newest  term.Term
	Written []term.Term
	Ages    int // the greatest age so far
	// Fill is the content of new cells of a grown array.
	Fill []Val
	// Lost says that code which is not followed may change it. Its cells are unknown, and stay so.
	Lost bool
	// MayMeet says that it is an array that another one with the mark may be.
	MayMeet bool
	// Changed is the number of writes so far when it was last set.
	Changed int
}

// IsNil reports whether the callee is the nil function.
func (c *Callee) IsNil() bool { return c.Fn == nil && c.Do == nil && c.Why == "" }

// A routine is code of the lifter that replaces a function.
type routine interface{ Routine() }

// A Domain makes, merges and compares values over the terms of one builder.
type Domain struct {
	B      *term.Builder
	Layout *layout.Layout
}

// MaxCells is the greatest number of scalar parts of a value that is followed.
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

// The nil values of each type.
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

// Date records that new cells were not set through any slice.
func (o *Object) Date(b *term.Builder) {
	for len(o.Written) < len(o.Cells) {
		o.Written = append(o.Written, b.Number(0))
	}
}

// A Table is the content of a map: entries that exist under conditions. The entries that exist have
// different keys.
type Table struct {
	Type    *types.Map
	Entries []Entry
	// Lost says that an entry could not be followed, so that none is known.
	Lost bool
	// Changing says that code which is not followed may change the map.
	Changing bool
	// Changed is the number of writes so far when it was last set.
	Changed int
}

// An Entry is a key with its value. It exists if Has is true.
type Entry struct {
	Has      term.Term
	Key, Val Val
}

// An Iterator is the state of a range statement: how far it has come.
type Iterator struct {
	Text   *Text
	Tables []TableRef
	Size   []int // of Tables: the number of entries when the loop began
	Next   term.Term
	Type   *types.Map
	Made   term.Term
	// Order has the numbers of the entries in the order of the iteration. It is nil if that is the
	// order of the entries.
	Order []term.Term
	// Turns is how often the iterator was advanced. On every path that continues, as many entries have
	// been visited.
	Turns int
}

// WhyPanicked is the reason for giving up on a predicate that looks at a panic value of the
// runtime.
const WhyPanicked = "what a panic of the runtime says cannot be followed"

// Unsaid is the content of a value of type Panicked or RuntimeError.
var Unsaid = &Unknown{Guard: term.Yes, Why: WhyPanicked}

// Panicked is the type of values in interfaces of which only that they are not nil is known. RuntimeError is
// that of what the runtime panics with: a type of package runtime that implements runtime.Error.
var (
	Panicked     = types.NewNamed(types.NewTypeName(token.NoPos, nil, "panicked", nil), types.Typ[types.Int], nil)
	RuntimeError = types.NewNamed(types.NewTypeName(token.NoPos, nil, "runtimeError", nil), types.Typ[types.Int], nil)
)

// RuntimeErrorIs reports whether the dynamic type of a panic value of the runtime is t, or implements t. It
// is not known where t is a type of package runtime, or has methods that only some of these types have.
func RuntimeErrorIs(t types.Type) (is, known bool) {
	i, ok := t.Underlying().(*types.Interface)
	if !ok {
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		n, ok := types.Unalias(t).(*types.Named)
		return false, !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "runtime"
	}
	for m := range i.Methods() {
		switch m.Name() {
		case "Error":
			if !types.Identical(m.Signature().Results(), errorResults) || m.Signature().Params().Len() > 0 {
				return false, true
			}
		case "RuntimeError":
			if m.Signature().Results().Len()+m.Signature().Params().Len() > 0 {
				return false, true
			}
		case "Addr":
			return false, false
		default:
			return false, true
		}
	}
	return true, true
}

// errorResults are the results of the method Error.
var errorResults = types.NewTuple(types.NewParam(token.NoPos, nil, "", types.Typ[types.String]))

// IsSingle reports whether t has the precision of float32.
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

// CellsOfWork is how many parts of a value are copied or compared in one step of the builder's
// work.
const CellsOfWork = 8

// An alternative is one of the cases of a value, under its guard.
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
