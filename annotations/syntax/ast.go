// Package syntax reads the text of directives. It has a lexer, a grammar for participle, and the
// resulting syntax trees. It knows nothing of Go's types; package annotations determines what names
// refer to.
package syntax

import "go/token"

// A Span is a range of source text. Both ends are positions in the token.FileSet of the Go file, so
// they give columns of the user's file, in continuation lines (//rtest:and) too.
type Span struct{ From, To token.Pos }

// Pos returns the position of the first byte.
func (s Span) Pos() token.Pos { return s.From }

// End returns the position after the last byte.
func (s Span) End() token.Pos { return s.To }

// SpanOf returns the span of a node of directives or of Go.
func SpanOf(n interface {
	Pos() token.Pos
	End() token.Pos
}) Span {
	return Span{From: n.Pos(), To: n.End()}
}

// An Ident is a name with its span.
type Ident struct {
	Span
	Name string
}

// Expr is a predicate or a part of one. Its types form a sealed set, listed below; code that
// handles expressions switches over exactly these.
type Expr interface {
	Pos() token.Pos
	End() token.Pos
	// String returns the canonical form: one line that parses to the same tree, except for
	// positions.
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
	// Index is X[I…]: indexing, or type arguments, of which there may be several.
	Index struct {
		Span
		X       Expr
		Indices []Expr
	}
	// Slice is X[Low:High] or X[Low:High:Max]. Omitted parts are nil.
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
	// Call is Fun(Args…), or a conversion. Spread means that "..." follows the last argument.
	Call struct {
		Span
		Fun    Expr
		Args   []Expr
		Spread bool
		// Rparen is the position of the closing parenthesis.
		Rparen token.Pos
	}
	// Composite is Type{Elems…}. Type is nil in elided inner literals.
	Composite struct {
		Span
		Type  TypeExpr
		Elems []Element
	}
	// TypeValue is a type in place of an expression: in a conversion such as []byte(s) or
	// (*T)(nil), or as an argument of new or make.
	TypeValue struct{ TypeExpr }
	// Star is *X: a dereference, or the type *X if X is a type.
	Star struct {
		Span
		X Expr
	}
	// Unary is Op X, where Op is one of + - ! ^ &.
	Unary struct {
		Span
		Op token.Token
		X  Expr
	}
	// Binary is X Op Y, where Op is a binary operator of Go, including comparisons.
	Binary struct {
		Span
		Op    token.Token
		OpPos token.Pos
		X, Y  Expr
	}
	// Chain is a chained comparison a <= x < b. Ops[i] is between Operands[i] and Operands[i+1].
	// There are at least two operators, all among < <= or all among > >=.
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
	// In is X in Over, which may be a Range.
	In struct {
		Span
		X    Expr
		Over Expr
	}
	// Is is X is Type.
	Is struct {
		Span
		X    Expr
		Type TypeExpr
	}
	// Range is Low..High, or a..<b without High if HalfOpen. It occurs only to the right of in.
	Range struct {
		Span
		Low, High Expr
		HalfOpen  bool
		OpPos     token.Pos
	}
	// Quant is forall or exists. Exactly one of Over and Type is set. With Over there are one or
	// two variables, with Type one or more.
	Quant struct {
		Span
		All  bool
		Vars []Ident
		Over Expr
		Type RefType
		Body Expr
	}
	// List is (A, B, …) with at least two elements. A call with several results is compared with
	// it.
	List struct {
		Span
		Elems []Expr
	}
	// Bad stands for text that could not be parsed, which was reported.
	Bad struct{ Span }
)

// An Element of a composite literal. Key is nil if there is none.
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

// TypeExpr is a plain Go type as predicates may contain it.
type TypeExpr interface {
	Pos() token.Pos
	End() token.Pos
	// String returns the canonical form: one line that parses to the same tree, except for
	// positions.
	String() string
	typeExpr()
}

type (
	// NamedType is [Pkg.]Name[Args…]. Pkg.Name is empty without a qualifier.
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
	// ArrayType is [Len]Elem. It is []Elem if Len is nil, or [...]Elem if Counted.
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
	// StructType is struct{ fields }. An embedded field has the zero name.
	StructType struct {
		Span
		Names []Ident
		Types []TypeExpr
	}
	// InterfaceType is interface{}.
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
	// String returns the canonical form: one line that parses to the same tree, except for
	// positions.
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
	// RefName is [Pkg.]Name[TypeArgs…](Args…): an alias or a Go type. HasArgs distinguishes Name()
	// from Name.
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
	// RefBad stands for text that could not be parsed, which was reported.
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

// A Param is one entry of a parameter list. Grouping is resolved: in (r1, r2 Pos) both have the
// type Pos. Name.Name is empty for an unnamed entry.
type Param struct {
	Name Ident
	Type RefType
}
