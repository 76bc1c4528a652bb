package build

import (
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/rewrite"
)

// A Block is a sequence of statements of the code under test that all run if the first one does, as
// in go tool cover. File is the source file, Stmts the number of statements.
type Block struct {
	File       string
	Start, End token.Position
	Stmts      int
	// Func names the function in whose declaration the block lies, as FuncKey does. It is empty
	// outside functions.
	Func string
	// Branch says that the block is the first one of a branch. It is not the beginning of a
	// function, nor what follows a statement in the middle of a branch.
	Branch bool
	// Literal is the brace that opens the innermost function literal around the block. The block
	// that makes the function ends there. It is not valid outside literals.
	Literal token.Position
	// Missing says that the block is none of the source: it is the side without statements of an if statement without
	// else, whose body is from Start to End.
	Missing bool
}

// FuncKey names a function or method within its package: "F", "T.M".
func FuncKey(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return f.Name()
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name() + "." + f.Name()
	}
	return f.Name()
}

// blocks puts a counter before each basic block of a file, like cmd/cover. Counter n belongs to the
// n-th block. If only is not nil, other functions and package variables get none.
func (in *instrumenter) blocks(file *ast.File, only map[string]bool) {
	for _, d := range file.Decls {
		in.function = ""
		if f, ok := d.(*ast.FuncDecl); ok {
			in.function = rewrite.Key(f)
		}
		if only == nil || only[in.function] {
			ast.Inspect(d, in.visitBlocks)
		}
	}
}

func (in *instrumenter) visitBlocks(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BlockStmt:
		if len(n.List) > 0 {
			switch n.List[0].(type) {
			case *ast.CaseClause, *ast.CommClause:
				in.clauses(n.List)
				return true
			}
		}
		start := n.Lbrace
		if pos, ok := in.elses[n]; ok {
			start = pos
		}
		in.branch = !in.bodies[n]
		in.basicBlocks(start, n.Lbrace+1, n.Rbrace+1, n.List, true)
	case *ast.FuncDecl:
		in.bodies[n.Body] = true
		return n.Name.Name != "_"
	case *ast.FuncLit:
		in.bodies[n.Body] = true
		in.literals = append(in.literals, n.Body)
	case *ast.IfStmt:
		in.elseBranch(n)
	case *ast.SwitchStmt:
		return len(n.Body.List) > 0
	case *ast.TypeSwitchStmt:
		return len(n.Body.List) > 0
	case *ast.SelectStmt:
		return len(n.Body.List) > 0
	}
	return true
}

func (in *instrumenter) clauses(list []ast.Stmt) {
	for _, s := range list {
		switch c := s.(type) {
		case *ast.CaseClause:
			in.branch = true
			in.basicBlocks(c.Colon+1, c.Colon+1, c.End(), c.Body, false)
		case *ast.CommClause:
			in.branch = true
			in.basicBlocks(c.Colon+1, c.Colon+1, c.End(), c.Body, false)
		}
	}
}

// elseBranch records where the block after an else begins: right after the keyword. It puts braces
// around an else if, so that its condition has a counter of its own.
func (in *instrumenter) elseBranch(n *ast.IfStmt) {
	if n.Else == nil {
		if in.counts.missing {
			in.missingElse(n)
		}
		return
	}
	from, to := in.offset(n.Body.End()), in.offset(n.Else.Pos())
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, to-from)
	var s scanner.Scanner
	s.Init(file, in.src[from:to], nil, 0)
	pos, tok, _ := s.Scan()
	for tok != token.ELSE && tok != token.EOF {
		pos, tok, _ = s.Scan()
	}
	start := n.Body.End() + token.Pos(file.Offset(pos)+len("else"))
	switch e := n.Else.(type) {
	case *ast.BlockStmt:
		in.elses[e] = start
	case *ast.IfStmt:
		in.branch = true
		in.insert(start, "{"+in.counter(start, boundary(e), 1))
		in.edits = append(in.edits, edit{offset: in.offset(e.End()), close: true, text: "}"})
	}
}

// missingElse counts the side of an if statement without else on which it has no statements.
func (in *instrumenter) missingElse(n *ast.IfStmt) {
	start, end := in.fset.PositionFor(n.Body.Lbrace, false), in.fset.PositionFor(n.Body.End(), false)
	in.found = append(in.found, Block{File: start.Filename, Start: start, End: end, Func: in.function, Missing: true})
	text := fmt.Sprintf(" else { %s.Missed(%d) }", hitsImport, in.counters)
	in.counters++
	in.edits = append(in.edits, edit{offset: in.offset(n.Body.End()), missing: true, text: text})
}

// counter adds a block and returns the statement that counts it.
func (in *instrumenter) counter(start, end token.Pos, stmts int) string {
	in.found = append(in.found, Block{
		File: in.fset.PositionFor(start, false).Filename, Start: in.fset.PositionFor(start, false),
		End: in.fset.PositionFor(end, false), Stmts: stmts, Func: in.function, Branch: in.branch, Literal: in.literalAround(start),
	})
	in.branch = false
	return in.hit()
}

