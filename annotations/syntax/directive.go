package syntax

import (
	"go/token"
	"time"
)

// A Directive is one //rtest: comment with its continuations, parsed.
type Directive struct {
	// Span covers the whole comment line that began it.
	Span
	// Verb is the word behind "rtest:", and where it stands.
	Verb Ident
	// Text is the directive's text as the user wrote it, continuations joined
	// by a space, without what follows //.
	Text string
	// TextAt maps a byte offset in Text to its place in the file.
	TextAt func(offset int) token.Pos
	// Body is what the text says. It is nil when the text had errors.
	Body Body
}

// Body is the parsed text of a directive.
type Body interface {
	// String returns the canonical form of the text.
	String() string
	body()
}

type (
	// TypeDef is "type Name[T C](p Type, …) = RefType".
	TypeDef struct {
		Name       Ident
		TypeParams []TypeParam
		Params     []GoParam
		// HasParams tells Name() from Name.
		HasParams bool
		Type      RefType
	}
	// Def is "def name(p Type, …) Type = Expr".
	Def struct {
		Name   Ident
		Params []GoParam
		Result TypeExpr
		Expr   Expr
	}
	// Import is `import [name] "path"`; Name.Name may be empty.
	Import struct {
		Name Ident
		Path string
		At   Span
	}
	// Sig is "sig (receiver) (parameters) (results)"; the lists that are there
	// are in Lists, in order: one to three. A single result without
	// parentheses is a list of one.
	Sig struct{ Lists []ParamList }
	// Pred is the text of requires, ensures, panics, and invariant.
	Pred struct{ Expr Expr }
	// Let is "let name = Expr".
	Let struct {
		Name Ident
		Expr Expr
	}
	// Flag is a directive without text: pure, measure, derived.
	Flag struct{}
	// With is "with [int, string]".
	With struct{ Types []TypeExpr }
	// Values is "values X, Y" or "values p: X, Y"; Param.Name may be empty.
	Values struct {
		Param Ident
		Exprs []Expr
	}
	// Classify is `classify "label" P`; At is the place of the label.
	Classify struct {
		Label string
		At    Span
		Expr  Expr
	}
	// Skip is "skip reason".
	Skip struct{ Reason string }
	// Depth is "depth n" or "depth p: n".
	Depth struct {
		Param Ident
		N     int
	}
	// Ints is "ints a..b, c..d", "ints full", or with "p: " in front.
	Ints struct {
		Param  Ident
		Full   bool
		Ranges []Range
	}
	// Chars is `chars "…"` or `chars p: "…"`.
	Chars struct {
		Param Ident
		Chars string
		// At is where the string stands.
		At Span
	}
	// Inputs is "inputs n".
	Inputs struct{ N int64 }
	// Timeout is "timeout 2s".
	Timeout struct{ D time.Duration }
	// OneOf is "oneof A, *B, nil *C"; Nil[i] tells whether "nil" stood before.
	OneOf struct {
		Types []TypeExpr
		Nil   []bool
	}
	// Via is "via New, Put, Set{}, (*Cache).Put". Each element is an
	// expression: a name, a selection, or a composite literal.
	Via struct{ Calls []Expr }
	// State is "state F".
	State struct{ Fun Expr }
	// IsType is "is RefType".
	IsType struct{ Type RefType }
)

// A TypeParam is a type parameter of an alias; Constraint is nil for any.
type TypeParam struct {
	Name       Ident
	Constraint TypeExpr
}

// A GoParam is a value parameter of an alias or a def.
type GoParam struct {
	Name Ident
	Type TypeExpr
}

// A ParamList is a parenthesized list in a sig.
type ParamList struct {
	Span
	Params []Param
}

func (*TypeDef) body()  {}
func (*Def) body()      {}
func (*Import) body()   {}
func (*Sig) body()      {}
func (*Pred) body()     {}
func (*Let) body()      {}
func (*Flag) body()     {}
func (*With) body()     {}
func (*Values) body()   {}
func (*Classify) body() {}
func (*Skip) body()     {}
func (*Depth) body()    {}
func (*Ints) body()     {}
func (*Chars) body()    {}
func (*Inputs) body()   {}
func (*Timeout) body()  {}
func (*OneOf) body()    {}
func (*Via) body()      {}
func (*State) body()    {}
func (*IsType) body()   {}
