// Package form defines the question that every engine answers: choice variables, data variables and
// one boolean term over them.
//
// The encoder makes a Form, and the engines solve it. A solution is a stream: the values of the
// realized variables in a fixed order. The package defines what a form means (Eval), its text, its
// check and its wire form, and it divides solutions into parts (Rings, Shard). It knows nothing of
// Go's types, of contracts and of engines. It imports only the standard library, because its source
// is also compiled into the process that holds the code under test.
package form

// A Kind is the machine type of a term. Every value is kept in an int64, sign-extended for a signed
// kind and zero-extended for an unsigned one. A Uint64 above the greatest int64 is kept as its
// two's complement.
type Kind uint8

// The kinds. int, uint and uintptr have the kinds of 64 bits.
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

// An Op is what a Node does with its arguments. In the table a, b, c are the values of Args[0..2].
// Arithmetic is that of Go on Node.Kind: it wraps, and division truncates. Where Go panics or
// defines no value, the table does, so that every term has a value; the code that builds forms
// guards these places.
//
//	Const   Val
//	Ref     the value of variable Val; its Default if it is not realized
//	Not     !a                           And, Or   n-ary, n ≥ 2
//	Ite     a ? b : c, of any kind
//	Eq      a == b, arguments of one kind, also Bool
//	Lt, Le  a < b, a <= b, in the order of the arguments' kind
//	Add, Sub, Mul, Quo, Rem              (x / 0 == 0, x % 0 == 0)
//	BitAnd, BitOr, BitXor, AndNot
//	Shl, Shr  the count b of any kind, as an unsigned number; Shr is
//	        arithmetic for signed kinds
//	Conv    a, of any integer kind, converted to Kind
//
// The others are on floating-point numbers, which are terms of kind Uint32 and Uint64: their bits
// in IEEE 754. Results are rounded to the nearest, ties to even, and one NaN stands for all.
//
//	FAdd, FSub, FMul, FDiv, FSqrt
//	FFloor, FCeil, FTrunc, FEven, FAway  rounded to an integer; FEven and FAway to the nearest,
//	        ties to even and away from 0
//	FEq, FLt, FLe                        a == b, a < b, a <= b
//	FOfInt  a, of any integer kind, as a number with the bits of Kind
//	FToInt  the integer part of a; 0 if Kind does not have it
//	FConv   a as a number with the bits of Kind
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
	FAdd
	FSub
	FMul
	FDiv
	FSqrt
	FFloor
	FCeil
	FTrunc
	FEven
	FAway
	FEq
	FLt
	FLe
	FOfInt
	FToInt
	FConv

	// Ops is the number of operations.
	Ops
)

// A Node is one term of a Form. Its arguments precede it in Form.Nodes. Equal terms are one node.
type Node struct {
	Op   Op
	Kind Kind
	Args []int32
	Val  int64
}

// An Alt is one possible value of a choice variable.
type Alt struct {
	// Value is the value of the variable, and in the stream, if this alternative is chosen. It is 0
	// or 1 for a pointer, a length, or the index of an interface's inhabitant.
	Value int64
	// Level is the least depth at which the alternative is within the bounds.
	Level int32
	// Size is what the alternative adds to the size of the input.
	Size int32
}

// A Span is a range of integers, both ends included. The spans of a Uint64
// variable are ordered as unsigned numbers.
type Span struct{ Lo, Hi int64 }

// A Var is a choice variable (Choice is not empty) or a data variable.
//
// The variables of a form are in preorder: a variable follows its parent, and all variables below
// one variable precede the next variable that is not. The stream of a solution consists of the
// values of the realized variables in this order.
type Var struct {
	// Name says what the variable stands for, such as t.Left.Key; it is for dumps.
	Name string
	Kind Kind
	// Parent is the index of the choice variable directly above this one, or -1. The variable is
	// realized if the parent is and the parent's value lies in When.
	Parent int32
	When   Span

	// Choice lists the alternatives in the order in which they are tried. Their values are
	// distinct.
	Choice []Alt

	// Dom is the domain of a data variable: disjoint spans in ascending order.
	Dom []Span
	// Level is the least depth at which the data variable has values. With ByMagnitude the value v
	// has level max(Level, |v|).
	Level       int32
	ByMagnitude bool
	// Ascending orders the values of a data variable from Dom's first to its last. Otherwise they
	// are ordered by magnitude: 0, 1, -1, 2, -2, …
	Ascending bool
	// Default is the value if the variable is not realized. It lies in the domain.
	Default int64
}

// A Form is a question. Its solutions are the assignments to the realized variables under which
// Root is true and whose level is Level.
//
// The level of a solution is the greatest level among the alternatives and values of its realized
// variables, at least 0. Its size is the sum of the sizes of its alternatives. Solutions are
// ordered by ascending size. Those of one size are ordered lexicographically by their choice
// variables (by index of the alternative, in the order of Vars), then by their data variables.
type Form struct {
	Vars  []Var
	Nodes []Node
	// Root is the index of a Bool node.
	Root int32
	// Level is the exact level of the solutions asked for. With Below, solutions of lesser levels
	// count too.
	Level int32
	Below bool
	// Test, unless nil, must also hold for solutions. It is not sent to other processes.
	Test Test
	// Renaming, unless nil, lets a search that runs the test number objects by itself. It is not sent
	// either.
	Renaming *Renaming
}

// A Renaming says which variables of a form are numbers of objects. Solutions in which objects of a
// kind have other numbers differ by renaming. The root demands that one of them be left.
type Renaming struct {
	// Root is the root without the conditions on object numbers that select one of several renamed solutions.
	Root int32
	// Kinds are the kinds of objects, in the order of their variables. What an object consists of
	// refers to objects of its own group and of later ones.
	Kinds []Objects
}

// MostObjects is how many objects of a kind a form with a Renaming may have.
const MostObjects = 63

// Objects are those of one kind. Object k has the Each variables from Count+1+(k-1)*Each on.
type Objects struct {
	// Count is the choice variable that says how many there are.
	Count, Each int32
	// References are the data variables that refer to one: its number, or 0 for none. They are in
	// the order of the variables.
	References []int32
	// With means that the kind and the one before it refer to each other, so they are one group.
	With bool
}
