package syntax

import (
	"go/ast"
	"go/token"
)

// An Owner is what a directive belongs to. Its types form a sealed set, listed below; Read returns
// pointers to these.
type Owner interface{ owner() Place }

type (
	// FileOwner is the file itself: type, def and import.
	FileOwner struct{}
	// FuncOwner is a function or method with its doc comment.
	FuncOwner struct{ Decl *ast.FuncDecl }
	// TypeOwner is the declaration of a type.
	TypeOwner struct{ Spec *ast.TypeSpec }
	// MethodOwner is a method of the interface that Iface declares.
	MethodOwner struct {
		Iface *ast.TypeSpec
		Field *ast.Field
	}
	// FieldOwner is a field of a struct, or several that share a type. Struct declares the struct;
	// it is nil for an unnamed struct type.
	FieldOwner struct {
		Struct *ast.TypeSpec
		Field  *ast.Field
	}
	// VarOwner is var _ = F, a contract for the function F.
	VarOwner struct{ Spec *ast.ValueSpec }
	// AliasOwner is type _ = T, a contract for the type T.
	AliasOwner struct{ Spec *ast.TypeSpec }
)

func (*FileOwner) owner() Place   { return InFile }
func (*FuncOwner) owner() Place   { return OnFunc }
func (*TypeOwner) owner() Place   { return OnType }
func (*MethodOwner) owner() Place { return OnMethod }
func (*FieldOwner) owner() Place  { return OnField }
func (*VarOwner) owner() Place    { return OnFunc }
func (*AliasOwner) owner() Place  { return OnType }

// A site is the place of a comment group. The zero site is detached.
type site struct {
	// owner is nil where nothing can have directives.
	owner Owner
	// top means that directives of the file are allowed too.
	top bool
	// what describes the place if owner is nil.
	what string
}

// sites maps comment groups to their sites. Detached groups have no entry.
type sites map[*ast.CommentGroup]site

// findSites returns the sites of the comment groups of file: those that document a declaration, a
// field or a method, and those inside declarations.
func findSites(file *ast.File) sites {
	s := make(sites)
	s.add(file.Doc, site{top: true, what: "the doc comment of a package"})
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			s.add(d.Doc, site{owner: &FuncOwner{d}, top: true})
		case *ast.GenDecl:
			s.genDecl(d)
		}
		ast.Inspect(d, func(n ast.Node) bool { return s.inside(n, nil) })
	}
	s.rest(file)
	return s
}

// add records the site of a comment group, unless there is no group or it has a site.
func (s sites) add(group *ast.CommentGroup, at site) {
	if _, ok := s[group]; group != nil && !ok {
		s[group] = at
	}
}

func (s sites) genDecl(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		var doc *ast.CommentGroup
		at := site{top: true}
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			doc = spec.Doc
			at.owner, at.what = typeOwner(spec), "the doc comment of a defined type _; write type _ = T"
			if spec.Name.Name != "_" {
				at.what = "the doc comment of another name for a type; move it to that type, or write type _ = T"
			}
			ast.Inspect(spec.Type, func(n ast.Node) bool { return s.inside(n, spec) })
		case *ast.ValueSpec:
			doc = spec.Doc
			at.what = "the doc comment of a variable or constant; write a contract for F above var _ = F"
			if d.Tok == token.VAR && len(spec.Names) == 1 && spec.Names[0].Name == "_" && spec.Type == nil && len(spec.Values) == 1 {
				at.owner = &VarOwner{spec}
			}
		case *ast.ImportSpec:
			doc, at.what = spec.Doc, "the doc comment of an import"
		}
		if !d.Lparen.IsValid() {
			s.add(d.Doc, at)
		}
		s.add(doc, at)
	}
	s.add(d.Doc, site{top: true, what: "the doc comment of a group of declarations; move it to one of them"})
}

// typeOwner returns the owner for a type declaration, or nil for type _ T and type A = T.
func typeOwner(spec *ast.TypeSpec) Owner {
	switch {
	case spec.Name.Name != "_" && !spec.Assign.IsValid():
		return &TypeOwner{spec}
	case spec.Name.Name == "_" && spec.Assign.IsValid():
		return &AliasOwner{spec}
	}
	return nil
}

// inside records the fields of struct types and the methods of the interface that spec declares,
// except in function bodies.
func (s sites) inside(n ast.Node, spec *ast.TypeSpec) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return false
	case *ast.StructType:
		at := &FieldOwner{}
		if spec != nil && ast.Unparen(spec.Type) == n {
			at.Struct = spec
		}
		for _, f := range n.Fields.List {
			field := *at
			field.Field = f
			s.add(f.Doc, site{owner: &field})
			s.add(f.Comment, site{owner: &field})
		}
	case *ast.InterfaceType:
		if spec == nil || ast.Unparen(spec.Type) != n {
			return true
		}
		for _, f := range n.Methods.List {
			if len(f.Names) == 1 {
				s.add(f.Doc, site{owner: &MethodOwner{spec, f}})
			}
		}
	}
	return true
}

// rest records the comment groups inside declarations that document nothing.
func (s sites) rest(file *ast.File) {
	decls := file.Decls
	for _, group := range file.Comments {
		for len(decls) > 0 && decls[0].End() <= group.Pos() {
			decls = decls[1:]
		}
		if len(decls) == 0 || group.Pos() < declStart(decls[0]) {
			continue
		}
		what := "a comment inside a declaration"
		if f, ok := decls[0].(*ast.FuncDecl); ok && f.Body != nil && f.Body.Pos() < group.Pos() {
			what = "a function body"
		}
		s.add(group, site{what: what})
	}
}

// declStart returns the start of a declaration without its doc comment.
func declStart(d ast.Decl) token.Pos {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Type.Pos()
	case *ast.GenDecl:
		return d.TokPos
	}
	return d.Pos()
}
