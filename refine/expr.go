// Package refine is the logic of rtest: typed predicates, refinements,
// contracts. It evaluates, prints and checks them.
//
// In come the results of package annotations, which resolves names and types.
// Out go clauses, each one predicate over inputs and results, as Go source for
// the harness and for lifting, and their meaning on value trees. It knows
// nothing of comments, solvers or processes.
package refine

import (
	"go/constant"
	"go/token"
	"go/types"
)

// An Expr is a typed predicate or a part of one, with all aliases and defs
// unfolded. The sealed set of its types is listed here; everything that
// handles expressions switches over exactly these.
type Expr interface {
	// Type is the Go type of the value, bool for predicates; a *types.Tuple
	// for a call with several results. Never untyped, but for Nil.
	Type() types.Type
	// Src is where the user wrote it.
	Src() Source
	expr()
}

// A Source is a piece of a contract's text.
type Source struct {
	Pos, End token.Pos
}

// Src returns s; it makes every expression that embeds a Source have one.
func (s Source) Src() Source { return s }

// A Role tells what a Variable stands for.
type Role uint8

const (
	// Input is a receiver or a parameter.
	Input Role = iota
	// Result is a result of the call.
	Result
	// Bound is bound by a quantifier or a Let.
	Bound
	// Self is the value of which an invariant speaks.
	Self
	// Before is the value of a let directive: evaluated over the inputs as
	// they were before the call.
	Before
)

// A Variable is what a name in a predicate stands for.
type Variable struct {
	Name string
	Type types.Type
	Role Role
	// Index is the place among the inputs (the receiver first), the results,
	// or the lets of the contract.
	Index int
}

type (
	// Const is a constant of a definite type.
	Const struct {
		Source
		T     types.Type
		Value constant.Value
		// Obj is the declared constant that it is written as, or nil; Char says
		// that it is written as a character. Terms are what it is written as where
		// that is a sum or a product of constants, as 24*time.Hour, by Op.
		Obj   *types.Const
		Char  bool
		Terms string
		Op    token.Token
	}
	// Nil is nil of the type T. Where it is implied nobody wrote it: what a type
	// says below a pointer is not about nil.
	Nil struct {
		Source
		T       types.Type
		Implied bool
	}
	// Ref is the value of a variable.
	Ref struct {
		Source
		Var *Variable
		// Name is what the text calls it where that is not Var's own name: the
		// v of a {v int | P}.
		Name string
	}
	// Object is a package-level variable or function used as a value. TypeArgs
	// instantiate a generic function.
	Object struct {
		Source
		Obj      types.Object
		TypeArgs []types.Type
		// Package is how the contract calls the object's package; empty stands for its own
		// name.
		Package string
		T       types.Type
	}
	// Unary is Op X: + - ! ^, or & of an addressable operand or a composite.
	Unary struct {
		Source
		Op token.Token
		X  Expr
		T  types.Type
	}
	// Deref is *X.
	Deref struct {
		Source
		X Expr
		T types.Type
	}
	// Arith is X Op Y: + - * / % & | ^ &^ << >>, also + of strings. The
	// operands have the type T, but for the count of a shift.
	Arith struct {
		Source
		Op   token.Token
		X, Y Expr
		T    types.Type
	}
	// Compare is X Op Y: == != < <= > >=. With Deep it is rtest's equality of
	// values for which Go has none, element by element. Both sides were
	// converted to one type, except for Go's comparison of an interface with
	// a concrete value.
	Compare struct {
		Source
		Op   token.Token
		X, Y Expr
		Deep bool
	}
	// Logic is X Op Y, evaluated from the left with short circuit. Chained, it
	// is an And that was written as a chain: Y, or its first comparison, goes on
	// with the operand with which X ends, and prints so.
	Logic struct {
		Source
		Op      LogicOp
		X, Y    Expr
		Chained bool
	}
	// Cond is C ? A : B.
	Cond struct {
		Source
		C, A, B Expr
		T       types.Type
	}
	// Quant is forall (All) or exists over a collection, a range, an iterator
	// or a type. Vars are those that are bound, one or two.
	Quant struct {
		Source
		All  bool
		Vars []*Variable
		Over Domain
		Body Expr
	}
	// In is membership of X in a collection or a range.
	In struct {
		Source
		X    Expr
		Over Domain
	}
	// Is tells whether the dynamic type of the interface X is T (or, for an
	// interface type T, implements it).
	Is struct {
		Source
		X Expr
		T types.Type
	}
	// Assert is X.(T).
	Assert struct {
		Source
		X Expr
		T types.Type
	}
	// Call calls a function or a method: Fun is an Object, a Method or any
	// expression of function type. Spread means f(xs...).
	Call struct {
		Source
		Fun    Expr
		Args   []Expr
		Spread bool
		T      types.Type
	}
	// Method is X.Sel for a method, as a value or in a Call.
	Method struct {
		Source
		X   Expr
		Sel *types.Selection
		T   types.Type
	}
	// Builtin calls one of Go's builtins (len, cap, min, max, append, …) or
	// of rtest's own (sorted, distinct, permutation, count, sum, with,
	// without, equal, calls; and two that users do not write: collect, the values
	// of an iterator as a slice, and inside, by the function Inside).
	Builtin struct {
		Source
		Name   string
		Args   []Expr
		Spread bool
		// TypeArg is the type argument of new and make, and the type that inside
		// goes through.
		TypeArg types.Type
		T       types.Type
		// Own tells rtest's builtins from Go's.
		Own bool
	}
	// Convert is T(X).
	Convert struct {
		Source
		X Expr
		T types.Type
	}
	// Field is X.Sel for a field, possibly through embedded fields and
	// pointers, as Sel says.
	Field struct {
		Source
		X   Expr
		Sel *types.Selection
		T   types.Type
	}
	// Index is X[I].
	Index struct {
		Source
		X, I Expr
		T    types.Type
	}
	// Slice is X[Low:High:Max]; parts left out are nil.
	Slice struct {
		Source
		X, Low, High, Max Expr
		T                 types.Type
	}
	// Composite is a composite literal of type T. Keys is nil, or has an entry
	// for each value: for structs a Const string naming the field.
	Composite struct {
		Source
		T      types.Type
		Keys   []Expr
		Values []Expr
	}
	// LetIn is Body with Var standing for Value, evaluated once.
	LetIn struct {
		Source
		Var   *Variable
		Value Expr
		Body  Expr
	}
	// Old is X over the inputs as they were before the call.
	Old struct {
		Source
		X Expr
	}
	// Tuple compares a call with several results with a list, element by
	// element; Equal tells == from !=.
	Tuple struct {
		Source
		Call  Expr
		Elems []Expr
		Equal bool
	}
)

