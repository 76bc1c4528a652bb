package check

import (
	"go/ast"
	"go/token"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// A Coverage is what the inputs of a package's functions reached of it.
type Coverage struct {
	// Blocks are those of go tool cover, in source order of each file; Reached
	// tells of each whether a call has reached it.
	Blocks  []harness.Block
	Reached []bool
}

// Percent is how many of a hundred statements were reached; ok is false where
// there are none.
func (c *Coverage) Percent() (percent float64, ok bool) {
	reached, all := 0, 0
	for i, b := range c.Blocks {
		all += b.Stmts
		if c.Reached[i] {
			reached += b.Stmts
		}
	}
	if all == 0 {
		return 0, false
	}
	return 100 * float64(reached) / float64(all), true
}

func (c *Coverage) add(reached []bool) {
	for i, yes := range reached {
		c.Reached[i] = c.Reached[i] || yes
	}
}

// Lines are some lines of a source file, from the place Start to the line End.
type Lines struct {
	Start token.Position
	End   int
}

// unreached are the lines of a function's body with statements that no call has
// reached, of each block.
func (r *run) unreached(c *refine.Contract, blocks []harness.Block, reached []bool) []Lines {
	if c.Func == nil {
		return nil
	}
	from, to := r.body(c)
	var lines []Lines
	for i, b := range blocks {
		within := b.File == from.Filename && from.Offset <= b.Start.Offset && b.End.Offset <= to.Offset
		if !within || b.Stmts == 0 || i < len(reached) && reached[i] {
			continue
		}
		lines = append(lines, Lines{Start: b.Start, End: b.End.Line})
	}
	return lines
}

// Joined are lines in order with those that follow each other as one.
func Joined(lines []Lines) (joined []Lines) {
	for _, l := range lines {
		if n := len(joined) - 1; n >= 0 && l.Start.Line <= joined[n].End+1 {
			joined[n].End = max(joined[n].End, l.End)
			continue
		}
		joined = append(joined, l)
	}
	return joined
}

// body is where the body of the function is declared, as far as its package is
// the one at hand.
func (r *run) body(c *refine.Contract) (from, to token.Position) {
	for _, f := range r.pkg.Syntax {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if ok && fn.Body != nil && fn.Name.Pos() == c.Func.Pos() {
				return r.pkg.Fset.PositionFor(fn.Body.Pos(), false), r.pkg.Fset.PositionFor(fn.Body.End(), false)
			}
		}
	}
	return from, to
}
