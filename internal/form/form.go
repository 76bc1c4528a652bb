// Package form defines the question that every engine answers: choice variables, data
// variables and one boolean term over them.
//
// The encoder makes a Form; the engines solve it; a solution is a stream, the values of
// the variables that are realized, in a fixed order. The package gives a form its meaning
// (Eval), its text, its check and its wire form, and parts its solutions (Rings, Shard). It
// knows nothing of Go's types, of contracts and of engines, and imports the standard
// library only, because its source is also laid into the process that holds the code under test.
package form

// A Kind is the machine type of a term. Every value is kept in an int64: that
// of a signed kind sign-extended, that of an unsigned kind zero-extended, so
// that a Uint64 above the greatest int64 is kept as its two's complement.
type Kind uint8

// The kinds; int, uint and uintptr are those of 64 bits.
const (
	Bool Kind = iota
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
)

// An Op is what a Node does with its arguments. In the table a, b, c are the
// values of Args[0..2]; arithmetic is that of Go on Node.Kind: it wraps, and
// division truncates. What Go leaves undefined has the value given here, so
// that every term has a value; the code that builds forms guards these places.
//
//	Const   Val
//	Ref     the value of variable Val; its Default where it is not realized
//	Not     !a                           And, Or   n-ary, n ≥ 2
//	Ite     a ? b : c, of any kind
//	Eq      a == b, arguments of one kind, also Bool
//	Lt, Le  a < b, a <= b, in the order of the arguments' kind
//	Add, Sub, Mul, Quo, Rem              (x / 0 == 0, x % 0 == 0)
//	BitAnd, BitOr, BitXor, AndNot
//	Shl, Shr  the count b of any kind, as an unsigned number; Shr is
//	        arithmetic for signed kinds
//	Conv    a, of any integer kind, converted to Kind
type Op uint8

// The operations.
const (
	Const Op = iota
	Ref
	Not
	And
	Or
	Ite
	Eq
	Lt
	Le
	Add
	Sub
	Mul
	Quo
	Rem
	BitAnd
	BitOr
	BitXor
	AndNot
	Shl
	Shr
	Conv
)

// A Node is one term of a Form. Its arguments stand before it in Form.Nodes,
// equal terms are one node.
type Node struct {
	Op   Op
	Kind Kind
	Args []int32
	Val  int64
}

// An Alt is one possible value of a choice variable.
type Alt struct {
	// Value is what the variable has, and what the stream holds, when this
	// alternative is chosen: 0 and 1 for a pointer, a length, the index of an
	// interface's inhabitant.
	Value int64
	// Level is the least depth at which the alternative is within the bounds.
	Level int32
	// Size is what choosing it adds to the size of the input.
	Size int32
}

// A Span is a range of integers, both ends included. The spans of a Uint64
// variable are ordered as unsigned numbers.
type Span struct{ Lo, Hi int64 }

// A Var is a choice variable (Choice is not empty) or a data variable.
//
// The variables of a form stand in preorder: a variable behind its parent, and
// all that one variable realizes before the next one that does not depend on
// it. The stream of a solution is the values of the realized variables in this
// order.
type Var struct {
	// Name says what the variable stands for, as t.Left.Key; for dumps.
	Name string
	Kind Kind
	// Parent is the index of the choice variable on which this one hangs, or
	// -1. The variable is realized when the parent is and the parent's value
	// lies in When.
	Parent int32
	When   Span

	// Choice lists the alternatives in the order in which they are tried; the
	// values are distinct.
	Choice []Alt

	// Dom is the domain of a data variable: disjoint spans in ascending order.
	Dom []Span
	// Level is the least depth at which the data variable has values. With
	// ByMagnitude the value v has the level max(Level, |v|).
	Level       int32
	ByMagnitude bool
	// Ascending orders the values of a data variable from Dom's first to its
	// last. Otherwise they come by magnitude: 0, 1, -1, 2, -2, …
	Ascending bool
	// Default is the value where the variable is not realized; it lies in the
	// domain.
	Default int64
}

// A Form is a question: the solutions are the assignments to the realized
// variables under which Root is true and whose level is Level.
//
// The level of a solution is the greatest level among the alternatives and
// values of its realized variables (at least 0), its size is the sum of the
// sizes of its alternatives. Solutions come by ascending size; those of one
// size in the lexicographic order of their choice variables (by index of the
// alternative, in the order of Vars), then in that of their data variables.
type Form struct {
	Vars  []Var
	Nodes []Node
	// Root is the index of a Bool node.
	Root int32
	// Level is the exact level of the solutions asked for. With Below set,
	// those of lesser levels are solutions too.
	Level int32
	Below bool
	// Test, where it is not nil, must hold of solutions as well. It is no part
	// of what crosses to another process.
	Test Test
}
