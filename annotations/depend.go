package annotations

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// Keys returns, for each contract of a package, a hash of the sources on which the result of
// testing it depends. A contract whose dependencies are unknown has no entry. If an edit leaves a
// key unchanged, testing the function again within the same limits gives the same result, except
// for positions.
//
// A key covers everything that the names in the function's declaration and directives may refer to,
// and so on for the names there. Names are compared by spelling, so a key may cover too much. A
// type includes its methods, since code elsewhere may call them. A function with interfaces among
// its inputs includes all types of the package. Every key includes what runs at package
// initialization, and the imported packages. None includes comments or layout.
func (p *Program) Keys(pkg *refine.Package) map[*refine.Contract]string {
	r := p.resolved[pkg]
	if r == nil || pkg.Broken || pkg.Fingerprint == "" || r.Unit.Node.Outside == "" || len(r.Unit.Node.Meta.OtherFiles) > 0 {
		return nil
	}
	g := &pieces{Unit: r.Unit, named: map[string][]*piece{}}
	for _, f := range r.Unit.Node.Files {
		if src := r.Unit.Node.Sources[f]; importsC(f) || bytes.Contains(src, []byte("//go:linkname")) || bytes.Contains(src, []byte("//go:embed")) {
			return nil
		}
		g.file(f)
	}
	keys := map[*refine.Contract]string{}
	for _, c := range pkg.Contracts {
		if start := g.at(c.Pos); start != nil {
			keys[c] = g.key(c, start)
		}
	}
	return keys
}

