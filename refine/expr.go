// Package refine is the logic of rtest: typed predicates, refinements, contracts. It prints and
// checks them.
//
// Package annotations builds them, with names and types resolved. Each clause is one predicate over
// inputs and results, which becomes Go source for the harness and for lifting. The package knows
// nothing of comments, solvers or processes.
package refine

import (
	"go/constant"
	"go/token"
	"go/types"
)

// An Expr is a typed predicate or a part of one, with all aliases and defs unfolded. Its types form
// a sealed set, listed below; code that handles expressions switches over exactly these.
type Expr interface {
	// Type is the Go type of the value: bool for predicates, a *types.Tuple for a call with several
	// results. Only that of Nil may be untyped.
	Type() types.Type
	// Src is where the user wrote it.
	Src() Source
	expr()
}

// A Source is a range of a contract's text.
type Source struct {
	Pos, End token.Pos
}

// Src returns s. An expression that embeds a Source thereby implements Src.
func (s Source) Src() Source { return s }

// A Role says what a Variable stands for.
type Role uint8

const (
	// Input is a receiver or a parameter.
	Input Role = iota
	// Result is a result of the call.
	Result
	// Bound is bound by a quantifier or a LetIn.
	Bound
	// Self is the value that an invariant is about.
	Self
	// Before is the value of a let directive, evaluated over the inputs before the call.
	Before
)

// A Variable is what a name in a predicate stands for.
type Variable struct {
	Name string
	Type types.Type
	Role Role
	// Index is the position among the inputs (the receiver first), the results, or the lets of the
	// contract.
	Index int
	// Stands is the expression that a variable which the user did not write stands for, so that it
	// is evaluated once: an operand of a chain, an argument of a def or an alias. Texts show it.
	Stands Expr
}

type (
	// Const is a constant of a definite type.
	Const struct {
		Source
		T     types.Type
		Value constant.Value
		// Obj is the declared constant that names it, or nil. Char means that it is written as a
		// character. Terms is its text if it is written as a sum or product of constants, such as
		// 24*time.Hour, with the operator Op.
		Obj   *types.Const
		Char  bool
		Terms string
		Op    token.Token
	}
	// Nil is nil of type T. If it is implied, the user did not write it: an invariant below a
	// pointer does not apply to nil.
	Nil struct {
		Source
		T       types.Type
		Implied bool
	}
	// Ref is the value of a variable.
	Ref struct {
		Source
		Var *Variable
		// Name is the name in the text if it differs from Var's: the v of {v int | P}.
		Name string
	}
	// Object is a package-level variable or function used as a value. TypeArgs instantiate a
	// generic function.
	Object struct {
		Source
		Obj      types.Object
		TypeArgs []types.Type
		// Package is the name by which the contract refers to the object's package. Empty means the
		// package's own name.
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
	// Arith is X Op Y: + - * / % & | ^ &^ << >>, also + of strings. The operands have type T,
	// except for a shift count.
	Arith struct {
		Source
		Op   token.Token
		X, Y Expr
		T    types.Type
	}
	// Compare is X Op Y: == != < <= > >=. Deep is rtest's element-wise equality of values that Go
	// cannot compare. Both sides have one type, except where Go compares an interface with a
	// concrete value.
	Compare struct {
		Source
		Op   token.Token
		X, Y Expr
		Deep bool
	}
	// Logic is X Op Y, evaluated left to right with short circuit. Chained marks an And written as
	// a chain, such as a <= x < b: Y, or its first comparison, continues with the operand that ends
	// X.
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
	// Quant is forall (All) or exists over a collection, a range, an iterator or a type. Vars are
	// the one or two bound variables.
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
	// Is tests whether the dynamic type of the interface X is T, or implements T if T is an
	// interface type.
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
	// Call calls a function or a method. Fun is an Object, a Method or any expression of function
	// type. Spread means f(xs...).
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
	// Builtin calls one of Go's builtins (len, cap, min, max, append, …) or of rtest's own: sorted,
	// distinct, permutation, count, sum, with, without, equal, calls. Users do not write collect,
	// the values of an iterator as a slice, or inside, which the function Inside makes.
	Builtin struct {
		Source
		Name   string
		Args   []Expr
		Spread bool
		// TypeArg is the type argument of new and make, or the type that inside traverses.
		TypeArg types.Type
		T       types.Type
		// Own distinguishes rtest's builtins from Go's.
		Own bool
	}
	// Convert is T(X).
	Convert struct {
		Source
		X Expr
		T types.Type
	}
	// Field is X.Sel for a field, possibly through embedded fields and pointers, as Sel says.
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
	// Slice is X[Low:High:Max]. Omitted parts are nil.
	Slice struct {
		Source
		X, Low, High, Max Expr
		T                 types.Type
	}
	// Composite is a composite literal of type T. Keys is nil, or has an entry for each value: for
	// structs a Const string with the field's name.
	Composite struct {
		Source
		T      types.Type
		Keys   []Expr
		Values []Expr
	}
	// LetIn is Body with Var standing for Value, which is evaluated once.
	LetIn struct {
		Source
		Var   *Variable
		Value Expr
		Body  Expr
	}
	// Old is X over the inputs before the call.
	Old struct {
		Source
		X Expr
	}
	// Tuple compares a call with several results with a list, element by element. Equal
	// distinguishes == from !=.
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

// A Domain is what a quantifier ranges over, or what membership is tested in.
type Domain struct {
	Kind DomainKind
	// X is the collection, for the kinds Elements to Iterator.
	X Expr
	// Low and High bound a Span. High is included unless HalfOpen is set. Both have the type of the
	// variable.
	Low, High Expr
	HalfOpen  bool
	// T is the type of OfType. Where restricts the first variable of the quantifier, or is nil.
	T     types.Type
	Where Expr
}

// A DomainKind is the kind of a Domain.
type DomainKind uint8

const (
	// Elements is the elements of a slice, an array or a pointer to one, with their indices.
	Elements DomainKind = iota
	// Runes are those of a string, with their byte offsets.
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

// Receiver returns the type T of a method expression T.Len. It returns nil for other objects.
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
