// Package smt holds terms of the logic that SMT solvers share: booleans,
// unbounded integers and bit vectors.
//
// In come calls of a Store, which makes every term once, so that equal terms
// are the same pointer and a term is a directed acyclic graph. Out go the
// terms, their text in SMT-LIB 2, and the values that a Model gives them. The
// package knows of no solver and of nothing that terms are used for.
package smt

import (
	"fmt"
	"math/big"
	"strconv"
)

// A Sort is the type of a term: Bool, Int, or bit vectors of some width.
type Sort int

// The sorts without a width.
const (
	Int  Sort = -1
	Bool Sort = 0
)

// BitVec is the sort of bit vectors of n bits, n ≥ 1.
func BitVec(n int) Sort { return Sort(n) }

// Width is the number of bits of a bit-vector sort, otherwise 0.
func (s Sort) Width() int { return max(int(s), 0) }

// String prints the sort in SMT-LIB.
func (s Sort) String() string {
	switch s {
	case Int:
		return "Int"
	case Bool:
		return "Bool"
	}
	return fmt.Sprintf("(_ BitVec %d)", int(s))
}

// A Term is a constant, a variable, or an operation on other terms. Terms are
// made by a Store and never change; two terms of one store are equal when
// their pointers are.
type Term struct {
	id   int32
	op   Op
	sort Sort
	args []*Term
	// p and q are the numbers in an indexed operator: the bounds of an
	// Extract, the bits that an extension adds.
	p, q int32
	// text is the name of a variable, the decimal value of a constant.
	text string
}

// Op is the operation at the root of the term.
func (t *Term) Op() Op { return t.op }

// Sort is the sort of the term; of an ill-sorted term (see Check) it is
// whatever its operation suggests.
func (t *Term) Sort() Sort { return t.sort }

// Args are the arguments of the operation; they must not be changed.
func (t *Term) Args() []*Term { return t.args }

// Name is the name of a variable, otherwise empty.
func (t *Term) Name() string {
	if t.op == Var {
		return t.text
	}
	return ""
}

// Index gives the two numbers of an indexed operation: the high and the low
// bit of an Extract, the number of added bits of ZeroExt and SignExt (and 0).
func (t *Term) Index() (int, int) { return int(t.p), int(t.q) }

// Value gives the value of a constant: 0 or 1 for a Bool, the unsigned number
// for a bit vector. It is nil for other terms.
func (t *Term) Value() *big.Int {
	if t.op != Const {
		return nil
	}
	v, ok := new(big.Int).SetString(t.text, 10)
	if !ok {
		return nil
	}
	return v
}

// Decimal is the text of a constant's Value, otherwise empty.
func (t *Term) Decimal() string {
	if t.op == Const {
		return t.text
	}
	return ""
}

// IsTrue reports whether the term is the constant true.
func (t *Term) IsTrue() bool { return t.op == Const && t.sort == Bool && t.text == "1" }

// IsFalse reports whether the term is the constant false.
func (t *Term) IsFalse() bool { return t.op == Const && t.sort == Bool && t.text == "0" }

// key identifies a term among those of its store.
type key struct {
	op   Op
	sort Sort
	p, q int32
	a, b int32
	text string
}

// A Store makes terms, each of them once. The zero Store is ready to use; it
// is not safe for concurrent use.
type Store struct {
	terms []*Term
	index map[key]*Term
}

// intern returns the one term of the store that is equal to t.
func (s *Store) intern(t Term) *Term {
	k := key{op: t.op, sort: t.sort, p: t.p, q: t.q, a: -1, b: -1, text: t.text}
	if len(t.args) > 0 {
		k.a = t.args[0].id
	}
	if len(t.args) > 1 {
		k.b = t.args[1].id
	}
	if len(t.args) > 2 {
		var buf []byte
		for _, arg := range t.args[2:] {
			buf = strconv.AppendInt(append(buf, ' '), int64(arg.id), 36)
		}
		k.text = string(buf)
	}
	if old := s.index[k]; old != nil {
		return old
	}
	if s.index == nil {
		s.index = make(map[key]*Term)
	}
	t.id = int32(len(s.terms))
	made := &t
	s.terms = append(s.terms, made)
	s.index[k] = made
	return made
}
