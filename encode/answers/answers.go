// Package answers reads what calls gave in a run with one input as symbolic values.
//
// In come the words that a process wrote and the types of the values; out come values that are constants,
// but for what the words do not tell. It knows nothing of how code is executed.
package answers

import (
	"go/token"
	"go/types"
	"math"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
)

// A Run is what calls gave that cannot be executed, in a run with one input. A function that is
// followed with it goes on behind these calls, for all inputs for which their arguments are the
// same (Godefroid, Klarlund and Sen, "DART: Directed Automated Random Testing", 2005).
type Run struct {
	// Input is the stream of the input, List what the calls gave, in order.
	Input []int64
	List  []Answer
	// Instead are the places of calls that are not executed where there is an answer.
	Instead map[token.Pos]bool
}

// Longest is the length of the longest text that a call gave.
func (a *Run) Longest() (n int) {
	for _, x := range a.List {
		r := &Reader{Words: x.Words}
		for r.More() {
			n = max(n, r.skip(r.next()))
		}
	}
	return n
}

// An Answer is what the call whose parenthesis opens at a place gave: of each result a tag, with
// what the tag says. Behind the results are indices of arguments, each with what it leads to.
type Answer struct {
	Pos   token.Position
	Words []int64
}

// The tags of values.
const (
	// unknown is a value of which nothing is known, some one that is not nil.
	unknown = iota
	some
	isNil
	// scalar is followed by the bits of a bool, an integer or a float64.
	scalar
	// text and list are followed by the number of bytes or elements, and these; fields by that
	// of the fields of a struct; target by what a pointer leads to.
	text
	list
	fields
	target
)

// A Reader reads values from the words of an answer.
type Reader struct {
	*sym.Domain
	Words []int64
	// Unknown makes a value of which nothing is known, New a variable in memory.
	Unknown func(types.Type) sym.Val
	New     func(sym.Val) *sym.Object
}

// More reports whether there are words left.
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

// count reads how many words, or more, follow.
func (r *Reader) count() int { return int(max(0, min(r.next(), int64(len(r.Words))))) }

// Value reads a value of a type. What is not known of it is unknown.
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

// basic reads what is behind the tag of a value without parts; nil where the tag says nothing.
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

// flat reads the elements of a list into their parts.
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

// Elements reads the elements of a slice; ok is false where they are not known.
func (r *Reader) Elements(elem types.Type) (items []sym.Val, ok bool) {
	tag := r.next()
	if tag != list {
		r.skip(tag)
		return nil, false
	}
	return r.elements(elem), true
}

// Target reads what a pointer leads to; ok is false where that is not known.
func (r *Reader) Target(elem types.Type) (v sym.Val, ok bool) {
	tag := r.next()
	if tag != target {
		r.skip(tag)
		return nil, false
	}
	return r.Value(elem), true
}

// Skip passes over a value.
func (r *Reader) Skip() { r.skip(r.next()) }

// skip passes over what is behind a tag, and returns the length of the longest text there.
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
