package event

import (
	"go/token"

	"github.com/rtest-dev/rtest/internal/harness/build"
)

// A Coverage is the part of a package that the inputs of its functions reached.
type Coverage struct {
	// Blocks are the blocks of go tool cover, in source order of each file. Reached says for
	// each whether a call reached it.
	Blocks  []build.Block
	Reached []bool
}

// Percent returns the percentage of statements that were reached. Ok is false if there are
// none.
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

// Add adds the blocks that another run of the same code reached, by index.
func (c *Coverage) Add(reached []bool) {
	for i, yes := range reached {
		c.Reached[i] = c.Reached[i] || yes
	}
}

// Lines are lines of a source file, from the position Start to the line End.
type Lines struct {
	Start token.Position
	End   int
	// Branches counts the branches that begin there.
	Branches int
}

// Holds reports whether a position is in the lines.
func (l Lines) Holds(p token.Position) bool {
	return l.Start.Filename == p.Filename && l.Start.Offset <= p.Offset && p.Line <= l.End
}

// Joined merges adjacent ranges of an ordered list.
func Joined(lines []Lines) (joined []Lines) {
	for _, l := range lines {
		if n := len(joined) - 1; n >= 0 && l.Start.Filename == joined[n].Start.Filename && l.Start.Line <= joined[n].End+1 {
			joined[n].End = max(joined[n].End, l.End)
			joined[n].Branches += l.Branches
			continue
		}
		joined = append(joined, l)
	}
	return joined
}
