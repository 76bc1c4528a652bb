package hints

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
	"golang.org/x/tools/go/ssa"
)

// A route says where a value goes: into package variables, or anywhere.
type route struct {
	homes    map[*ssa.Global]bool
	anywhere bool
	seen     map[ssa.Value]bool
}

func newRoute() *route {
	return &route{homes: map[*ssa.Global]bool{}, seen: map[ssa.Value]bool{}}
}

// onlyInto reports whether the value goes nowhere but into g.
func (s *route) onlyInto(g *ssa.Global) bool {
	return !s.anywhere && (len(s.homes) == 0 || len(s.homes) == 1 && s.homes[g])
}

// value follows all uses of v.
func (s *route) value(v ssa.Value) {
	if s.seen[v] || s.anywhere || !carries(v.Type()) {
		return
	}
	s.seen[v] = true
	if v.Referrers() == nil {
		return
	}
	for _, in := range *v.Referrers() {
		s.use(in, v)
	}
}

// carries reports whether values of t may contain functions.
func carries(t types.Type) (found bool) {
	if _, ok := t.(*types.Tuple); ok {
		return true
	}
	eachPart(t, map[types.Type]bool{}, func(t types.Type) {
		switch u := t.Underlying().(type) {
		case *types.Signature, *types.Interface:
			found = true
		case *types.Basic:
			found = found || u.Kind() == types.UnsafePointer
		}
	})
	return found
}

// use follows one use of v.
func (s *route) use(in ssa.Instruction, v ssa.Value) {
	switch in := in.(type) {
	case *ssa.Store:
		if in.Val == v {
			s.into(in.Addr)
		}
	case *ssa.MapUpdate:
		if in.Key == v || in.Value == v {
			s.into(in.Map)
		}
	case *ssa.MakeClosure:
		if slices.Contains(in.Bindings, v) {
			s.anywhere = true
		} else {
			s.value(in)
		}
	case ssa.CallInstruction:
		s.call(in, v)
	case *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.TypeAssert, *ssa.Phi, *ssa.Slice, *ssa.Field, *ssa.FieldAddr,
		*ssa.Index, *ssa.IndexAddr, *ssa.Lookup, *ssa.UnOp, *ssa.Range, *ssa.Next, *ssa.Extract:
		s.value(in.(ssa.Value))
	case *ssa.BinOp, *ssa.If, *ssa.DebugRef:
	default:
		s.anywhere = true
	}
}

// call follows v into a call. If v is the called function itself, it is not passed on.
func (s *route) call(in ssa.CallInstruction, v ssa.Value) {
	c := in.Common()
	if !c.IsInvoke() && !slices.Contains(c.Args, v) {
		return
	}
	b, ok := c.Value.(*ssa.Builtin)
	switch {
	case !ok:
		s.anywhere = true
	case b.Name() == "len", b.Name() == "cap", b.Name() == "delete", b.Name() == "clear":
	case b.Name() == "append" && in.Value() != nil:
		s.value(in.Value())
	default:
		s.anywhere = true
	}
}

// into follows a store at an address or in a map.
func (s *route) into(at ssa.Value) {
	switch at := at.(type) {
	case *ssa.Global:
		s.homes[at] = true
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		s.value(at)
	case *ssa.FieldAddr:
		s.into(at.X)
	case *ssa.IndexAddr:
		s.into(at.X)
	case *ssa.UnOp:
		if g, ok := at.X.(*ssa.Global); ok {
			s.homes[g] = true
		} else {
			s.anywhere = true
		}
	default:
		s.anywhere = true
	}
}

// onlyReachedBy reports whether the content of a package variable is reached only through that
// variable: it is made where it is stored, and no code passes it on. mentions are the instructions
// that mention the variable.
func onlyReachedBy(g *ssa.Global, mentions []ssa.Instruction) bool {
	for _, in := range mentions {
		s := newRoute()
		if st, ok := in.(*ssa.Store); ok && st.Addr == g {
			if !madeInPlace(st.Val) {
				return false
			}
			s.value(st.Val)
		} else {
			s.use(in, g)
		}
		if !s.onlyInto(g) {
			return false
		}
	}
	return true
}

// madeInPlace reports whether a value is a function, a constant, or made on the spot.
func madeInPlace(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.MakeClosure, *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		return true
	case *ssa.Slice:
		_, ok := v.X.(*ssa.Alloc)
		return ok
	case *ssa.ChangeType:
		return madeInPlace(v.X)
	case *ssa.MakeInterface:
		return madeInPlace(v.X)
	case *ssa.UnOp:
		// A struct or an array put together on the spot.
		_, ok := v.X.(*ssa.Alloc)
		return ok
	}
	return false
}

// store records that values of some types are stored at an address, in a map or in a channel. They
// count as published if that is part of a package variable, and as stored if it may be.
func (s *summary) store(at ssa.Value, list ...types.Type) {
	global, fresh := rooted(at, map[ssa.Value]bool{})
	for _, t := range list {
		// What a function value captures counts as read where its body reads it.
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

// rooted reports whether an address is part of a package variable, and whether it belongs to what
// the function itself declared or made.
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
			// What a local variable points to was not made by the function.
			global, _ = rooted(at.X, seen)
		}
	}
	return global, false
}

// holdsFields reports whether values of t reach struct fields or values of interfaces.
func holdsFields(t types.Type) (found bool) {
	eachPart(t, map[types.Type]bool{}, func(t types.Type) {
		switch t.Underlying().(type) {
		case *types.Struct, *types.Interface:
			found = true
		}
	})
	return found
}
