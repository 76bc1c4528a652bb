package lsp

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	directives "github.com/rtest-dev/rtest/annotations/syntax"

	"github.com/rtest-dev/rtest/refine"
)

// A syntax has the declarations and directives of a Go file in its current, perhaps incomplete, state in the
// editor.
type syntax struct {
	*text
	base int
	file *ast.File
	// directives are in the order of the text.
	directives []*directive
}

// A directive is one line of a directive; each continuation is one too. The numbers are byte
// offsets.
type directive struct {
	// Offsets: start of "//", verb of the word after "rtest:", body of the text after the word, and end of the
	// line's end.
	start, verb, body, end int
	// word is the verb. For an "and" it is the verb of the continued directive.
	word string
	// owner is the declaration to which the directive belongs.
	owner owner
}

// An owner is the declaration to which a directive belongs. kind says which of the other fields is
// set.
type owner struct {
	kind  directives.Place
	fn    *ast.FuncDecl
	typ   *ast.TypeSpec
	field *ast.Field
}

const marker = "//rtest:"

// parse reads a file. If it does not parse, the result has what could be recovered.
func parse(path string, t *text) *syntax {
	fset := token.NewFileSet()
	// The compiler reports the error.
	file, _ := parser.ParseFile(fset, path, t.s, parser.ParseComments|parser.AllErrors|parser.SkipObjectResolution)
	x := &syntax{text: t, file: file, base: 1}
	if file == nil {
		return x
	}
	x.base = fset.File(file.FileStart).Base()
	owners := x.owners()
	for _, group := range file.Comments {
		var last *directive
		for _, c := range group.List {
			if !strings.HasPrefix(c.Text, marker) {
				continue
			}
			d := x.directive(x.at(c.Pos()))
			d.owner = owners[group]
			if d.owner.kind == 0 {
				d.owner.kind = directives.InFile
			}
			if d.word == "and" && last != nil {
				d.word = last.word
			}
			last = d
			x.directives = append(x.directives, d)
		}
	}
	return x
}

// at returns the offset of a position.
func (x *syntax) at(p token.Pos) int { return int(p) - x.base }

// directive divides the directive line that begins at an offset.
func (x *syntax) directive(start int) *directive {
	_, end := x.line(start)
	d := &directive{start: start, verb: start + len(marker), end: end}
	d.body = d.verb
	for d.body < end && isWord(x.s[d.body]) {
		d.body++
	}
	d.word = x.s[d.verb:d.body]
	for d.body < end && (x.s[d.body] == ' ' || x.s[d.body] == '\t') {
		d.body++
	}
	return d
}

// owners maps doc comments to what they belong to.
func (x *syntax) owners() map[*ast.CommentGroup]owner {
	all := map[*ast.CommentGroup]owner{}
	set := func(o owner, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if g != nil {
				all[g] = o
			}
		}
	}
	for _, d := range x.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			set(owner{kind: directives.OnFunc, fn: d}, d.Doc)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					set(owner{kind: directives.OnType, typ: spec}, d.Doc, spec.Doc)
				case *ast.ValueSpec:
					set(owner{kind: directives.OnFunc}, d.Doc, spec.Doc)
				}
			}
		}
	}
	ast.Inspect(x.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			for _, f := range n.Fields.List {
				set(owner{kind: directives.OnField, field: f}, f.Doc, f.Comment)
			}
		case *ast.InterfaceType:
			for _, f := range n.Methods.List {
				set(owner{kind: directives.OnMethod, field: f}, f.Doc)
			}
		}
		return true
	})
	return all
}

// directiveAt returns the directive whose line contains an offset, or nil.
func (x *syntax) directiveAt(offset int) *directive {
	i := slices.IndexFunc(x.directives, func(d *directive) bool { return d.start <= offset && offset <= d.end })
	if i < 0 {
		return nil
	}
	return x.directives[i]
}

// declared is a function with a contract, or its stand-in in a contract file, with its offsets.
type declared struct {
	// top is the start of the doc comment, or of the declaration if there is none. directive is the
	// start of its first directive, or top.
	top, directive int
	// line is the start of its own line. name and end are the ends of its name.
	line, name, end int
	// doc reports whether there is a doc comment, directives whether it has any.
	doc, directives bool
}

// declaredAt returns the declaration whose name is at an offset.
func (x *syntax) declaredAt(offset int) (declared, bool) {
	if x.file == nil {
		return declared{}, false
	}
	for _, d := range x.file.Decls {
		if x.at(d.Pos()) > offset || offset > x.at(d.End()) {
			continue
		}
		switch d := d.(type) {
		case *ast.FuncDecl:
			return x.declared(d.Doc, d.Pos(), offset), true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && x.at(v.Pos()) <= offset && offset <= x.at(v.End()) {
					doc, pos := v.Doc, v.Pos()
					if doc == nil && d.Lparen == 0 {
						doc, pos = d.Doc, d.Pos()
					}
					return x.declared(doc, pos, offset), true
				}
			}
		}
	}
	return declared{}, false
}

// named returns the function with directives that has the name and receiver of the contract's
// function.
func (x *syntax) named(c *refine.Contract) (declared, bool) {
	if x.file == nil || c.Func == nil {
		return declared{}, false
	}
	for _, d := range x.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Name.Name != c.Func.Name() || x.receiver(fn) != receiver(c.Func) {
			continue
		}
		at := x.declared(fn.Doc, fn.Pos(), x.at(fn.Name.Pos()))
		return at, at.directives
	}
	return declared{}, false
}

// receiver returns the name of the type of a method's receiver, or "".
func (x *syntax) receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) != 1 {
		return ""
	}
	t := fn.Recv.List[0].Type
	name, _, _ := strings.Cut(strings.TrimLeft(x.s[x.at(t.Pos()):x.at(t.End())], "*( "), "[")
	return strings.TrimRight(name, ") ")
}

// receiver returns the same for a function of a loaded package.
func receiver(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return ""
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// declared returns the offsets of a declaration and its doc comment. Pos is the declaration, name
// the offset of its name.
func (x *syntax) declared(doc *ast.CommentGroup, pos token.Pos, name int) declared {
	line, _ := x.line(x.at(pos))
	out := declared{top: line, directive: line, line: line, name: name, end: wordEnd(x.s, name)}
	if doc == nil {
		return out
	}
	out.doc = true
	out.top, _ = x.line(x.at(doc.Pos()))
	out.directive = out.top
	for _, c := range doc.List {
		if strings.HasPrefix(c.Text, marker) {
			out.directive, _ = x.line(x.at(c.Pos()))
			out.directives = true
			break
		}
	}
	return out
}
