package check

import (
	"fmt"

	"github.com/rtest-dev/rtest/refine"
)

// hides tells whether an input has an invariant that cannot be evaluated in the
// package under test, because it speaks of what another one does not export; the
// plan then says so.
func (r *run) hides(p *plan, bound *refine.Contract) bool {
	for _, v := range bound.Inputs() {
		cl := refine.HiddenInvariant(r.pkg.Types, r.pkg.Facts, v.Type)
		if cl == nil {
			continue
		}
		p.fixed.Verdict, p.fixed.Blame = Unsupported, cl.Pos
		p.fixed.Reason = fmt.Sprintf("%s cannot be built: %s %s cannot be evaluated in package %s: %v",
			v.Name, cl.Kind, cl.Text, r.pkg.Types.Name(), refine.Writable(r.pkg.Types, cl.Expr))
		p.fixed.Help = "export what it speaks of, or say by //rtest:via which functions make such values"
		return true
	}
	return false
}
