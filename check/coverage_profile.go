package check

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/refine"
)

// unreached returns the lines of a function's body that no call has reached: for each block those
// with statements. Function literals that may run later are left out.
func (r *run) unreached(c *refine.Contract, b *harness.Binary, reached []bool) []event.Lines {
	if c.Func == nil || c.Func.Pkg() == nil || reached == nil {
		return nil
	}
	dir, blocks := r.sourceDir(c.Func.Pkg().Path()), b.Blocks()
	var own []int
	for _, i := range b.BlocksOf(build.FuncKey(c.Func)) {
		if filepath.Dir(blocks[i].File) == dir {
			own = append(own, i)
		}
	}
	var lines []event.Lines
	for _, b := range build.Unreached(blocks, own, reached) {
		l := event.Lines{Start: b.Start, End: b.End.Line}
		if b.Branch {
			l.Branches = 1
		}
		lines = append(lines, l)
	}
	slices.SortStableFunc(lines, func(a, b event.Lines) int {
		return cmp.Or(cmp.Compare(a.Start.Filename, b.Start.Filename), cmp.Compare(a.Start.Offset, b.Start.Offset))
	})
	return lines
}

// sourceDir returns the directory of a package of the module, or "" for a package of another
// module.
func (r *run) sourceDir(path string) string {
	if path == r.Pkg.Types.Path() {
		return r.Pkg.Dir
	}
	rel, ok := strings.CutPrefix(path+"/", r.Pkg.Module+"/")
	if !ok {
		return ""
	}
	return filepath.Join(r.Pkg.ModuleDir, filepath.FromSlash(rel))
}

// untested says why postconditions were never decided.
func untested(clauses []*refine.Clause) (all []event.Untested) {
	for _, c := range clauses {
		why := "the result was always an error"
		switch e := c.Expr.(type) {
		case *refine.Logic:
			if e.Op == refine.Implies {
				why = "the premise of ==> never held"
			}
		case *refine.Quant:
			why = "there was never anything to quantify over"
			if body, ok := e.Body.(*refine.Logic); ok && body.Op == refine.Implies {
				why += ", or the premise of ==> never held"
			}
		}
		all = append(all, event.Untested{Clause: c.Kind.String() + " " + c.Text, Pos: c.Pos, Why: why})
	}
	return all
}
