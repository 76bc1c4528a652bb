package hints

import (
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/refine"
	"golang.org/x/tools/go/ssa"
)

// store notes that values of some types are stored at an address, in a map or in a channel:
// published where that is part of a package variable, stored where it may be.
func (s *summary) store(at ssa.Value, list ...types.Type) {
	global, fresh := rooted(at, map[ssa.Value]bool{})
	for _, t := range list {
		// What a function value captures is read where its body reads it.
		if refine.IsFunc(t) || !holdsFields(t) {
			continue
		}
		switch {
		case global:
			s.published = append(s.published, t)
		case !fresh:
			s.stored = append(s.stored, t)
		}
	}
}

// rooted tells whether what is at an address is part of a package variable, and whether it
// is a variable of the function itself or was made by it.
func rooted(at ssa.Value, seen map[ssa.Value]bool) (global, fresh bool) {
	if seen[at] {
		return false, true
	}
	seen[at] = true
	switch at := at.(type) {
	case *ssa.Global:
		return true, false
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return false, true
	case *ssa.Phi:
		fresh = true
		for _, e := range at.Edges {
			g, f := rooted(e, seen)
			global, fresh = global || g, fresh && f
		}
		return global, fresh
	case *ssa.FieldAddr:
		return rooted(at.X, seen)
	case *ssa.IndexAddr:
		return rooted(at.X, seen)
	case *ssa.Slice:
		return rooted(at.X, seen)
	case *ssa.ChangeType:
		return rooted(at.X, seen)
	case *ssa.MakeInterface:
		return rooted(at.X, seen)
	case *ssa.TypeAssert:
		global, _ = rooted(at.X, seen)
	case *ssa.Extract:
		global, _ = rooted(at.Tuple, seen)
	case *ssa.Field:
		global, _ = rooted(at.X, seen)
	case *ssa.Index:
		global, _ = rooted(at.X, seen)
	case *ssa.Lookup:
		global, _ = rooted(at.X, seen)
	case *ssa.UnOp:
		if at.Op == token.MUL {
			// What a variable of the function points to was not made by it.
			global, _ = rooted(at.X, seen)
		}
	}
	return global, false
}

// holdsFields tells whether values of t reach struct fields or values of interfaces.
func holdsFields(t types.Type) (found bool) {
	eachPart(t, map[types.Type]bool{}, func(t types.Type) {
		switch t.Underlying().(type) {
		case *types.Struct, *types.Interface:
			found = true
		}
	})
	return found
}
