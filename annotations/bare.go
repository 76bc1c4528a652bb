package annotations

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// bare adds a function that has no contract, where such ones are tested: one that
// other packages can call. It tells whether it did.
func (c *collector) bare(f *ast.File, fd *ast.FuncDecl, fn *types.Func) bool {
	test := strings.HasSuffix(c.u.graph.fset.Position(fd.Pos()).Filename, "_test.go")
	if !c.u.graph.cfg.All || c.u.pkg == nil || test || !visible(fn) {
		return false
	}
	s := c.subject(fn, fd.Name.Pos(), f)
	s.bare = true
	s.sources = append(s.sources, source{dirs: c.u.directivesOf(fd), file: f, unit: c.u, sig: fn.Signature()})
	return true
}

// visible tells whether other packages can call the function: it is exported, and
// so is the type of its receiver.
func visible(fn *types.Func) bool {
	if !fn.Exported() {
		return false
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return true
	}
	n, ok := types.Unalias(refine.Pointed(recv.Type())).(*types.Named)
	return ok && n.Obj().Exported()
}
