package syntax

import (
	"github.com/alecthomas/participle/v2/lexer"
)

// gRefType is the production of refined types. Its members begin with different tokens. The method
// refType converts them into the trees of ast.go.
type gRefType interface{ refType() (RefType, error) }

type gRefSet struct {
	Tokens []lexer.Token
	Var    lexer.Token `parser:"'{' @Name"`
	Base   RefType     `parser:"@@ '|'"`
	Pred   Expr        `parser:"@@ '}'"`
}

func (g gRefSet) refType() (RefType, error) {
	return &RefSet{tokenSpan(g.Tokens), ident(g.Var), g.Base, g.Pred}, nil
}

type gRefArray struct {
	Tokens []lexer.Token
	Len    Expr    `parser:"'[' ( ']' | @@ ']' )"`
	Elem   RefType `parser:"@@"`
}

func (g gRefArray) refType() (RefType, error) {
	if g.Len == nil {
		return &RefSlice{tokenSpan(g.Tokens), g.Elem}, nil
	}
	return &RefArray{tokenSpan(g.Tokens), g.Len, g.Elem}, nil
}

type gRefPointer struct {
	Tokens []lexer.Token
	Elem   RefType `parser:"'*' @@"`
}

func (g gRefPointer) refType() (RefType, error) {
	return &RefPointer{tokenSpan(g.Tokens), g.Elem}, nil
}

type gRefMap struct {
	Tokens []lexer.Token
	Key    RefType `parser:"'map' '[' @@ ']'"`
	Elem   RefType `parser:"@@"`
}

func (g gRefMap) refType() (RefType, error) {
	return &RefMap{tokenSpan(g.Tokens), g.Key, g.Elem}, nil
}

type gRefFunc struct {
	Tokens  []lexer.Token
	Params  gList    `parser:"'func' @@"`
	Results *gResult `parser:"( @@"`
	Result  RefType  `parser:"| @@ )?"`
}

func (g gRefFunc) refType() (RefType, error) {
	f := &RefFunc{Span: tokenSpan(g.Tokens)}
	var err error
	if f.Params, err = g.Params.params(); err != nil {
		return nil, err
	}
	switch {
	case g.Results != nil:
		f.Results, err = g.Results.params()
	case g.Result != nil:
		f.Results = []Param{{Type: g.Result}}
	}
	return f, err
}

type gRefStruct struct {
	Tokens []lexer.Token
	Fields []gField `parser:"'struct' '{' ( @@ ( (?! ';' '}' ) ';' @@ )* ';'? )? '}'"`
}

type gField struct {
	Names []gName `parser:"@@ ( ',' @@ )*"`
	Type  RefType `parser:"@@"`
}

type gName struct {
	Token lexer.Token `parser:"@Name"`
}

func (g gRefStruct) refType() (RefType, error) {
	s := &RefStruct{Span: tokenSpan(g.Tokens)}
	for _, f := range g.Fields {
		for _, n := range f.Names {
			s.Fields = append(s.Fields, Param{ident(n.Token), f.Type})
		}
	}
	return s, nil
}

type gRefParen struct {
	Tokens []lexer.Token
	X      RefType `parser:"'(' @@ ')'"`
}

func (g gRefParen) refType() (RefType, error) { return &RefParen{tokenSpan(g.Tokens), g.X}, nil }

type gRefName struct {
	Tokens   []lexer.Token
	First    lexer.Token `parser:"@Name"`
	Second   lexer.Token `parser:"( '.' @Name )?"`
	TypeArgs []RefType   `parser:"( '[' @@ ( (?! ',' ']' ) ',' @@ )* ','? ']' )?"`
	Open     lexer.Token `parser:"( @'('"`
	Args     []Expr      `parser:"( @@ ( ',' @@ )* )? ')' )?"`
}

func (g gRefName) refType() (RefType, error) {
	n := &RefName{Span: tokenSpan(g.Tokens), Name: ident(g.First), TypeArgs: g.TypeArgs, Args: g.Args, HasArgs: g.Open.Value != ""}
	if g.Second.Value != "" {
		n.Pkg, n.Name = n.Name, ident(g.Second)
	}
	return n, nil
}

