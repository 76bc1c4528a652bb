package prepare

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// processEntry is the function in which a test process begins.
const processEntry = "TestMain"

// entryTaken returns the position at which the package declares processEntry outside its tests. The
// result is invalid if it does not. A test process leaves out the one in the tests.
func (r *Package) entryTaken() token.Position {
	obj := r.Pkg.Types.Scope().Lookup(processEntry)
	if obj == nil {
		return token.Position{}
	}
	at := r.Pkg.Fset.Position(obj.Pos())
	if strings.HasSuffix(at.Filename, "_test.go") {
		return token.Position{}
	}
	return at
}

// markUncallable reports whether no process can be built that calls the function, and records the
// reason in the plan. Either its package declares processEntry, or an input has an invariant that
// names something another package does not export.
func (r *Package) markUncallable(p *Plan, bound *refine.Contract) bool {
	if at := r.entryTaken(); at.IsValid() {
		p.Fixed.Verdict, p.Fixed.Blame = event.Unsupported, at
		p.Fixed.Reason = "the package declares " + processEntry + " outside of its tests, and a test process begins with a function of that name"
		p.Fixed.Help = "give it another name, or put the contracts into another package: var _ = F"
		return true
	}
	for _, v := range bound.Inputs() {
		cl := gosource.HiddenInvariant(r.Pkg.Types, r.Pkg.Forwards, r.Pkg.Facts, v.Type)
		if cl == nil {
			continue
		}
		p.Fixed.Verdict, p.Fixed.Blame = event.Unsupported, cl.Pos
		p.Fixed.Reason = fmt.Sprintf("%s cannot be built: %s %s cannot be evaluated in package %s: %v",
			v.Name, cl.Kind, cl.Text, r.Pkg.Types.Name(), gosource.Writable(r.Pkg.Types, r.Pkg.Forwards, cl.Expr))
		p.Fixed.Help = "export what it refers to, or name functions that make such values with //rtest:via"
		return true
	}
	return false
}
