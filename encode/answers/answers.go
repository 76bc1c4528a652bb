// Package answers turns recorded results of calls into symbolic values.
//
// It reads the words that a process wrote in a run with one input, and returns values of given types.
// The values are constants, except for parts that the words leave open. The package knows nothing of
// how code is executed.
package answers

import (
	"go/token"
	"go/types"
	"math"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
)

// A Run holds the recorded results of calls that cannot be executed symbolically, from a run with one
// input. With it, symbolic execution continues after these calls, for all inputs that pass them the
// same arguments (Godefroid, Klarlund and Sen, "DART: Directed Automated Random Testing", 2005).
type Run struct {
	// Input is the stream of the input. List has the answers in the order of the calls.
	Input []int64
	List  []Answer
	// Instead has the positions of calls for which an answer, if there is one, replaces execution.
	Instead map[token.Pos]bool
}

// Longest returns the length in bytes of the longest text among the answers.
func (a *Run) Longest() (n int) {
	for _, x := range a.List {
		r := &Reader{Words: x.Words}
		for r.More() {
			n = max(n, r.skip(r.next()))
		}
	}
	return n
}

// An Answer is the result of the call whose opening parenthesis is at Pos. Words has for each result a
// tag and its contents. The indices of arguments follow, each with the value that the argument points
// to after the call.
type Answer struct {
	Pos   token.Position
	Words []int64
}

// The tags of values.
const (
	// unknown is a value of which nothing is known; some one that is not nil.
	unknown = iota
	some
	isNil
	// scalar precedes the bits of a bool, an integer or a float64.
	scalar
	// text precedes the number of bytes and the bytes, list the number of elements and the elements,
	// fields the number of fields and the fields of a struct, target the value that a pointer leads
	// to.
	text
	list
	fields
	target
)

// A Reader reads values from the words of an answer.
type Reader struct {
	*sym.Domain
	Words []int64
	// Unknown makes a value of which nothing is known. New makes a variable in memory.
	Unknown func(types.Type) sym.Val
	New     func(sym.Val) *sym.Object
}

// More reports whether words are left.
func (r *Reader) More() bool { return len(r.Words) > 0 }

// Index reads the index of an argument.
func (r *Reader) Index() int {
	r.next()
	return int(r.next())
}

func (r *Reader) next() int64 {
	if !r.More() {
		return unknown
	}
	x := r.Words[0]
	r.Words = r.Words[1:]
	return x
}

// count reads a length. It returns at most the number of words left.
func (r *Reader) count() int { return int(max(0, min(r.next(), int64(len(r.Words))))) }

// Value reads a value of type t. Parts that the words leave open are unknown.
func (r *Reader) Value(t types.Type) sym.Val {
	tag := r.next()
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if v := r.basic(tag, t); v != nil {
			return v
		}
	case *types.Struct:
		if tag == fields {
			r.next()
			a := make(sym.Aggregate, 0, u.NumFields())
			for i := range u.NumFields() {
				a = sym.Flat(a, r.Value(u.Field(i).Type()))
			}
			return a
		}
	case *types.Array:
		if tag == list {
			return r.flat(u.Elem())
		}
	case *types.Slice:
		switch tag {
		case isNil:
			return sym.NilSequence
		case list:
			n := r.B.Number(int(r.Words[0]))
			zero := r.B.Number(0)
			return &sym.Sequence{Alts: []sym.Window{{Guard: term.Yes, Obj: r.New(r.flat(u.Elem())), Size: r.Layout.Size(u.Elem()), Off: zero, Length: n, Room: n, Age: zero}}}
		}
	case *types.Pointer:
		switch tag {
		case isNil:
			return sym.NilPointer
		case target:
			return &sym.Pointer{Alts: []sym.Place{{Guard: term.Yes, Obj: r.New(r.Value(u.Elem()))}}}
		}
	case *types.Interface:
		switch tag {
		case isNil:
			return sym.NilBoxed
		case some:
			return &sym.Boxed{Alts: []sym.Content{{Guard: term.Yes, T: sym.Panicked, Value: sym.Unsaid}}}
		}
	}
	r.skip(tag)
	return r.Unknown(t)
}

// basic reads the contents of a tag as a value of a basic type. It returns nil if they do not give
// one.
func (r *Reader) basic(tag int64, t types.Type) sym.Val {
	if k, ok := layout.KindOf(t); ok && tag == scalar {
		return r.B.Constant(k, r.next())
	}
	info := t.Underlying().(*types.Basic).Info()
	switch {
	case info&types.IsFloat != 0 && tag == scalar && r.More():
		if x := math.Float64frombits(uint64(r.Words[0])); !math.IsNaN(x) {
			r.next()
			return &sym.Numbers{Alts: []sym.Number{{Guard: term.Yes, Value: complex(x, 0)}}}
		}
	case info&types.IsString != 0 && tag == text:
		bytes := make([]byte, r.count())
		for i := range bytes {
			bytes[i] = byte(r.next())
		}
		return r.ConstText(string(bytes))
	}
	return nil
}

// flat reads the elements of a list as one aggregate of their parts.
func (r *Reader) flat(elem types.Type) sym.Aggregate {
	a := sym.Aggregate{}
	for _, x := range r.elements(elem) {
		a = sym.Flat(a, x)
	}
	return a
}

func (r *Reader) elements(elem types.Type) []sym.Val {
	items := make([]sym.Val, r.count())
	for i := range items {
		items[i] = r.Value(elem)
	}
	return items
}

// Elements reads the elements of a slice. ok is false if they are not recorded.
func (r *Reader) Elements(elem types.Type) (items []sym.Val, ok bool) {
	tag := r.next()
	if tag != list {
		r.skip(tag)
		return nil, false
	}
	return r.elements(elem), true
}

// Target reads the value that a pointer leads to. ok is false if it is not recorded.
func (r *Reader) Target(elem types.Type) (v sym.Val, ok bool) {
	tag := r.next()
	if tag != target {
		r.skip(tag)
		return nil, false
	}
	return r.Value(elem), true
}

// Skip reads a value and drops it.
func (r *Reader) Skip() { r.skip(r.next()) }

// skip drops the contents of a tag. It returns the length of the longest text in them.
func (r *Reader) skip(tag int64) (longest int) {
	n := 0
	switch tag {
	case scalar:
		r.next()
	case text:
		longest = r.count()
		for range longest {
			r.next()
		}
	case list, fields:
		n = r.count()
	case target:
		n = 1
	}
	for range n {
		longest = max(longest, r.skip(r.next()))
	}
	return longest
}