// gType is the production of plain Go types. Unlike in gRefType a name has no value arguments: in
// []T(x) the parenthesis belongs to a conversion.
type gType interface{ typeExpr() (TypeExpr, error) }

type gArray struct {
	Tokens []lexer.Token
	Dots   lexer.Token `parser:"'[' ( ']' | @'...' ']'"`
	Len    Expr        `parser:"| @@ ']' )"`
	Elem   TypeExpr    `parser:"@@"`
}

func (g gArray) typeExpr() (TypeExpr, error) {
	return &ArrayType{tokenSpan(g.Tokens), g.Len, g.Dots.Value != "", g.Elem}, nil
}

type gPointer struct {
	Tokens []lexer.Token
	Elem   TypeExpr `parser:"'*' @@"`
}

func (g gPointer) typeExpr() (TypeExpr, error) { return &PointerType{tokenSpan(g.Tokens), g.Elem}, nil }

type gMap struct {
	Tokens []lexer.Token
	Key    TypeExpr `parser:"'map' '[' @@ ']'"`
	Elem   TypeExpr `parser:"@@"`
}

func (g gMap) typeExpr() (TypeExpr, error) { return &MapType{tokenSpan(g.Tokens), g.Key, g.Elem}, nil }

type gFunc struct {
	Tokens  []lexer.Token
	Params  gTypeList    `parser:"'func' @@"`
	Results *gTypeResult `parser:"( @@"`
	Result  TypeExpr     `parser:"| @@ )?"`
}

func (g gFunc) typeExpr() (TypeExpr, error) {
	f := &FuncType{Span: tokenSpan(g.Tokens)}
	var err error
	if f.Params, f.Variadic, err = typesOf(g.Params.List); err != nil {
		return nil, err
	}
	switch {
	case g.Results != nil:
		f.Results, _, err = typesOf(g.Results.List)
	case g.Result != nil:
		f.Results = []TypeExpr{g.Result}
	}
	return f, err
}

type gStruct struct {
	Tokens []lexer.Token
	Fields []gTypeField `parser:"'struct' '{' ( @@ ( (?! ';' '}' ) ';' @@ )* ';'? )? '}'"`
}

type gTypeField struct {
	Embedded TypeExpr `parser:"  (?= '*'? Name ( '.' Name )? ( ';' | '}' ) ) @@"`
	Names    []gName  `parser:"| @@ ( ',' @@ )*"`
	Type     TypeExpr `parser:"  @@"`
}

func (g gStruct) typeExpr() (TypeExpr, error) {
	s := &StructType{Span: tokenSpan(g.Tokens)}
	for _, f := range g.Fields {
		if f.Embedded != nil {
			s.Names = append(s.Names, Ident{})
			s.Types = append(s.Types, f.Embedded)
		}
		for _, n := range f.Names {
			s.Names = append(s.Names, ident(n.Token))
			s.Types = append(s.Types, f.Type)
		}
	}
	return s, nil
}

type gInterface struct {
	Tokens []lexer.Token
	Close  lexer.Token `parser:"'interface' '{' @'}'"`
}

func (g gInterface) typeExpr() (TypeExpr, error) { return &InterfaceType{tokenSpan(g.Tokens)}, nil }

type gParenType struct {
	X TypeExpr `parser:"'(' @@ ')'"`
}

func (g gParenType) typeExpr() (TypeExpr, error) { return g.X, nil }

type gNamed struct {
	Tokens []lexer.Token
	First  lexer.Token `parser:"@Name"`
	Second lexer.Token `parser:"( '.' @Name )?"`
	Args   []TypeExpr  `parser:"( '[' @@ ( (?! ',' ']' ) ',' @@ )* ','? ']' )?"`
}

func (g gNamed) typeExpr() (TypeExpr, error) {
	n := &NamedType{Span: tokenSpan(g.Tokens), Name: ident(g.First), Args: g.Args}
	if g.Second.Value != "" {
		n.Pkg, n.Name = n.Name, ident(g.Second)
	}
	return n, nil
}
