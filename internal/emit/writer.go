package emit

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// runtime stands for a package whose functions are written into the helpers.
const runtime = "rtest/runtime"

// A writer collects the declarations of a group of files. They are first written as one file,
// whose helpers are made once; finish distributes them.
type writer struct {
	*gosource.File
	pkg    *refine.Package
	unit   *codegen.Unit
	prefix string
	rt     string
	// at is the index of the file that is being written. owner has the index for each
	// declaration made here, by name.
	at    int
	owner map[string]int
	taken map[string]bool
	made  map[string]string
	// packages maps names of packages to paths. It is filled on first use.
	packages map[string]string
	err      error
}

func (e *emitter) newWriter(prefix string) *writer {
	f := gosource.New(e.pkg.Types, gosource.Options{Prefix: prefix, Runtime: runtime, Readable: true})
	w := &writer{
		File: f, pkg: e.pkg, unit: e.unit, prefix: prefix, rt: f.Import(runtime) + ".",
		owner: map[string]int{}, taken: map[string]bool{}, made: map[string]string{},
	}
	return w
}

// declare adds a declaration of this file under a name of ours.
func (w *writer) declare(name, source string) {
	w.owner[name] = w.at
	w.Decl(source)
}

// public returns the name of a test: stem, with a number if that is taken.
func (w *writer) public(stem string) string {
	name := stem
	for i := 2; w.taken[name] || w.pkg.Types.Scope().Lookup(name) != nil; i++ {
		name = fmt.Sprintf("%s%d", stem, i)
	}
	w.taken[name] = true
	return name
}

// fail records an error, or nil, unless there is one already.
func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// broken returns why the text written so far is not valid Go, or nil.
func (w *writer) broken() error {
	if w.err != nil {
		return w.err
	}
	data, err := w.Bytes()
	if err != nil {
		return err
	}
	for _, name := range []string{"Values", "Calls"} {
		if strings.Contains(string(data), w.rt+name) {
			return fmt.Errorf("an invariant asks for what only the running rtest knows (%s)", strings.ToLower(name))
		}
	}
	for _, name := range types.Universe.Names() {
		if strings.Contains(string(data), w.rt+gosource.Quoted(name)) {
			return fmt.Errorf("package %s declares %s, and a test of it needs Go's own %s", w.pkg.Types.Name(), name, name)
		}
	}
	return nil
}

// uses reports whether a function of the runtime is called so far.
func (w *writer) uses(name string) bool {
	data, err := w.Bytes()
	return err == nil && strings.Contains(string(data), w.rt+name+"(")
}

// parts are the files of a group, without their package clauses.
type parts struct {
	sources []string
	shared  string
}

// finish distributes the declarations over n files. Declarations used by only one file go into it, those used by
// several into the shared one. With alone, a single file has them all.
func (w *writer) finish(n int, alone bool) (*parts, error) {
	out := &parts{sources: make([]string, n)}
	data, err := w.Bytes()
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "generated.go", data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	imports := w.imports(file)
	var decls []*decl
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		decls = append(decls, w.decl(fset, d, data))
	}
	w.assign(decls, alone)
	slices.SortStableFunc(decls, func(a, b *decl) int { return cmp.Compare(kindOrder(a), kindOrder(b)) })
	pieces := w.pieces(decls)
	names := w.rename(decls, imports)
	for i := range n {
		more := ""
		if alone {
			more = pieces
		}
		if out.sources[i], err = w.assemble(decls, i, more, names, imports); err != nil || alone {
			return out, err
		}
	}
	out.shared, err = w.assemble(decls, shared, pieces, names, imports)
	return out, err
}

// A decl is a declaration on its way into a file.
type decl struct {
	name string
	text string
	// owner is the index of its file, or shared.
	owner int
	fixed bool
}

// shared is the owner of declarations that several files use.
const shared = -1

func (w *writer) decl(fset *token.FileSet, d ast.Decl, data []byte) *decl {
	out := &decl{owner: shared}
	from := d.Pos()
	switch d := d.(type) {
	case *ast.FuncDecl:
		out.name = d.Name.Name
		if d.Doc != nil {
			from = d.Doc.Pos()
		}
		if d.Recv != nil {
			out.name = types.ExprString(d.Recv.List[0].Type) + "." + out.name
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			from = d.Doc.Pos()
		}
		switch s := d.Specs[0].(type) {
		case *ast.TypeSpec:
			out.name = s.Name.Name
		case *ast.ValueSpec:
			out.name = s.Names[0].Name
		}
	}
	out.text = string(data[fset.Position(from).Offset:fset.Position(d.End()).Offset])
	if at, ok := w.owner[out.name]; ok {
		out.owner, out.fixed = at, true
	}
	return out
}

