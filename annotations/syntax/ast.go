// Package syntax reads the text of directives: a lexer, a grammar for
// participle, and the syntax trees that come of them. It knows nothing of Go's
// types; what a name means is found out by package annotations.
package syntax

import "go/token"

// A Span is a piece of source text. Both ends are positions of the token.FileSet
// in which the Go file was parsed, so a column found from them is the column in
// the user's file, in continuation lines (//rtest:and) too.
type Span struct{ From, To token.Pos }

// Pos returns the place of the first byte.
func (s Span) Pos() token.Pos { return s.From }

// End returns the place behind the last byte.
func (s Span) End() token.Pos { return s.To }

// SpanOf returns the source text of a node of directives or of Go.
func SpanOf(n interface {
	Pos() token.Pos
	End() token.Pos
}) Span {
	return Span{From: n.Pos(), To: n.End()}
}

// An Ident is a name and where it stands.
type Ident struct {
	Span
	Name string
}

// Expr is a predicate or a part of one. The sealed set of its types is listed
// here; everything that handles expressions switches over exactly these.
type Expr interface {
	Pos() token.Pos
	End() token.Pos
	// String returns the canonical form: one line that parses to the same
	// tree, apart from places.
	String() string
	expr()
}

type (
	// Name is an identifier.
	Name struct{ Ident }
	// Literal is a Go basic literal: token.INT, FLOAT, IMAG, CHAR or STRING.
	Literal struct {
		Span
		Kind token.Token
		Text string
	}
	// Paren is (X).
	Paren struct {
		Span
		X Expr
	}
	// Select is X.Sel: a field, a method, or a qualified name.
	Select struct {
		Span
		X   Expr
		Sel Ident
	}
	// Index is X[I…]: indexing, or type arguments (then there may be several).
	Index struct {
		Span
		X       Expr
		Indices []Expr
	}
	// Slice is X[Low:High] or X[Low:High:Max]; parts left out are nil.
	Slice struct {
		Span
		X              Expr
		Low, High, Max Expr
	}
	// Assert is X.(Type).
	Assert struct {
		Span
		X    Expr
		Type TypeExpr
	}
	// Call is Fun(Args…), or a conversion. Spread means that the last argument
	// is followed by "...".
	Call struct {
		Span
		Fun    Expr
		Args   []Expr
		Spread bool
		// Rparen is the place of the closing parenthesis.
		Rparen token.Pos
	}
	// Composite is Type{Elems…}. Type is nil in elided inner literals.
	Composite struct {
		Span
		Type  TypeExpr
		Elems []Element
	}
	// TypeValue is a type that stands where an expression may: in a
	// conversion such as []byte(s) or (*T)(nil), as an argument of new or make.
	TypeValue struct{ TypeExpr }
	// Star is *X: a dereference, or the type *X where X is a type.
	Star struct {
		Span
		X Expr
	}
	// Unary is Op X with one of + - ! ^ &.
	Unary struct {
		Span
		Op token.Token
		X  Expr
	}
	// Binary is X Op Y with one of Go's binary operators, comparisons included.
	Binary struct {
		Span
		Op    token.Token
		OpPos token.Pos
		X, Y  Expr
	}
	// Chain is a chained comparison a <= x < b: Ops[i] stands between
	// Operands[i] and Operands[i+1]; there are at least two of them, all
	// among < <= or all among > >=.
	Chain struct {
		Span
		Operands []Expr
		Ops      []token.Token
		OpPos    []token.Pos
	}
	// Implies is X ==> Y.
	Implies struct {
		Span
		OpPos token.Pos
		X, Y  Expr
	}
	// Iff is X <==> Y.
	Iff struct {
		Span
		OpPos token.Pos
		X, Y  Expr
	}
	// Cond is C ? A : B.
	Cond struct {
		Span
		C, A, B Expr
	}
	// In is X in Over; Over may be a Range.
	In struct {
		Span
		OpPos token.Pos
		X     Expr
		Over  Expr
	}
	// Is is X is Type.
	Is struct {
		Span
		OpPos token.Pos
		X     Expr
		Type  TypeExpr
	}
	// Range is Low..High, without High when HalfOpen (a..<b). It stands only
	// on the right of in.
	Range struct {
		Span
		Low, High Expr
		HalfOpen  bool
		OpPos     token.Pos
	}
	// Quant is forall or exists. Exactly one of Over and Type is set: with
	// Over there are one or two variables, with Type one or more.
	Quant struct {
		Span
		All  bool
		Vars []Ident
		Over Expr
		Type RefType
		Body Expr
	}
	// List is (A, B, …) with at least two elements: what a call with several
	// results is compared with.
	List struct {
		Span
		Elems []Expr
	}
	// Bad stands for text that could not be parsed; it was reported.
	Bad struct{ Span }
)

