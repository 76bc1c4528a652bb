package syntax

import (
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// TypeDef is "type Name[T C](p Type, …) = RefType".
type TypeDef struct {
	Name       Ident
	TypeParams []TypeParam
	Params     []GoParam
	// HasParams distinguishes Name() from Name.
	HasParams bool
	Type      RefType
}

type gTypeDef struct {
	Name       lexer.Token  `parser:"'type':Verb @Name"`
	TypeParams *gTypeParams `parser:"@@?"`
	Params     *gGoParams   `parser:"@@?"`
	Type       RefType      `parser:"'=' @@"`
}

type gTypeParams struct {
	List []gTyped `parser:"'[' @@ ( ',' @@ )* ']'"`
}

type gGoParams struct {
	Open lexer.Token `parser:"@'('"`
	List []gTyped    `parser:"( @@ ( ',' @@ )* )? ')'"`
}

// gTyped is a name and, for the last of a group, its type.
type gTyped struct {
	Name lexer.Token `parser:"@Name"`
	Type TypeExpr    `parser:"@@?"`
}

func (g gTypeDef) body() (Body, error) {
	d := &TypeDef{Name: ident(g.Name), HasParams: g.Params != nil, Type: g.Type}
	if g.TypeParams != nil {
		params, err := ungroup(g.TypeParams.List, "constraint")
		if err != nil {
			return nil, err
		}
		for _, p := range params {
			tp := TypeParam{Name: p.Name, Constraint: p.Type}
			if n, ok := p.Type.(*NamedType); ok && n.Name.Name == "any" && n.Pkg.Name == "" && len(n.Args) == 0 {
				tp.Constraint = nil
			}
			d.TypeParams = append(d.TypeParams, tp)
		}
	}
	var err error
	if g.Params != nil {
		d.Params, err = ungroup(g.Params.List, "type")
	}
	return d, err
}

// ungroup gives each name of a list its type: (lo, hi int) becomes (lo int, hi int).
func ungroup(list []gTyped, what string) ([]GoParam, error) {
	params := make([]GoParam, len(list))
	var last TypeExpr
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Type != nil {
			last = list[i].Type
		}
		name := ident(list[i].Name)
		if last == nil {
			return nil, &problem{Span: Span{name.To, name.To}, code: CodeSyntax, msg: "missing " + what + " of parameter " + name.Name}
		}
		params[i] = GoParam{name, last}
	}
	return params, nil
}

func (d *TypeDef) print(b *strings.Builder) {
	b.WriteString(d.Name.Name)
	if len(d.TypeParams) > 0 {
		b.WriteString("[")
		printList(b, d.TypeParams, ", ", func(b *strings.Builder, p TypeParam) {
			printAll(b, p.Name.Name, " ")
			if p.Constraint == nil {
				b.WriteString("any")
			} else {
				printType(b, p.Constraint)
			}
		})
		b.WriteString("]")
	}
	if d.HasParams {
		b.WriteString("(")
		printList(b, d.Params, ", ", printGoParam)
		b.WriteString(")")
	}
	printAll(b, " = ", d.Type)
}

func (d *TypeDef) parts() []Node {
	var out []Node
	for _, p := range d.TypeParams {
		out = append(out, nodes(p.Constraint)...)
	}
	return append(append(out, goParamParts(d.Params)...), nodes(d.Type)...)
}

// A TypeParam is a type parameter of an alias. Constraint is nil for any.
type TypeParam struct {
	Name       Ident
	Constraint TypeExpr
}

// A GoParam is a value parameter of an alias or a def.
type GoParam struct {
	Name Ident
	Type TypeExpr
}

// Def is "def name(p Type, …) Type = Expr".
type Def struct {
	Name   Ident
	Params []GoParam
	Result TypeExpr
	Expr   Expr
}

type gDef struct {
	Name   lexer.Token `parser:"'def':Verb @Name"`
	Params gGoParams   `parser:"@@"`
	Result TypeExpr    `parser:"@@"`
	Expr   Expr        `parser:"'=' @@"`
}

func (g gDef) body() (Body, error) {
	params, err := ungroup(g.Params.List, "type")
	return &Def{ident(g.Name), params, g.Result, g.Expr}, err
}

func (d *Def) print(b *strings.Builder) {
	printAll(b, d.Name.Name, "(")
	printList(b, d.Params, ", ", printGoParam)
	printAll(b, ") ", d.Result, " = ", d.Expr)
}

func (d *Def) parts() []Node { return append(goParamParts(d.Params), nodes(d.Result, d.Expr)...) }

// Import is `import [name] "path"`. Name.Name may be empty.
type Import struct {
	Name Ident
	Path string
	At   Span
}

type gImport struct {
	Name lexer.Token `parser:"'import':Verb @Name?"`
	Path lexer.Token `parser:"@String"`
}

func (g gImport) body() (Body, error) {
	path, err := unquote(g.Path)
	if err != nil {
		return nil, err
	}
	if path == "" {
		return nil, &problem{Span: span(g.Path), code: CodeBadValue, msg: "an import needs a path"}
	}
	if g.Name.Value == "_" {
		return nil, &problem{Span: span(g.Name), code: CodeBadValue, msg: "an import for contracts needs a name other than _"}
	}
	return &Import{ident(g.Name), path, span(g.Path)}, nil
}

func (d *Import) print(b *strings.Builder) {
	if d.Name.Name != "" {
		printAll(b, d.Name.Name, " ")
	}
	b.WriteString(strconv.Quote(d.Path))
}
