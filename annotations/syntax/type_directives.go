package syntax

import (
	"go/token"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// OneOf is "oneof A, *B, nil *C". Nil[i] reports whether "nil" precedes the i-th type.
type OneOf struct {
	Types []TypeExpr
	Nil   []bool
}

type gOneOf struct {
	List []gMember `parser:"'oneof':Verb @@ ( ',' @@ )*"`
}

type gMember struct {
	Nil  lexer.Token `parser:"@'nil'?"`
	Type TypeExpr    `parser:"@@"`
}

func (g gOneOf) body() (Body, error) {
	b := new(OneOf)
	for _, m := range g.List {
		b.Types = append(b.Types, m.Type)
		b.Nil = append(b.Nil, m.Nil.Value != "")
	}
	return b, nil
}

func (d *OneOf) print(b *strings.Builder) {
	for i, t := range d.Types {
		if i > 0 {
			b.WriteString(", ")
		}
		if d.Nil[i] {
			b.WriteString("nil ")
		}
		printType(b, t)
	}
}

func (d *OneOf) parts() []Node { return list(d.Types) }

// Via is "via New, Put, Set{}, (*Cache).Put". Each element is an expression: a name, a selection, a
// composite literal, or a call.
type Via struct{ Calls []Expr }

type gVia struct {
	Calls []Expr `parser:"'via':Verb @@ ( ',' @@ )*"`
}

func (g gVia) body() (Body, error) {
	for _, e := range g.Calls {
		if !nameable(e) {
			return nil, &problem{Span: Span{e.Pos(), e.End()}, code: CodeBadValue,
				msg: "via lists functions and methods by name, composite literals, and calls of constructors, as in New, (*T).Put, T{}, New(16)"}
		}
	}
	return &Via{g.Calls}, nil
}

// nameable reports whether e may name a function or a method, or is T{}, &T{} or a call.
func nameable(e Expr) bool {
	switch x := e.(type) {
	case *Name, *Select, *Index, *Composite, *Call:
		return true
	case *Unary:
		_, ok := x.X.(*Composite)
		return ok && x.Op == token.AND
	}
	return false
}

func (d *Via) print(b *strings.Builder) { printAll(b, d.Calls) }

func (d *Via) parts() []Node { return list(d.Calls) }

// Concurrent is "concurrent Put, Delete", or "concurrent" for all steps.
type Concurrent struct{ Steps []Expr }

type gConcurrent struct {
	Steps []Expr `parser:"'concurrent':Verb ( @@ ( ',' @@ )* )?"`
}

func (g gConcurrent) body() (Body, error) { return &Concurrent{g.Steps}, onlyNames(g.Steps) }

func (d *Concurrent) print(b *strings.Builder) { printAll(b, d.Steps) }

func (d *Concurrent) parts() []Node { return nil }

// Relaxed is "relaxed Len, Keys".
type Relaxed struct{ Steps []Expr }

type gRelaxed struct {
	Steps []Expr `parser:"'relaxed':Verb @@ ( ',' @@ )*"`
}

func (g gRelaxed) body() (Body, error) { return &Relaxed{g.Steps}, onlyNames(g.Steps) }

func (d *Relaxed) print(b *strings.Builder) { printAll(b, d.Steps) }

func (d *Relaxed) parts() []Node { return nil }

// onlyNames reports expressions that are no names.
func onlyNames(list []Expr) error {
	for _, e := range list {
		if _, ok := e.(*Name); !ok {
			return &problem{Span: Span{e.Pos(), e.End()}, code: CodeBadValue, msg: "steps are listed by their names, as in Put, Delete"}
		}
	}
	return nil
}

// State is "state F".
type State struct{ Fun Expr }

type gState struct {
	Fun Expr `parser:"'state':Verb @@"`
}

func (g gState) body() (Body, error) { return &State{g.Fun}, nil }

func (d *State) print(b *strings.Builder) { printExpr(b, d.Fun) }

func (d *State) parts() []Node { return nodes(d.Fun) }

// IsType is "is RefType".
type IsType struct{ Type RefType }

type gIs struct {
	Type RefType `parser:"'is':Verb @@"`
}

func (g gIs) body() (Body, error) { return &IsType{g.Type}, nil }

func (d *IsType) print(b *strings.Builder) { printRefType(b, d.Type) }

func (d *IsType) parts() []Node { return nodes(d.Type) }
