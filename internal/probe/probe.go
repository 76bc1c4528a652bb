// Package probe inserts a statement before the code that begins on a line of a Go file, so that the
// statement runs first when control reaches the line.
package probe

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
)

// A Place is a place for a statement.
type Place struct {
	// Func is the declaration that contains the line, or nil in the initial value of a package-level
	// variable.
	Func *ast.FuncDecl
	// edits are the texts to insert, by offset in the file.
	edits []edit
}

// An edit inserts text before an offset. If statement is set, the statement follows the text.
type edit struct {
	offset    int
	text      string
	statement bool
}

// Find returns the place of a line, counted from 1, in a file of that name and content. A statement, a
// case, an else or a function must begin on the line; if several do, the first counts. For other lines
// the error names the nearest possible ones.
func Find(name string, src []byte, line int) (*Place, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	s := &scan{fset: fset, line: line}
	for _, d := range f.Decls {
		s.within, _ = d.(*ast.FuncDecl)
		ast.Inspect(d, s.visit)
	}
	if s.goal != "" {
		return nil, fmt.Errorf("%s:%d: a goto leads to the label %s, from which control reaches the line as well: name a line after it", name, line, s.goal)
	}
	if s.best == nil {
		return nil, fmt.Errorf("%s:%d: no statement begins on this line%s", name, line, s.nearest())
	}
	return &Place{s.best.fn, s.best.edits}, nil
}

// Insert returns the source with the statement, which must be one line, at the place. Line numbers do
// not change, except for a loop with its label on a separate line: there the statement is on the line
// of the label.
func (p *Place) Insert(src []byte, statement string) []byte {
	edits := slices.Clone(p.edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.offset, b.offset) })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(append(out, src[at:e.offset]...), e.text...)
		if e.statement {
			out = append(out, " "+statement+"; "...)
		}
		at = e.offset
	}
	return append(out, src[at:]...)
}

// A scan searches for code that begins on a line.
type scan struct {
	fset   *token.FileSet
	line   int
	within *ast.FuncDecl
	best   *found
	// starts are the lines on which code begins.
	starts []int
	// goal is the label before the best place if a goto leads there.
	goal string
}

// found is code that begins on the line.
type found struct {
	pos   token.Pos
	fn    *ast.FuncDecl
	edits []edit
}

func (s *scan) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Body != nil {
			s.behind(n.Pos(), n.Body.Lbrace)
		}
	case *ast.FuncLit:
		s.behind(n.Pos(), n.Body.Lbrace)
	case *ast.BlockStmt:
		s.list(n.List)
	case *ast.CaseClause:
		s.behind(n.Pos(), n.Colon)
		s.list(n.Body)
	case *ast.CommClause:
		s.behind(n.Pos(), n.Colon)
		s.list(n.Body)
	case *ast.IfStmt:
		switch e := n.Else.(type) {
		case *ast.IfStmt:
			// An else block can contain the statement.
			s.offer(e.Pos(), edit{s.offset(e.Pos()), "{", true}, edit{s.offset(e.End()), " }", false})
		case *ast.BlockStmt:
			s.behind(e.Lbrace, e.Lbrace)
		}
	}
	return true
}

// list offers the statements of a list.
func (s *scan) list(stmts []ast.Stmt) {
	for _, st := range stmts {
		switch st := st.(type) {
		case *ast.EmptyStmt, *ast.CaseClause, *ast.CommClause:
		case *ast.LabeledStmt:
			s.labeled(st)
		default:
			s.before(st.Pos(), st.Pos())
		}
	}
}

// labeled offers the line of a label and that of its statement. A loop must directly follow its label,
// so the place is before both.
func (s *scan) labeled(l *ast.LabeledStmt) {
	goal := ""
	if s.jumpsTo(l.Label.Name) {
		goal = l.Label.Name
	}
	if s.before(l.Pos(), l.Pos()) {
		s.goal = goal
	}
	switch st := l.Stmt.(type) {
	case *ast.EmptyStmt:
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		if s.before(st.Pos(), l.Pos()) {
			s.goal = goal
		}
	default:
		s.before(st.Pos(), st.Pos())
	}
}

// jumpsTo reports whether the function has a goto to the label.
func (s *scan) jumpsTo(label string) (jumps bool) {
	if s.within == nil {
		return false
	}
	ast.Inspect(s.within, func(n ast.Node) bool {
		b, ok := n.(*ast.BranchStmt)
		jumps = jumps || ok && b.Tok == token.GOTO && b.Label.Name == label
		return true
	})
	return jumps
}

// before offers the place before a mark, for something that begins at pos.
func (s *scan) before(pos, mark token.Pos) bool { return s.offer(pos, edit{s.offset(mark), "", true}) }

// behind offers the place after a brace or colon, for code that begins at pos.
func (s *scan) behind(pos, mark token.Pos) { s.offer(pos, edit{s.offset(mark) + 1, "", true}) }

// offer takes a place for code that begins at pos, if that is on the line and before all others.
func (s *scan) offer(pos token.Pos, edits ...edit) bool {
	line := s.fset.PositionFor(pos, false).Line
	s.starts = append(s.starts, line)
	if line != s.line || s.best != nil && s.best.pos <= pos {
		return false
	}
	s.best, s.goal = &found{pos, s.within, edits}, ""
	return true
}

func (s *scan) offset(pos token.Pos) int { return s.fset.PositionFor(pos, false).Offset }

// nearest names the nearest lines on which code begins.
func (s *scan) nearest() string {
	slices.Sort(s.starts)
	i, _ := slices.BinarySearch(s.starts, s.line)
	switch {
	case len(s.starts) == 0:
		return ", nor on any other of the file"
	case i == 0:
		return fmt.Sprintf("; the first that does is %d", s.starts[0])
	case i == len(s.starts):
		return fmt.Sprintf("; the last that does is %d", s.starts[i-1])
	}
	return fmt.Sprintf("; the nearest that do are %d and %d", s.starts[i-1], s.starts[i])
}
