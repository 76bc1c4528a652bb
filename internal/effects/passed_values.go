package effects

import (
	"go/types"

	"github.com/rtest-dev/rtest/refine"
	"golang.org/x/tools/go/ssa"
)

// A recipient is code without source that gets a value: a function, or a method of its package. pkg
// is nil if it is not known.
type recipient struct {
	pkg  *types.Package
	name string
}

// passedValue looks into the methods of a value that is passed to a function whose source is not
// loaded. Functions among the arguments were mentioned, so they have been followed already.
func (s *effects) passedValue(to recipient, v ssa.Value) {
	if s.found != "" {
		return
	}
	switch v := v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.MakeClosure:
		return
	case *ssa.MakeInterface:
		if !standardStream(v.X) {
			s.dynamicMethods(to, v.X.Type(), emptyInterface(v.Type()), map[types.Type]bool{})
			s.carriedValues(to, v.X)
		}
		return
	case *ssa.ChangeInterface:
		s.passedValue(to, v.X)
		return
	case *ssa.Slice:
		if elems, ok := elements(v); ok {
			for _, e := range elems {
				s.passedValue(to, e)
			}
			return
		}
	}
	s.carriedValues(to, v)
}

// elements returns the elements of a slice that the compiler makes of variadic arguments or of a
// literal.
func elements(v *ssa.Slice) ([]ssa.Value, bool) {
	array, ok := v.X.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	var values []ssa.Value
	for _, r := range *array.Referrers() {
		switch r := r.(type) {
		case *ssa.Slice, *ssa.DebugRef:
		case *ssa.IndexAddr:
			for _, use := range *r.Referrers() {
				st, ok := use.(*ssa.Store)
				if !ok || st.Addr != r {
					return nil, false
				}
				values = append(values, st.Val)
			}
		default:
			return nil, false
		}
	}
	return values, true
}

// dynamicMethods looks into the methods of a type that other code gets as an interface: those that
// occur in an interface of that code, or all if the code calls by name. With deep set, the
// interface has no methods, so the code may print or encode the value and its parts.
func (s *effects) dynamicMethods(to recipient, t types.Type, deep bool, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	which := s.isKnownMethod
	if deep {
		which = s.printedMethods(to.pkg)
	}
	if callsByName(to.pkg) {
		which = (*types.Func).Exported
	}
	for _, f := range s.methodsOf(t, which) {
		s.function(f)
	}
	if !deep {
		return
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if s.withoutSource(n.Obj().Pkg()) {
			return
		}
		// A printed value may be addressable.
		for _, f := range s.methodsOf(types.NewPointer(n), which) {
			s.function(f)
		}
	}
	if types.IsInterface(t) {
		s.interfaceMethods(to, t)
		return
	}
	for _, part := range componentTypes(t) {
		s.dynamicMethods(to, part, true, seen)
	}
}

// carriedValues looks into the interfaces and functions in a value. Other code made the value, and
// may have put anything there. The results of calls are followed at the call.
func (s *effects) carriedValues(to recipient, v ssa.Value) {
	if types.IsInterface(v.Type()) {
		if emptyInterface(v.Type()) || !s.passedOn(v) {
			s.interfaceMethods(to, v.Type())
		}
		return
	}
	if madeByCall(v) {
		return
	}
	for _, part := range s.carrierTypes(v.Type()) {
		switch u := part.Underlying().(type) {
		case *types.Signature:
			for _, f := range s.takenAs(u) {
				s.function(f)
			}
		case *types.Interface:
			if u.NumMethods() > 0 || callsByName(to.pkg) {
				s.interfaceMethods(to, part)
			}
		}
	}
}

// madeByCall reports whether a call in the same function returned the value, or the value is still
// empty.
func madeByCall(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Call, *ssa.Const, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return true
	case *ssa.Extract:
		_, call := v.Tuple.(*ssa.Call)
		return call
	}
	return false
}

// passedOn reports whether a value is the result of a function without source, such as errors.New.
// The function's arguments have then been looked into.
func (s *effects) passedOn(v ssa.Value) bool {
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.IsInvoke() {
		return false
	}
	f := call.Call.StaticCallee()
	return f != nil && !s.isAnalyzed(f)
}

// A handover is a value of an interface type that code of a package gets.
type handover struct {
	to *types.Package
	t  types.Type
}

// interfaceMethods follows the methods of a value whose interface type alone is known.
func (s *effects) interfaceMethods(to recipient, t types.Type) {
	u, ok := t.Underlying().(*types.Interface)
	if !ok || s.found != "" {
		return
	}
	if callsByName(to.pkg) {
		s.reflectionTargets(to.name)
		return
	}
	if !aboutStreams(to.pkg) {
		to.pkg = nil // Like all other packages, it tests only for general interfaces.
	}
	key := handover{to.pkg, t}
	if s.handovers[key] {
		return
	}
	s.handovers[key] = true
	which := s.isKnownMethod
	if u.NumMethods() == 0 {
		which = s.printedMethods(to.pkg)
	} else if name := s.giverOf(u); name != "" {
		s.found = name
		return
	}
	for _, c := range s.implementers(u) {
		for _, f := range s.methodsOf(c, which) {
			s.function(f)
		}
	}
}

// standardStream reports whether v is os.Stdout or os.Stderr. Output to these goes to rtest.
func standardStream(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "os" && (g.Name() == "Stdout" || g.Name() == "Stderr")
}

func emptyInterface(t types.Type) bool {
	u, ok := t.Underlying().(*types.Interface)
	return ok && u.NumMethods() == 0
}

// componentTypes returns the types that a value of a type consists of or refers to.
func componentTypes(t types.Type) []types.Type {
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return []types.Type{u.Elem()}
	case *types.Signature:
		return nil
	}
	return refine.TypeParts(t)
}

// carrierTypes returns the interface and function types in a type that code without source can
// reach. Such code does not know the types of packages with source.
func (s *Index) carrierTypes(t types.Type) []types.Type {
	if known, ok := s.carrierCache.At(t).([]types.Type); ok {
		return known
	}
	var list []types.Type
	seen := map[types.Type]bool{}
	var visit func(t types.Type)
	visit = func(t types.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		switch t.Underlying().(type) {
		case *types.Signature:
			list = append(list, t)
			return
		case *types.Interface:
			if _, param := types.Unalias(t).(*types.TypeParam); !param {
				list = append(list, t)
			}
			return
		}
		if n, ok := types.Unalias(t).(*types.Named); ok && !s.withoutSource(n.Obj().Pkg()) {
			return
		}
		for _, part := range componentTypes(t) {
			visit(part)
		}
	}
	visit(t)
	s.carrierCache.Set(t, list)
	return list
}