func importsC(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` })
}

// A piece is a declaration of a package, or a directive that declares a name.
type piece struct {
	from, to token.Position
	// text has its tokens and directives, words the names among them.
	text   string
	words  map[string]bool
	isType bool
}

// pieces are the pieces of a package.
type pieces struct {
	*names.Unit
	all []*piece
	// named maps a name to the pieces it may refer to. For a type these include its methods and
	// anything else declared with its name.
	named map[string][]*piece
	// always are the pieces in every key.
	always []*piece
}

// file collects the pieces of a file.
func (g *pieces) file(f *ast.File) {
	var within []*piece
	for _, d := range f.Decls {
		within = append(within, g.decl(f, d)...)
	}
	for _, x := range g.Found {
		for _, d := range x.Directives {
			at := g.Graph.Fset.Position(d.From)
			if at.Filename != g.Graph.Fset.Position(f.Package).Filename {
				continue
			}
			i := slices.IndexFunc(within, func(p *piece) bool { return p.from.Offset <= at.Offset && at.Offset < p.to.Offset })
			if i < 0 {
				i = len(within)
				within = append(within, g.directive(f, d))
			}
			within[i].addDirective(d)
		}
	}
	g.all = append(g.all, within...)
}

// directive returns the piece of a directive that belongs to the file.
func (g *pieces) directive(f *ast.File, d *syntax.Directive) *piece {
	p := g.piece(f, d.From, d.From)
	switch b := d.Body.(type) {
	case *syntax.TypeDef:
		g.name(p, b.Name.Name)
	case *syntax.Def:
		g.name(p, b.Name.Name)
	default:
		g.always = append(g.always, p)
	}
	return p
}

// addDirective adds a directive to a piece.
func (p *piece) addDirective(d *syntax.Directive) {
	p.text += fmt.Sprintf("//rtest:%s %s\n", d.Verb.Name, d.Text)
	for _, w := range strings.FieldsFunc(d.Text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		p.words[w] = true
	}
}

// decl returns the pieces of a declaration.
func (g *pieces) decl(f *ast.File, d ast.Decl) []*piece {
	switch d := d.(type) {
	case *ast.FuncDecl:
		p := g.piece(f, start(d.Doc, d), d.End())
		g.forgetName(p, d)
		switch {
		case d.Recv != nil:
			g.name(p, d.Name.Name)
			g.name(p, receiver(d.Recv))
		case d.Name.Name == "init":
			g.always = append(g.always, p)
		default:
			g.name(p, d.Name.Name)
		}
		return []*piece{p}
	case *ast.GenDecl:
		return g.specs(f, d)
	}
	return nil
}

// forgetName removes the function's own name from the names its piece mentions, unless the body
// repeats it. A method may have nothing to do with a function of its name.
func (g *pieces) forgetName(p *piece, d *ast.FuncDecl) {
	again := false
	ast.Inspect(d, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id != d.Name && id.Name == d.Name.Name {
			again = true
		}
		return !again
	})
	if !again {
		delete(p.words, d.Name.Name)
	}
}

// receiver returns the type name of a method's receiver.
func receiver(l *ast.FieldList) string {
	name := ""
	ast.Inspect(l.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}

// start returns the start of a declaration, including its doc comment.
func start(doc *ast.CommentGroup, n ast.Node) token.Pos {
	if doc != nil {
		return doc.Pos()
	}
	return n.Pos()
}

// specs returns the pieces of types, variables and constants. Constants declared together form one
// piece.
func (g *pieces) specs(f *ast.File, d *ast.GenDecl) []*piece {
	if d.Tok == token.IMPORT {
		p := g.piece(f, start(d.Doc, d), d.End())
		g.always = append(g.always, p)
		return []*piece{p}
	}
	if d.Tok == token.CONST {
		p := g.piece(f, start(d.Doc, d), d.End())
		for w := range p.words {
			g.name(p, w)
		}
		return []*piece{p}
	}
	var all []*piece
	for _, s := range d.Specs {
		var p *piece
		switch s := s.(type) {
		case *ast.TypeSpec:
			p = g.piece(f, start(s.Doc, s), end(s.Comment, s))
			p.isType = true
			g.name(p, s.Name.Name)
			if s.Name.Name == "_" {
				g.always = append(g.always, p)
			}
		case *ast.ValueSpec:
			p = g.piece(f, start(s.Doc, s), end(s.Comment, s))
			for _, id := range s.Names {
				g.name(p, id.Name)
			}
			if slices.ContainsFunc(s.Values, runsCode) {
				g.always = append(g.always, p)
			}
		}
		if !d.Lparen.IsValid() {
			p.from = g.Graph.Fset.Position(start(d.Doc, d))
		}
		all = append(all, p)
	}
	return all
}

// end returns the end of a declaration, including its line comment.
func end(comment *ast.CommentGroup, n ast.Node) token.Pos {
	if comment != nil {
		return comment.End()
	}
	return n.End()
}

// runsCode reports whether evaluating an expression runs code.
func runsCode(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}

// piece makes a piece from a range of a file.
func (g *pieces) piece(f *ast.File, from, to token.Pos) *piece {
	p := &piece{from: g.Graph.Fset.Position(from), to: g.Graph.Fset.Position(to), words: map[string]bool{}}
	var s scanner.Scanner
	src := g.Node.Sources[f][p.from.Offset:p.to.Offset]
	// The file has been parsed before, so there are no errors.
	s.Init(token.NewFileSet().AddFile("", -1, len(src)), src, nil, 0)
	var text strings.Builder
	for {
		_, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.IDENT {
			p.words[lit] = true
		}
		if tok == token.SEMICOLON {
			lit = ""
		}
		fmt.Fprintf(&text, "%s %s\n", tok, lit)
	}
	for _, c := range f.Comments {
		for _, line := range c.List {
			if from <= line.Pos() && line.Pos() < to && strings.HasPrefix(line.Text, "//go:") {
				fmt.Fprintln(&text, line.Text)
			}
		}
	}
	p.text = text.String()
	return p
}

func (g *pieces) name(p *piece, name string) {
	if name != "_" {
		g.named[name] = append(g.named[name], p)
	}
}

// at returns the piece at a position.
func (g *pieces) at(pos token.Position) *piece {
	for _, p := range g.all {
		if p.from.Filename == pos.Filename && p.from.Offset <= pos.Offset && pos.Offset < p.to.Offset {
			return p
		}
	}
	return nil
}

// key hashes what a contract depends on, starting with its own piece.
func (g *pieces) key(c *refine.Contract, own *piece) string {
	reached := map[*piece]bool{}
	var visit func(ps []*piece)
	visit = func(ps []*piece) {
		for _, p := range ps {
			if reached[p] {
				continue
			}
			reached[p] = true
			for _, w := range slices.Sorted(maps.Keys(p.words)) {
				visit(g.named[w])
			}
		}
	}
	visit([]*piece{own})
	visit(g.always)
	if hasOpenTypes(c) {
		for _, p := range g.all {
			if p.isType {
				visit([]*piece{p})
			}
		}
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", c.Name, g.Node.Outside)
	var texts []string
	for p := range reached {
		texts = append(texts, p.text)
	}
	// The order of declarations does not matter.
	slices.Sort(texts)
	for _, t := range texts {
		fmt.Fprintf(h, "%d:", len(t))
		io.WriteString(h, t)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// hasOpenTypes reports whether the inputs of a contract may have types that its source does not
// name: implementations of an interface, or type arguments.
func hasOpenTypes(c *refine.Contract) bool {
	if len(c.TypeArgs) > 0 {
		return true
	}
	seen := map[types.Type]bool{}
	var has func(t types.Type) bool
	has = func(t types.Type) bool {
		if t == nil || seen[t] {
			return false
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Named:
			return t.TypeArgs().Len() > 0 || has(t.Underlying())
		case *types.Alias:
			return has(types.Unalias(t))
		case *types.Interface, *types.TypeParam:
			return true
		case *types.Map:
			return has(t.Key()) || has(t.Elem())
		case *types.Struct:
			for f := range t.Fields() {
				if has(f.Type()) {
					return true
				}
			}
		case *types.Signature:
			return has(t.Params()) || has(t.Results())
		case *types.Tuple:
			for v := range t.Variables() {
				if has(v.Type()) {
					return true
				}
			}
		case interface{ Elem() types.Type }:
			return has(t.Elem())
		}
		return false
	}
	return slices.ContainsFunc(c.Inputs(), func(v *refine.Variable) bool { return has(v.Type) })
}
