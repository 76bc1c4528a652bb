package facts

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// A placedDirective is a directive of a type, with the unit whose files contain it.
type placedDirective struct {
	Unit *names.Unit
	d    *syntax.Directive
}

// unsourced reports whether no directive says where values of the type come from.
func (b *factBuilder) unsourced() bool {
	return b.out.Via == nil && b.out.Values == nil && b.out.OneOf == nil
}

// warnIdle warns of directives without effect: those that another one of the same package
// overrides, and those that need one that is missing. A contract file may give a type other values
// than its own package does.
func (b *factBuilder) warnIdle() {
	given := func(verb string, u *names.Unit) bool {
		return slices.ContainsFunc(b.directives, func(g placedDirective) bool { return g.d.Verb.Name == verb && (u == nil || g.Unit == u) })
	}
	seen := map[string]bool{}
	for _, g := range b.directives {
		if seen[g.d.Verb.Name] {
			continue
		}
		seen[g.d.Verb.Name] = true
		warn := func(code diag.Code, format string, args ...any) {
			g.Unit.Report(g.d.Verb.Span, diag.Warning, code, "", format, args...)
		}
		depth, _ := g.d.Body.(*syntax.Depth)
		switch verb := g.d.Verb.Name; {
		case (verb == "via" && b.out.Via != nil || verb == "oneof" && b.out.OneOf != nil) && b.out.Values != nil && given("values", g.Unit):
			warn(codes.Via, "%s has no effect: values lists all values", verb)
		case verb == "via" && b.onlySteps():
			g.Unit.Errorf(g.d.Verb.Span, codes.Via, "no value begins here, as all of these are steps: list a function that returns %s, or a composite literal, too", types.TypeString(b.t, types.RelativeTo(g.Unit.Node.Types)))
		case verb == "oneof" && b.out.OneOf != nil && b.out.Via != nil && given("via", g.Unit):
			warn(codes.Via, "oneof has no effect: via builds all values")
		case verb == "state" && (b.out.State != nil || b.out.StateMethod != "") && b.out.Via == nil && !given("via", nil):
			warn(codes.State, "state has no effect without via: it distinguishes values built by calls")
		case verb == "shared" && b.out.Shared && !b.unsourced():
			warn(codes.Shared, "shared has no effect: via or values give all values")
		case depth != nil && depth.Param.Name == "" && b.out.Via == nil && !b.out.Shared && !given("via", nil):
			warn(codes.State, "depth counts for nothing without via or shared: it is how many calls make a value, or how many may share memory; a function may have a depth")
		}
	}
}

// onlySteps reports whether the via directives, if otherwise correct, list no constructor.
func (b *factBuilder) onlySteps() bool {
	listed := 0
	for _, g := range b.directives {
		if g.d.Verb.Name != "via" {
			continue
		}
		via, ok := g.d.Body.(*syntax.Via)
		if !ok {
			return false
		}
		listed += len(via.Calls)
	}
	return listed == len(b.out.Via) && !slices.ContainsFunc(b.out.Via, func(c *refine.Callee) bool { return !c.Step })
}
