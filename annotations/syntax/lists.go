package syntax

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// gList is a parenthesized list of parameters with refined types.
type gList struct {
	Tokens []lexer.Token
	Open   lexer.Token `parser:"@'('"`
	List   []gEntry    `parser:"( @@ ( ',' @@ )* )? ')'"`
}

// gResult is the parenthesized results of a function type, at least one.
type gResult struct {
	Open lexer.Token `parser:"@'('"`
	List []gEntry    `parser:"@@ ( ',' @@ )* ')'"`
}

// gEntry is "Type", "name Type", or a name that shares the type of later names; which of these is
// decided for the whole list. A name precedes a type if the next token begins a type and continues
// no name: "a [n]int" is a parameter a, but "A[n]" and "A[n](x)" are instantiations of A.
type gEntry struct {
	Tokens []lexer.Token
	Named  lexer.Token `parser:"( (?= Name ( Name | Keyword | '{' | '*' | '...' | '[' ']' ) ) @Name"`
	Length brackets    `parser:"| (?= Name @@ ( Name | Keyword | '{' | '*' | '[' ) )"`
	Array  lexer.Token `parser:"  @Name )?"`
	Dots   lexer.Token `parser:"@'...'?"`
	Type   RefType     `parser:"@@"`
}

// brackets is what is between [ and ], unread. It is used only to look ahead: parsing an array
// length there and again later would double the work at each level of nesting.
type brackets interface{ brackets() }

type skipped struct{}

func (skipped) brackets() {}

// skipBrackets is the production of brackets.
func skipBrackets(lex *lexer.PeekingLexer) (brackets, error) {
	if lex.Peek().Value != "[" {
		return nil, participle.NextMatch
	}
	for depth := 0; ; {
		t := lex.Next()
		switch {
		case t.EOF():
			return nil, unexpected(*t, "]")
		case t.Type != tokOp:
		case t.Value == "[", t.Value == "(", t.Value == "{":
			depth++
		case t.Value == "]", t.Value == ")", t.Value == "}":
			if depth--; depth == 0 {
				return skipped{}, nil
			}
		}
	}
}

// An entry is what gEntry and gTypeEntry have in common. A list of entries is named or not, as in
// Go.
type entry[T any] struct {
	Span
	name Ident
	dots lexer.Token
	typ  T
	// lone is the name if typ may be a name instead of a type.
	lone Ident
}

func (g gList) params() ([]Param, error)   { return refParams(g.List) }
func (g gResult) params() ([]Param, error) { return refParams(g.List) }

// refParams converts the entries of a list, giving grouped names their type.
func refParams(list []gEntry) ([]Param, error) {
	entries := make([]entry[RefType], len(list))
	for i, e := range list {
		out := entry[RefType]{Span: tokenSpan(e.Tokens), name: ident(e.Named), dots: e.Dots, typ: e.Type}
		if e.Array.Value != "" {
			out.name = ident(e.Array)
		}
		if n, ok := e.Type.(*RefName); ok && n.Pkg.Name == "" && len(n.TypeArgs) == 0 && !n.HasArgs {
			out.lone = n.Name
		}
		entries[i] = out
	}
	if err := resolveNames(entries); err != nil {
		return nil, err
	}
	var params []Param
	for _, e := range entries {
		t := e.typ
		if e.dots.Value != "" {
			t = &RefVariadic{Span{span(e.dots).From, t.End()}, t}
		}
		params = append(params, Param{e.name, t})
	}
	return params, nil
}

// resolveNames determines whether a list is named, and gives grouped names their type. The rule and
// the positions of errors are the same as in go/parser.
func resolveNames[T any](entries []entry[T]) error {
	for i, e := range entries {
		if e.dots.Value != "" && i < len(entries)-1 {
			return &problem{Span: span(e.dots), code: CodeMixedParams, msg: "... is possible with the last parameter only"}
		}
	}
	named := false
	for _, e := range entries {
		named = named || e.name.Name != ""
	}
	if !named {
		return nil
	}
	for i := len(entries) - 1; i >= 0; i-- {
		e := &entries[i]
		switch {
		case e.name.Name != "":
		case e.lone.Name == "" || e.dots.Value != "":
			return &problem{Span: Span{e.From, e.From}, code: CodeMixedParams, msg: "missing parameter name"}
		case i == len(entries)-1:
			return &problem{Span: Span{e.To, e.To}, code: CodeMixedParams, msg: "missing parameter type"}
		case entries[i+1].dots.Value != "":
			return &problem{Span: span(entries[i+1].dots), code: CodeMixedParams, msg: "... is possible with the last parameter only"}
		default:
			e.name, e.typ = e.lone, entries[i+1].typ
		}
	}
	return nil
}

// gTypeList is a parenthesized list of parameters with plain types.
type gTypeList struct {
	Open lexer.Token  `parser:"@'('"`
	List []gTypeEntry `parser:"( @@ ( ',' @@ )* )? ')'"`
}

// gTypeResult is the parenthesized results of a function type, at least one.
type gTypeResult struct {
	Open lexer.Token  `parser:"@'('"`
	List []gTypeEntry `parser:"@@ ( ',' @@ )* ')'"`
}

// gTypeEntry is gEntry for plain types.
type gTypeEntry struct {
	Tokens []lexer.Token
	Named  lexer.Token `parser:"( (?= Name ( Name | Keyword | '(' | '*' | '...' | '[' ']' ) ) @Name"`
	Length brackets    `parser:"| (?= Name @@ ( Name | Keyword | '(' | '*' | '[' ) )"`
	Array  lexer.Token `parser:"  @Name )?"`
	Dots   lexer.Token `parser:"@'...'?"`
	Type   TypeExpr    `parser:"@@"`
}

// typesOf returns the types of a function type's list, without names.
func typesOf(list []gTypeEntry) (types []TypeExpr, variadic bool, err error) {
	entries := make([]entry[TypeExpr], len(list))
	for i, e := range list {
		out := entry[TypeExpr]{Span: tokenSpan(e.Tokens), name: ident(e.Named), dots: e.Dots, typ: e.Type}
		if e.Array.Value != "" {
			out.name = ident(e.Array)
		}
		if n, ok := e.Type.(*NamedType); ok && n.Pkg.Name == "" && len(n.Args) == 0 {
			out.lone = n.Name
		}
		entries[i] = out
	}
	if err := resolveNames(entries); err != nil {
		return nil, false, err
	}
	for _, e := range entries {
		types = append(types, e.typ)
		variadic = variadic || e.dots.Value != ""
	}
	return types, variadic, nil
}