// A LogicOp is a connective.
type LogicOp uint8

// The connectives.
const (
	And LogicOp = iota
	Or
	Implies
	Iff
)

// A Domain is what a quantifier ranges over and membership is in.
type Domain struct {
	Kind DomainKind
	// X is the collection, of the kinds Elements to Iterator.
	X Expr
	// Low and High bound a Span; the High is included unless HalfOpen. Both
	// have the type of the variable.
	Low, High Expr
	HalfOpen  bool
	// T is the type of OfType, and Where restricts it over the first of the
	// quantifier's variables, or is nil.
	T     types.Type
	Where Expr
}

// A DomainKind tells the kinds of a Domain apart.
type DomainKind uint8

const (
	// Elements are those of a slice, an array or a pointer to one, with their
	// index.
	Elements DomainKind = iota
	// Runes are those of a string, with their byte offset.
	Runes
	// Entries are those of a map: keys, or keys and values.
	Entries
	// Iterator is an iter.Seq or iter.Seq2.
	Iterator
	// Span is a range of integers.
	Span
	// OfType are the values of a type within the bounds.
	OfType
)

// Type returns the type of the expression.
func (e *Const) Type() types.Type     { return e.T }
func (e *Nil) Type() types.Type       { return e.T }
func (e *Ref) Type() types.Type       { return e.Var.Type }
func (e *Object) Type() types.Type    { return e.T }
func (e *Unary) Type() types.Type     { return e.T }
func (e *Deref) Type() types.Type     { return e.T }
func (e *Arith) Type() types.Type     { return e.T }
func (e *Compare) Type() types.Type   { return types.Typ[types.Bool] }
func (e *Logic) Type() types.Type     { return types.Typ[types.Bool] }
func (e *Cond) Type() types.Type      { return e.T }
func (e *Quant) Type() types.Type     { return types.Typ[types.Bool] }
func (e *In) Type() types.Type        { return types.Typ[types.Bool] }
func (e *Is) Type() types.Type        { return types.Typ[types.Bool] }
func (e *Assert) Type() types.Type    { return e.T }
func (e *Call) Type() types.Type      { return e.T }
func (e *Method) Type() types.Type    { return e.T }
func (e *Builtin) Type() types.Type   { return e.T }
func (e *Convert) Type() types.Type   { return e.T }
func (e *Field) Type() types.Type     { return e.T }
func (e *Index) Type() types.Type     { return e.T }
func (e *Slice) Type() types.Type     { return e.T }
func (e *Composite) Type() types.Type { return e.T }
func (e *LetIn) Type() types.Type     { return e.Body.Type() }
func (e *Old) Type() types.Type       { return e.X.Type() }
func (e *Tuple) Type() types.Type     { return types.Typ[types.Bool] }

func (*Const) expr()     {}
func (*Nil) expr()       {}
func (*Ref) expr()       {}
func (*Object) expr()    {}
func (*Unary) expr()     {}
func (*Deref) expr()     {}
func (*Arith) expr()     {}
func (*Compare) expr()   {}
func (*Logic) expr()     {}
func (*Cond) expr()      {}
func (*Quant) expr()     {}
func (*In) expr()        {}
func (*Is) expr()        {}
func (*Assert) expr()    {}
func (*Call) expr()      {}
func (*Method) expr()    {}
func (*Builtin) expr()   {}
func (*Convert) expr()   {}
func (*Field) expr()     {}
func (*Index) expr()     {}
func (*Slice) expr()     {}
func (*Composite) expr() {}
func (*LetIn) expr()     {}
func (*Old) expr()       {}
func (*Tuple) expr()     {}

// Receiver returns the type that a method expression, such as T.Len, names; nil for
// all other objects.
func (e *Object) Receiver() types.Type {
	fn, ok := e.Obj.(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return nil
	}
	sig, ok := e.T.Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	return sig.Params().At(0).Type()
}
