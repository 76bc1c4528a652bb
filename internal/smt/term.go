// Package smt provides terms of the logic that SMT solvers share: booleans, unbounded integers and
// bit vectors.
//
// A Store makes every term once, so equal terms have the same pointer, and a term is a directed
// acyclic graph. Terms have a text in SMT-LIB 2, and a value under a Model. The package knows
// nothing of solvers, or of what terms are used for.
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

// BitVec returns the sort of bit vectors of n bits, n ≥ 1.
func BitVec(n int) Sort { return Sort(n) }

// Width returns the number of bits of a bit-vector sort, otherwise 0.
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

// A Term is a constant, a variable, or an operation on other terms. A Store makes terms, and they
// never change. Two terms of one store are equal if and only if their pointers are.
type Term struct {
	id   int32
	op   Op
	sort Sort
	args []*Term
	// p and q are the indices of an indexed operator: the bounds of an Extract, or the number of
	// bits that an extension adds.
	p, q int32
	// text is the name of a variable, or the decimal value of a constant.
	text string
}

// Op returns the operation at the root of the term.
func (t *Term) Op() Op { return t.op }

// Sort returns the sort of the term. For an ill-sorted term (see Check) it is whatever its
// operation suggests.
func (t *Term) Sort() Sort { return t.sort }

// Args returns the arguments of the operation; the caller must not change them.
func (t *Term) Args() []*Term { return t.args }

// Name returns the name of a variable, otherwise "".
func (t *Term) Name() string {
	if t.op == Var {
		return t.text
	}
	return ""
}

// Index returns the two indices of an indexed operation: the high and the low bit of an Extract;
// the number of added bits, and 0, for ZeroExt and SignExt.
func (t *Term) Index() (int, int) { return int(t.p), int(t.q) }

// Value returns the value of a constant: 0 or 1 for a Bool, the unsigned number for a bit vector.
// It is nil for other terms.
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

// Decimal returns the value of a constant in decimal, otherwise "".
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

// A key identifies a term within its store.
type key struct {
	op   Op
	sort Sort
	p, q int32
	a, b int32
	text string
}

// A Store makes each distinct term once. The zero Store is ready to use. It is not safe for
// concurrent use.
type Store struct {
	terms []*Term
	index map[key]*Term
}

// intern returns the term of the store that is equal to t.
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