// An Element of a composite literal; Key is nil when there is none.
type Element struct {
	Key, Value Expr
}

func (*Name) expr()      {}
func (*Literal) expr()   {}
func (*Paren) expr()     {}
func (*Select) expr()    {}
func (*Index) expr()     {}
func (*Slice) expr()     {}
func (*Assert) expr()    {}
func (*Call) expr()      {}
func (*Composite) expr() {}
func (*TypeValue) expr() {}
func (*Star) expr()      {}
func (*Unary) expr()     {}
func (*Binary) expr()    {}
func (*Chain) expr()     {}
func (*Implies) expr()   {}
func (*Iff) expr()       {}
func (*Cond) expr()      {}
func (*In) expr()        {}
func (*Is) expr()        {}
func (*Range) expr()     {}
func (*Quant) expr()     {}
func (*List) expr()      {}
func (*Bad) expr()       {}

// TypeExpr is a plain Go type as it may stand in a predicate.
type TypeExpr interface {
	Pos() token.Pos
	End() token.Pos
	// String returns the canonical form: one line that parses to the same
	// tree, apart from places.
	String() string
	typeExpr()
}

type (
	// NamedType is [Pkg.]Name[Args…]; Pkg.Name is empty without a qualifier.
	NamedType struct {
		Span
		Pkg  Ident
		Name Ident
		Args []TypeExpr
	}
	// PointerType is *Elem.
	PointerType struct {
		Span
		Elem TypeExpr
	}
	// ArrayType is [Len]Elem, or []Elem when Len is nil, or with Counted
	// [...]Elem.
	ArrayType struct {
		Span
		Len     Expr
		Counted bool
		Elem    TypeExpr
	}
	// MapType is map[Key]Elem.
	MapType struct {
		Span
		Key, Elem TypeExpr
	}
	// FuncType is func(Params…) Results.
	FuncType struct {
		Span
		Params, Results []TypeExpr
		Variadic        bool
	}
	// StructType is struct{ fields }; an embedded field has the zero name.
	StructType struct {
		Span
		Names []Ident
		Types []TypeExpr
	}
	// InterfaceType is interface{} and nothing else.
	InterfaceType struct{ Span }
)

func (*NamedType) typeExpr()     {}
func (*PointerType) typeExpr()   {}
func (*ArrayType) typeExpr()     {}
func (*MapType) typeExpr()       {}
func (*FuncType) typeExpr()      {}
func (*StructType) typeExpr()    {}
func (*InterfaceType) typeExpr() {}

// RefType is a refined type.
type RefType interface {
	Pos() token.Pos
	End() token.Pos
	// String returns the canonical form: one line that parses to the same
	// tree, apart from places.
	String() string
	refType()
}

type (
	// RefSet is {Var Base | Pred}.
	RefSet struct {
		Span
		Var  Ident
		Base RefType
		Pred Expr
	}
	// RefName is [Pkg.]Name[TypeArgs…](Args…): an alias or a Go type.
	// HasArgs tells Name() from Name.
	RefName struct {
		Span
		Pkg      Ident
		Name     Ident
		TypeArgs []RefType
		Args     []Expr
		HasArgs  bool
	}
	// RefSlice is []Elem.
	RefSlice struct {
		Span
		Elem RefType
	}
	// RefArray is [Len]Elem.
	RefArray struct {
		Span
		Len  Expr
		Elem RefType
	}
	// RefPointer is *Elem.
	RefPointer struct {
		Span
		Elem RefType
	}
	// RefMap is map[Key]Elem.
	RefMap struct {
		Span
		Key, Elem RefType
	}
	// RefVariadic is ...Elem.
	RefVariadic struct {
		Span
		Elem RefType
	}
	// RefFunc is func(Params…) Results.
	RefFunc struct {
		Span
		Params, Results []Param
	}
	// RefStruct is struct{name RefType; …}.
	RefStruct struct {
		Span
		Fields []Param
	}
	// RefParen is (X).
	RefParen struct {
		Span
		X RefType
	}
	// RefBad stands for text that could not be parsed; it was reported.
	RefBad struct{ Span }
)

func (*RefSet) refType()      {}
func (*RefName) refType()     {}
func (*RefSlice) refType()    {}
func (*RefArray) refType()    {}
func (*RefPointer) refType()  {}
func (*RefMap) refType()      {}
func (*RefVariadic) refType() {}
func (*RefFunc) refType()     {}
func (*RefStruct) refType()   {}
func (*RefParen) refType()    {}
func (*RefBad) refType()      {}

// A Param is one entry of a parameter list after grouping was undone: in
// (r1, r2 Pos) both have the type Pos. Name.Name is empty where none is named.
type Param struct {
	Name Ident
	Type RefType
}
