package oracle

import (
	"fmt"
	"go/types"
	"strings"
)

// A Val is a Go value in the reference meaning of predicates. Values never
// change; what a pointer or a slice refers to is in a Loc. The sealed set:
//
//	BoolVal, StringVal, FloatVal (a float32 rounded), ComplexVal
//	IntVal     any integer: signed ones sign-extended, unsigned ones
//	           zero-extended, so a uint64 may be a two's complement
//	StructVal, ArrayVal, TupleVal   the parts in order
//	PointerVal, SliceVal            into a Loc
//	*MapVal    entries in the order of their making
//	BoxVal     an interface that is not nil
//	FuncVal    a function or a method value
//	NilVal     nil of any type
type Val interface{ val() }

type (
	BoolVal    bool
	IntVal     int64
	FloatVal   float64
	ComplexVal complex128
	StringVal  string
	StructVal  []Val
	ArrayVal   []Val
	TupleVal   []Val
	// PointerVal points to the variable in Loc, or to a part of it: Path has
	// the indices of fields and elements on the way there, each followed by a
	// dot.
	PointerVal struct {
		Loc  *Loc
		Path string
	}
	// SliceVal is a part of the array at Array.
	SliceVal struct {
		Array         PointerVal
		Off, Len, Cap int
	}
	MapVal struct{ Keys, Values []Val }
	BoxVal struct {
		T types.Type
		V Val
	}
	FuncVal struct {
		Obj types.Object
		// Recv is the receiver of a method value, nil for functions.
		Recv Val
	}
	NilVal struct{}
)

// A Loc is a variable.
type Loc struct{ V Val }

func (BoolVal) val()    {}
func (IntVal) val()     {}
func (FloatVal) val()   {}
func (ComplexVal) val() {}
func (StringVal) val()  {}
func (StructVal) val()  {}
func (ArrayVal) val()   {}
func (TupleVal) val()   {}
func (PointerVal) val() {}
func (SliceVal) val()   {}
func (*MapVal) val()    {}
func (BoxVal) val()     {}
func (FuncVal) val()    {}
func (NilVal) val()     {}

// NewSlice returns a slice of all of vs, with as much capacity.
func NewSlice(vs ...Val) SliceVal {
	return SliceVal{Array: PointerVal{Loc: &Loc{V: ArrayVal(vs)}}, Len: len(vs), Cap: len(vs)}
}

// NewPointer returns a pointer to a new variable with the value v.
func NewPointer(v Val) PointerVal { return PointerVal{Loc: &Loc{V: v}} }

// part returns the pointer to the i-th part of what p points to.
func (p PointerVal) part(i int) PointerVal {
	return PointerVal{Loc: p.Loc, Path: p.Path + fmt.Sprintf("%d.", i)}
}

// load returns what p points to.
func (p PointerVal) load() Val {
	v := p.Loc.V
	for path := p.Path; path != ""; {
		i, rest := 0, ""
		head, tail, _ := strings.Cut(path, ".")
		fmt.Sscanf(head, "%d", &i)
		rest = tail
		switch parts := v.(type) {
		case StructVal:
			v = parts[i]
		case ArrayVal:
			v = parts[i]
		}
		path = rest
	}
	return v
}

// elem returns the i-th element of s.
func (s SliceVal) elem(i int) Val { return s.Array.part(s.Off + i).load() }

// elems returns the elements of s.
func (s SliceVal) elems() []Val {
	out := make([]Val, s.Len)
	for i := range out {
		out[i] = s.elem(i)
	}
	return out
}

// ZeroVal returns the zero value of t.
func ZeroVal(t types.Type) Val {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return BoolVal(false)
		case info&types.IsInteger != 0:
			return IntVal(0)
		case info&types.IsFloat != 0:
			return FloatVal(0)
		case info&types.IsComplex != 0:
			return ComplexVal(0)
		case info&types.IsString != 0:
			return StringVal("")
		}
	case *types.Struct:
		out := make(StructVal, u.NumFields())
		for i := range out {
			out[i] = ZeroVal(u.Field(i).Type())
		}
		return out
	case *types.Array:
		out := make(ArrayVal, u.Len())
		for i := range out {
			out[i] = ZeroVal(u.Elem())
		}
		return out
	}
	return NilVal{}
}