// kindOrder sorts tests before their helpers.
func kindOrder(d *decl) int {
	if d.fixed {
		return 0
	}
	return 1
}

// assign gives each helper to the file that uses it, when there is only one.
func (w *writer) assign(decls []*decl, alone bool) {
	byName := map[string]*decl{}
	for _, d := range decls {
		byName[d.name] = d
	}
	users := map[*decl]map[int]bool{}
	var use func(d *decl, at int)
	use = func(d *decl, at int) {
		if users[d] == nil {
			users[d] = map[int]bool{}
		}
		if users[d][at] {
			return
		}
		users[d][at] = true
		for name := range identifiers(d.text) {
			if to := byName[name]; to != nil && to != d && !to.fixed {
				use(to, at)
			}
		}
	}
	for _, d := range decls {
		if d.fixed {
			use(d, d.owner)
		}
	}
	for _, d := range decls {
		if alone {
			d.owner = 0
			continue
		}
		if !d.fixed && len(users[d]) == 1 {
			for at := range users[d] {
				d.owner = at
			}
		}
	}
}

// identifiers returns the identifiers of a piece of Go.
func identifiers(text string) map[string]bool {
	out := map[string]bool{}
	for _, t := range tokens(text) {
		if t.tok == token.IDENT {
			out[t.lit] = true
		}
	}
	return out
}

type tokenAt struct {
	offset int
	tok    token.Token
	lit    string
}

func tokens(text string) []tokenAt {
	var s scanner.Scanner
	fset := token.NewFileSet()
	f := fset.AddFile("", fset.Base(), len(text))
	s.Init(f, []byte(text), nil, scanner.ScanComments)
	var out []tokenAt
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return out
		}
		out = append(out, tokenAt{f.Offset(pos), tok, lit})
	}
}

// assemble returns the formatted declarations of one file with its imports, or "" if it has
// none.
func (w *writer) assemble(decls []*decl, owner int, more string, names map[string]string, imports []imported) (string, error) {
	var body []string
	used := map[string]bool{}
	for _, d := range decls {
		if d.owner == owner {
			body = append(body, w.renamed(d.text, w.locals(d.text, names)))
			for name := range identifiers(d.text) {
				used[name] = true
			}
		}
	}
	if more != "" {
		body = append(body, more)
	}
	if len(body) == 0 {
		return "", nil
	}
	var lines []string
	for _, i := range imports {
		if used[i.alias] && i.path != runtime {
			lines = append(lines, i.line(names[i.alias]))
		}
	}
	for _, i := range w.pieceImports(more) {
		if line := i.line(i.alias); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	out, err := format.Source([]byte("package p\n\n" + importing(lines) + strings.Join(body, "\n\n") + "\n"))
	if err != nil {
		return "", fmt.Errorf("generated Go is not well formed: %w", err)
	}
	return strings.TrimPrefix(string(out), "package p\n\n"), nil
}

// importing writes the imports, those of the standard library first.
func importing(lines []string) string {
	path := func(line string) string { return line[strings.IndexByte(line, '"')+1:] }
	var std, other []string
	for _, line := range lines {
		if first, _, _ := strings.Cut(path(line), "/"); strings.Contains(first, ".") {
			other = append(other, line)
		} else {
			std = append(std, line)
		}
	}
	for _, group := range [][]string{std, other} {
		slices.SortFunc(group, func(a, b string) int { return strings.Compare(path(a), path(b)) })
	}
	switch {
	case len(lines) == 0:
		return ""
	case len(lines) == 1:
		return "import " + lines[0] + "\n\n"
	case len(std) > 0 && len(other) > 0:
		std = append(std, "")
	}
	return "import (\n" + strings.Join(append(std, other...), "\n") + "\n)\n\n"
}

var word = regexp.MustCompile(`[\pL\pN_]+`)

// renamed replaces identifiers in a piece of Go. A selector of the harness runtime becomes the name of
// a helper in the file.
func (w *writer) renamed(text string, names map[string]string) string {
	var b strings.Builder
	at := 0
	ts := tokens(text)
	for i, t := range ts {
		if t.tok == token.COMMENT {
			b.WriteString(text[at:t.offset] + word.ReplaceAllStringFunc(t.lit, func(s string) string { return cmp.Or(names[s], s) }))
			at = t.offset + len(t.lit)
			continue
		}
		to, ok := names[t.lit]
		if t.tok != token.IDENT || !ok {
			continue
		}
		b.WriteString(text[at:t.offset])
		at = t.offset + len(t.lit)
		if to == "" {
			// For rt.Name, the name follows.
			b.WriteString(w.helperName(ts[i+2].lit))
			at = ts[i+2].offset + len(ts[i+2].lit)
			continue
		}
		b.WriteString(to)
	}
	return b.String() + text[at:]
}

// identifier turns a text into a part of an identifier.
func identifier(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, s)
}
