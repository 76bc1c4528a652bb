package gotest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/rewrite"
)

// An edit replaces the text between two offsets of a file.
type edit struct {
	from, to int
	text     string
}

// A sheet is a file that is edited. No edit adds a line.
type sheet struct {
	fset  *token.FileSet
	file  *ast.File
	text  []byte
	edits []edit
}

func parseSheet(path string, text []byte) (s *sheet, err error) {
	s = &sheet{fset: token.NewFileSet(), text: text}
	s.file, err = parser.ParseFile(s.fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
	return s, err
}

func (s *sheet) offset(p token.Pos) int { return s.fset.PositionFor(p, false).Offset }

// insert adds a text at a position.
func (s *sheet) insert(at token.Pos, text string) {
	s.edits = append(s.edits, edit{s.offset(at), s.offset(at), text})
}

// replace writes a text instead of a node.
func (s *sheet) replace(n ast.Node, text string) {
	s.edits = append(s.edits, edit{s.offset(n.Pos()), s.offset(n.End()), text})
}

// enter adds statements at the begin of a body. What follows keeps its position.
func (s *sheet) enter(body *ast.BlockStmt, text string) {
	s.insert(body.Lbrace+1, text+lineComment(s.fset.Position(body.Lbrace+1)))
}

// bytes returns the text with all edits.
func (s *sheet) bytes() []byte {
	slices.SortStableFunc(s.edits, func(a, b edit) int { return a.from - b.from })
	var out []byte
	at := 0
	for _, e := range s.edits {
		out = append(append(out, s.text[at:e.from]...), e.text...)
		at = e.to
	}
	return append(out, s.text[at:]...)
}

// functions makes functions call what checks them.
func (s *sheet) functions(woven map[string][]wovenFunction) {
	for _, d := range s.file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			if f, ok := woven[rewrite.Key(fn)]; ok {
				s.function(fn, f)
			}
		}
	}
}

// unwoven says why a function cannot be checked, or returns "".
func unwoven(fn *ast.FuncDecl, cgo bool) string {
	switch {
	case fn.Body == nil:
		return "it is not written in Go"
	case cgo:
		return "its file uses cgo"
	}
	if fn.Doc != nil {
		for _, c := range fn.Doc.List {
			if strings.HasPrefix(c.Text, "//go:nosplit") {
				return "it is marked go:nosplit"
			}
		}
	}
	return ""
}

// function makes a function call what checks it. All inputs and results get names.
func (s *sheet) function(fn *ast.FuncDecl, checks []wovenFunction) {
	var inputs, results []string
	if fn.Recv != nil {
		inputs = s.named(fn.Recv, "rtestg_v")
	}
	inputs = append(inputs, s.named(fn.Type.Params, "rtestg_p")...)
	if r := fn.Type.Results; r != nil {
		if !r.Opening.IsValid() {
			s.insert(r.Pos(), "(")
		}
		results = s.named(r, "rtestg_r")
		if !r.Opening.IsValid() {
			s.insert(r.End(), ")")
		}
	}
	own := ownStatements(fn.Body)
	noted := !own.defers && !own.hides(results)
	var entries, note strings.Builder
	for i, f := range checks {
		state, done := fmt.Sprint("rtestg_s", i), "_"
		if noted {
			// Without this, the check would have to inspect the stack to distinguish a return from a panic.
			done = fmt.Sprint("rtestg_d", i)
			fmt.Fprintf(&note, "if %s != nil { *%s = true };", done, done)
		}
		ins, outs := strings.Join(inputs, ", "), state
		if f.ByAddress {
			ins = addresses(inputs)
		}
		if len(results) > 0 {
			outs += ", " + addresses(results)
		}
		fmt.Fprintf(&entries, "%s, %s := %s(%s); defer %s(%s);", state, done, f.Enter, ins, f.Leave, outs)
	}
	s.enter(fn.Body, entries.String())
	if !noted {
		return
	}
	for _, r := range own.returns {
		s.returns(r, results, note.String())
	}
	if len(results) == 0 {
		s.insert(fn.Body.Rbrace, ";"+note.String())
	}
}

// addresses lists the addresses of variables.
func addresses(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "&" + strings.Join(names, ", &")
}

// returns makes a return note itself, when the results are evaluated.
func (s *sheet) returns(r *ast.ReturnStmt, results []string, noteReturn string) {
	if len(r.Results) == 0 {
		at := s.fset.Position(r.Pos())
		s.insert(r.Pos(), noteReturn+lineComment(at))
		return
	}
	list := strings.Join(results, ", ")
	first := r.Results[0].Pos()
	s.edits = append(s.edits, edit{s.offset(r.Pos()), s.offset(first), list + " = " + lineComment(s.fset.Position(first))})
	s.insert(r.End(), "; "+noteReturn+" return "+list+lineComment(s.fset.Position(r.End())))
}

// lineComment returns a comment that gives what follows a position.
func lineComment(at token.Position) string {
	if at.Column == 0 {
		return ""
	}
	return fmt.Sprintf("/*line :%d:%d*/", at.Line, at.Column)
}

// A statements is what the body of a function has outside of function literals.
type statements struct {
	returns []*ast.ReturnStmt
	defers  bool
	// declared are the names that the function declares.
	declared map[string]bool
}

func ownStatements(body *ast.BlockStmt) statements {
	own := statements{declared: map[string]bool{}}
	declare := func(list ...ast.Expr) {
		for _, e := range list {
			if id, ok := e.(*ast.Ident); ok {
				own.declared[id.Name] = true
			}
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			own.returns = append(own.returns, n)
		case *ast.DeferStmt:
			own.defers = true
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				declare(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				declare(n.Key, n.Value)
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				declare(id)
			}
		case *ast.TypeSpec:
			declare(n.Name)
		}
		return true
	})
	return own
}

// hides reports whether one of the names is declared again.
func (s *statements) hides(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return s.declared[name] })
}

// named gives names to the fields of a list that have none, and returns all.
func (s *sheet) named(list *ast.FieldList, stem string) (names []string) {
	for _, f := range list.List {
		if len(f.Names) == 0 {
			name := fmt.Sprint(stem, len(names))
			s.insert(f.Type.Pos(), name+" ")
			names = append(names, name)
		}
		for _, id := range f.Names {
			name := id.Name
			if name == "_" {
				name = fmt.Sprint(stem, len(names))
				s.replace(id, name)
			}
			names = append(names, name)
		}
	}
	return names
}
