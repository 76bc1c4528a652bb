package annotations

import (
	"go/types"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/internal/hints"
	"github.com/rtest-dev/rtest/refine"
)

// Duties returns the duties of the callers of c's function that a panic with this
// text breaks: see hints.Program.Duties. The stack has the frames of the main
// module, innermost first, as "function file:line".
func (p *Program) Duties(pkg *refine.Package, c *refine.Contract, stack []string, text string) (duties []hints.Duty, all bool) {
	u := p.units[pkg]
	u.dutyLock.Lock()
	defer u.dutyLock.Unlock()
	var sites []hints.Site
	for _, line := range stack {
		_, at, _ := strings.Cut(line, " ")
		i := strings.LastIndexByte(at, ':')
		if i < 0 {
			return nil, false
		}
		n, err := strconv.Atoi(at[i+1:])
		if err != nil {
			return nil, false
		}
		sites = append(sites, hints.Site{File: at[:i], Line: n})
	}
	return u.forDuties().Duties(c.Func, sites, text)
}

// forDuties is a program of its own: the one that hints come from may be in use
// while functions are tested.
func (u *unit) forDuties() *hints.Program {
	if u.dutiful == nil {
		u.dutiful = hints.New(u.graph.Fset, analyzable(u.graph, u.node, map[*load.Package]*hints.Package{}), u.facts)
	}
	return u.dutiful
}

// OrderedByCallers tells whether a function is a method that package sort or
// container/heap calls, with indices that they know to be good.
func OrderedByCallers(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	methods := types.NewMethodSet(recv.Type())
	has := func(name, like string) bool {
		sel := methods.Lookup(fn.Pkg(), name)
		if sel == nil {
			return false
		}
		var params []string
		sig := sel.Obj().Type().(*types.Signature)
		for v := range sig.Params().Variables() {
			params = append(params, types.TypeString(v.Type().Underlying(), nil))
		}
		return strings.Join(params, ",") == like
	}
	if !has("Len", "") || !has("Less", "int,int") || !has("Swap", "int,int") {
		return false
	}
	switch fn.Name() {
	case "Less", "Swap":
		return true
	case "Pop", "Push":
		return has("Pop", "") && (has("Push", "interface{}") || has("Push", "any"))
	}
	return false
}
