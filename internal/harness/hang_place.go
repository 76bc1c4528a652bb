package harness

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// stableStack returns the stack of a call that did not end, in a form that does not depend on the moment. The
// stack ends at the outermost loop that may run for ever, without the loops inside it. A range loop counts only
// if there is no other loop. Without a loop, the stack ends at a recursive function, and the part that differs
// between samples is omitted. Without a function of the user the result is empty.
func (b *Binary) stableStack(p stack.Place) []string {
	if len(p.Frames) == 0 || len(p.Lines) == 0 {
		return stack.Lines(p.Frames)
	}
	for _, ranges := range [...]bool{false, true} {
		if i, line := b.loopIn(p, ranges); line > 0 {
			return linesFrom(p.Frames[i:], line)
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

// loops reports whether all samples of a stack are in one loop that is no range loop, and in no function that called
// itself.
func (b *Binary) loops(p stack.Place) bool {
	if p.Again || p.Waits || len(p.Lines) == 0 {
		return false
	}
	_, line := b.loopIn(p, false)
	return line > 0
}

// loopIn returns the frame and the line of the outermost loop that all samples of a stack are in. The line is 0 if there
// is none.
func (b *Binary) loopIn(p stack.Place, ranges bool) (frame, line int) {
	for i := len(p.Frames) - 1; i >= 0; i-- {
		lines := []int{p.Frames[i].Line}
		if i == 0 {
			lines = p.Lines
		}
		if line := b.loopAt(p.Frames[i].File, lines, ranges); line > 0 {
			return i, line
		}
	}
	return 0, 0
}

// linesFrom returns the frames as text, with another line for the innermost.
func linesFrom(frames []stack.Frame, line int) []string {
	frames = slices.Clone(frames)
	frames[0].Line = line
	return stack.Lines(frames)
}

// loopAt returns the line of the outermost loop in a file that contains all of the lines and lies
// in the innermost function that contains them, or 0. ranges selects range loops instead of others.
func (b *Binary) loopAt(file string, lines []int, ranges bool) (line int) {
	b.enclosing(file, lines, func(n ast.Node, at int) {
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

// functionAt returns the line of the innermost function in a file that contains all of the lines,
// or 0.
func (b *Binary) functionAt(file string, lines []int) (line int) {
	b.enclosing(file, lines, func(n ast.Node, at int) {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			line = at
		}
	})
	return line
}

// enclosing visits the nodes of a file that contain all of the lines, outermost first, each with
// its own line.
func (b *Binary) enclosing(file string, lines []int, visit func(n ast.Node, line int)) {
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
