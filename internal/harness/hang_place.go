package harness

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// settle is the stack of a call that did not end, told in the same way whenever one
// looks: up to the outermost loop that may go on for ever, which stands for all that is
// in it, as one that goes through the elements of something does only where there is no
// other. Without a loop a function that comes up again below itself stands for all that it
// does, and what is otherwise not the same at every look is left out.
// Where no function of the user is on the stack there is nothing to tell.
func (b *Binary) settle(p stack.Place) []string {
	if len(p.Frames) == 0 || len(p.Lines) == 0 {
		return stack.Lines(p.Frames)
	}
	for _, ranges := range [...]bool{false, true} {
		for i := len(p.Frames) - 1; i >= 0; i-- {
			lines := []int{p.Frames[i].Line}
			if i == 0 {
				lines = p.Lines
			}
			if line := b.loopAt(p.Frames[i].File, lines, ranges); line > 0 {
				return linesFrom(p.Frames[i:], line)
			}
		}
	}
	switch {
	case p.Again:
		return linesFrom(p.Frames, cmp.Or(b.functionAt(p.Frames[0].File, p.Lines), p.Lines[0]))
	case len(p.Lines) > 1 && len(p.Frames) > 1:
		return stack.Lines(p.Frames[1:])
	case len(p.Lines) > 1:
		return linesFrom(p.Frames, cmp.Or(b.functionAt(p.Frames[0].File, p.Lines), p.Lines[0]))
	}
	return stack.Lines(p.Frames)
}

// linesFrom are the frames as text, the innermost with another line.
func linesFrom(frames []stack.Frame, line int) []string {
	frames = slices.Clone(frames)
	frames[0].Line = line
	return stack.Lines(frames)
}

// loopAt returns the line of the outermost loop of a file that has all of the lines and is
// in the innermost function that has them; 0 where there is none. Ranges says which kind of loop.
func (b *Binary) loopAt(file string, lines []int, ranges bool) (line int) {
	b.inside(file, lines, func(n ast.Node, at int) {
		isRange := false
		switch n.(type) {
		case *ast.RangeStmt:
			isRange = true
		case *ast.ForStmt:
		case *ast.FuncDecl, *ast.FuncLit:
			line = 0
			return
		default:
			return
		}
		if isRange == ranges && line == 0 {
			line = at
		}
	})
	return line
}

// functionAt returns the line of the innermost function of a file that has all of the
// lines; 0 where there is none.
func (b *Binary) functionAt(file string, lines []int) (line int) {
	b.inside(file, lines, func(n ast.Node, at int) {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			line = at
		}
	})
	return line
}

// inside visits the nodes of a file that have all of the lines, the outermost first, with
// their own.
func (b *Binary) inside(file string, lines []int, visit func(n ast.Node, line int)) {
	src, err := b.executable.Source(file)
	if err != nil || len(lines) == 0 {
		return
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	lineOf := func(p token.Pos) int { return fset.PositionFor(p, false).Line }
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || lineOf(n.Pos()) > slices.Min(lines) || lineOf(n.End()) < slices.Max(lines) {
			return false
		}
		visit(n, lineOf(n.Pos()))
		return true
	})
}
