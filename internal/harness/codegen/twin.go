package codegen

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// twins returns the addresses of the second copies of the inputs, if there are any.
func (p *Plan) twins() (list []string) {
	for k := range p.Target.Contract.Inputs() {
		if p.twin {
			list = append(list, "&"+twinField(k))
		}
	}
	return list
}

// needsTwin reports whether the contract mentions values from before the call.
func needsTwin(c *refine.Contract) bool {
	if len(c.Lets) > 0 || c.Pure != nil {
		return true
	}
	return slices.ContainsFunc(c.Post, func(p *refine.Clause) bool { return refersToOld(p.Expr) })
}

func refersToOld(e refine.Expr) bool {
	found := false
	refine.Inspect(e, func(e refine.Expr) bool {
		if _, ok := e.(*refine.Old); ok {
			found = true
		}
		return !found
	})
	return found
}

// comparesWithTwin reports whether pointers into an input and into its twin can be compared:
// the inputs have pointers, and the contract takes addresses from the twin or compares them.
func comparesWithTwin(t *Target) bool {
	meet, taken := false, false
	for _, l := range t.Contract.Lets {
		meet = meet || meets(l.Value)
	}
	for _, p := range t.Contract.Post {
		refine.Inspect(p.Expr, func(e refine.Expr) bool {
			switch e := e.(type) {
			case *refine.Old:
				meet = meet || meets(e.X)
			case *refine.Unary:
				taken = taken || e.Op == token.AND // as &old(xs)[0]
			}
			return true
		})
	}
	if !meet || taken {
		return taken
	}
	return slices.ContainsFunc(t.Shapes, func(s value.Shape) bool { return value.Has(s, refers) })
}

// meets reports whether the value of an expression over the twin holds addresses, or a variable in it that is
// not an input does.
func meets(e refine.Expr) bool {
	found := refine.HasReferences(e.Type())
	refine.Inspect(e, func(e refine.Expr) bool {
		switch e := e.(type) {
		case *refine.Ref:
			found = found || e.Var.Role != refine.Input && refine.HasReferences(e.Var.Type)
		case *refine.Object:
			_, variable := e.Obj.(*types.Var)
			found = found || variable && refine.HasReferences(e.T)
		}
		return !found
	})
	return found
}

// refers reports whether values of a shape itself, apart from its parts, hold pointers.
func refers(s value.Shape) bool {
	switch s.(type) {
	case *value.Pointer, *value.Reference, *value.Drawn, *value.Calls, *value.Listed:
		return true
	}
	return false
}
