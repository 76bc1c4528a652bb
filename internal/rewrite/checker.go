package rewrite

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
)

// A Checker reports whether changed code compiles. It type-checks the package without the bodies of all other
// functions, so that a check takes only as long as one function.
type Checker struct {
	pkg  Package
	fset *token.FileSet
	// files are those of the package without bodies.
	files   []*ast.File
	imports map[string]*types.Package
	helper  Helper
	// named counts the uses of the names of imports, by their object.
	named map[types.Object]int
}

// NewChecker returns nil if the package does not compile unchanged.
func NewChecker(p Package, h Helper) (*Checker, error) {
	c := &Checker{pkg: p, fset: token.NewFileSet(), imports: map[string]*types.Package{}, helper: h, named: map[types.Object]int{}}
	for _, q := range p.Types.Imports() {
		c.imports[q.Path()] = q
	}
	f, err := parser.ParseFile(c.fset, "helper.go", h.Source, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("parsing what copies call: %w", err)
	}
	// The imports of the helper are not available, so only its declarations are checked.
	called, _ := (&types.Config{Importer: c, Error: func(error) {}}).Check(h.Path, c.fset, []*ast.File{f}, nil)
	c.imports[h.Path] = called
	for _, obj := range p.Info.Uses {
		if n, ok := obj.(*types.PkgName); ok {
			c.named[n]++
		}
	}
	for _, f := range p.Files {
		x, err := c.parse(f.Name, f.Text, "")
		if err != nil {
			return nil, nil
		}
		c.files = append(c.files, x)
	}
	if !c.checks(c.files) {
		return nil, nil
	}
	return c, nil
}

// parse returns a file in which only the functions with one key have their bodies.
func (c *Checker) parse(name string, text []byte, keep string) (*ast.File, error) {
	f, err := parser.ParseFile(c.fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if ok && fn.Body != nil && Key(fn) != keep {
			loop := &ast.ForStmt{For: fn.Body.Pos(), Body: &ast.BlockStmt{Lbrace: fn.Body.Pos(), Rbrace: fn.Body.End()}}
			fn.Body = &ast.BlockStmt{Lbrace: fn.Body.Lbrace, List: []ast.Stmt{loop}, Rbrace: fn.Body.Rbrace}
		}
	}
	return f, nil
}

// Import implements types.Importer.
func (c *Checker) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := c.imports[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("package %s is not loaded", path)
}

// checks reports whether files compile together. It ignores unused imports.
func (c *Checker) checks(files []*ast.File) bool {
	ok := true
	conf := types.Config{Importer: c, GoVersion: c.pkg.Types.GoVersion(), Error: func(err error) {
		terr, is := errors.AsType[types.Error](err)
		if !is || !terr.Soft || !strings.Contains(terr.Msg, "imported") {
			ok = false
		}
	}}
	conf.Check(c.pkg.Types.Path(), c.fset, files, nil)
	return ok
}

// with reports whether the package compiles with another text of one file.
func (c *Checker) with(f File, fn *ast.FuncDecl, text []byte) bool {
	x, err := c.parse(f.Name, text, Key(fn))
	if err != nil {
		return false
	}
	files := append([]*ast.File(nil), c.files...)
	for i := range c.pkg.Files {
		if c.pkg.Files[i].Name == f.Name {
			files[i] = x
		}
	}
	return c.checks(files)
}

// Compiles reports whether the package compiles with another text between two offsets of a function.
func (c *Checker) Compiles(f File, fn *ast.FuncDecl, from, to int, text string) bool {
	all := append(append(append([]byte(nil), f.Text[:from]...), text...), f.Text[to:]...)
	return c.importsStay(fn, from, to, text) && c.with(f, fn, all)
}

// importsStay reports whether each import is still used after a change that removes code.
func (c *Checker) importsStay(fn *ast.FuncDecl, from, to int, text string) bool {
	gone := map[types.Object]int{}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		at := c.pkg.Offset(id.Pos())
		if p, ok := c.pkg.Info.Uses[id].(*types.PkgName); ok && from <= at && at < to && !strings.Contains(text, id.Name+".") {
			gone[p]++
		}
		return true
	})
	for p, n := range gone {
		if n == c.named[p] {
			return false
		}
	}
	return true
}

// renders reports whether the package compiles with another body of a function.
func (c *Checker) renders(f File, fn *ast.FuncDecl, body []byte) bool {
	text, err := c.pkg.Bodies(f, c.helper, func(d *ast.FuncDecl) ([]byte, error) {
		if d == fn {
			return body, nil
		}
		return nil, nil
	})
	return err == nil && c.with(f, fn, text)
}