// literalAround returns the opening brace of the innermost function literal around a place.
func (in *instrumenter) literalAround(pos token.Pos) token.Position {
	for _, body := range slices.Backward(in.literals) {
		if body.Pos() <= pos && pos < body.End() {
			return in.fset.PositionFor(body.Lbrace, false)
		}
	}
	return token.Position{}
}

// basicBlocks adds counters to the basic blocks of a list of statements. A statement that may
// transfer control ends its block.
func (in *instrumenter) basicBlocks(pos, insert, end token.Pos, list []ast.Stmt, toBrace bool) {
	if len(list) == 0 {
		in.insert(insert, in.counter(insert, end, 0))
		return
	}
	list = slices.Clone(list)
	for len(list) > 0 {
		last, stop := 0, end
		for ; last < len(list); last++ {
			s := list[last]
			stop = boundary(s)
			if !endsBlock(s) {
				continue
			}
			if label, ok := s.(*ast.LabeledStmt); ok && !isLabeledControl(label.Stmt) {
				// The target of a goto begins a block after the label.
				bare := *label
				bare.Stmt = &ast.EmptyStmt{Semicolon: label.Stmt.Pos(), Implicit: true}
				stop = label.Pos()
				list = slices.Insert(list, last+1, label.Stmt)
				list[last] = &bare
			}
			last++
			toBrace = false
			break
		}
		if toBrace {
			stop = end
		}
		if pos != stop {
			in.insert(insert, in.counter(pos, stop, last))
		}
		list = list[last:]
		if len(list) > 0 {
			pos = list[0].Pos()
			insert = pos
		}
	}
}

// boundary returns where the block that a statement ends is over: before the body that the
// statement may enter.
func boundary(s ast.Stmt) token.Pos {
	within := func(n ast.Node, otherwise token.Pos) token.Pos {
		if lit := literalIn(n); lit != nil {
			return lit.Body.Lbrace
		}
		return otherwise
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		return s.Lbrace
	case *ast.IfStmt:
		return within(s.Init, within(s.Cond, s.Body.Lbrace))
	case *ast.ForStmt:
		return within(s.Init, within(s.Cond, within(s.Post, s.Body.Lbrace)))
	case *ast.LabeledStmt:
		return boundary(s.Stmt)
	case *ast.RangeStmt:
		return within(s.X, s.Body.Lbrace)
	case *ast.SwitchStmt:
		return within(s.Init, within(s.Tag, s.Body.Lbrace))
	case *ast.SelectStmt:
		return s.Body.Lbrace
	case *ast.TypeSwitchStmt:
		return within(s.Init, s.Body.Lbrace)
	}
	return within(s, s.End())
}

// endsBlock reports whether control may leave the block at a statement.
func endsBlock(s ast.Stmt) bool {
	if isLabeledControl(s) {
		return true
	}
	switch s := s.(type) {
	case *ast.BlockStmt, *ast.BranchStmt, *ast.LabeledStmt, *ast.IfStmt:
		return true
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "panic" && len(call.Args) == 1 {
				return true
			}
		}
	}
	return literalIn(s) != nil
}

// isLabeledControl reports whether a label must stay with the statement.
func isLabeledControl(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.SelectStmt, *ast.TypeSwitchStmt:
		return true
	}
	return false
}

// literalIn returns the first function literal within a node, or nil.
func literalIn(n ast.Node) (found *ast.FuncLit) {
	if n == nil || n == ast.Stmt(nil) || n == ast.Expr(nil) {
		return nil
	}
	ast.Inspect(n, func(x ast.Node) bool {
		if lit, ok := x.(*ast.FuncLit); ok && found == nil {
			found = lit
		}
		return found == nil
	})
	return found
}

// String returns the block as a coverage profile writes it: file:line.column,line.column
// statements.
func (b Block) String() string {
	return fmt.Sprintf("%s:%d.%d,%d.%d %d", b.File, b.Start.Line, b.Start.Column, b.End.Line, b.End.Column, b.Stmts)
}

// Unreached returns the blocks with statements, among those with the indices own, that no call reached. Function
// literals that may run later are left out.
func Unreached(blocks []Block, own []int, reached []bool) (list []Block) {
	later := runLater(blocks, own, reached)
	for _, i := range own {
		if b := blocks[i]; b.Stmts > 0 && !reached[i] && !later[b.Literal] {
			list = append(list, b)
		}
	}
	return list
}

// runLater returns the function literals, by their opening braces, that calls created and did not run. They may
// run after the call, like returned iterators; the counters do not see that. own are the
// indices of the blocks of the function around them.
func runLater(blocks []Block, own []int, reached []bool) map[token.Position]bool {
	later := map[token.Position]bool{}
	for _, i := range own {
		if reached[i] {
			later[blocks[i].End] = true
		}
	}
	for _, i := range own {
		if reached[i] {
			delete(later, blocks[i].Literal)
		}
	}
	for _, i := range own {
		// A literal created there runs later too.
		if later[blocks[i].Literal] {
			later[blocks[i].End] = true
		}
	}
	return later
}
