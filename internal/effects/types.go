package effects

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/code"
	"golang.org/x/tools/go/ssa"
)

// withoutReceiver returns a signature without its receiver and type parameters.
func withoutReceiver(sig *types.Signature) *types.Signature {
	return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// takenAs returns the functions of a type that are used as values somewhere.
func (x *Index) takenAs(sig *types.Signature) []*ssa.Function {
	same := func(f *ssa.Function) bool {
		return f.Signature.Params().Len() == sig.Params().Len() && f.Signature.Results().Len() == sig.Results().Len()
	}
	if hasTypeParams(sig) {
		// The types with which it is called are not known.
		return filtered(x.allTaken, same)
	}
	list, _ := x.taken.At(withoutReceiver(sig)).([]*ssa.Function)
	return append(list[:len(list):len(list)], filtered(x.generic, same)...)
}

func filtered[T any](list []T, keep func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(v T) bool { return !keep(v) })
}

// hasTypeParams reports whether a type contains type parameters.
func hasTypeParams(t types.Type) bool {
	seen := map[types.Type]bool{}
	var visit func(t types.Type) bool
	visit = func(t types.Type) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		switch t := types.Unalias(t).(type) {
		case *types.TypeParam:
			return true
		case *types.Named:
			for arg := range t.TypeArgs().Types() {
				if visit(arg) {
					return true
				}
			}
			return false
		case *types.Signature:
			return visit(t.Params()) || visit(t.Results())
		case *types.Tuple:
			for v := range t.Variables() {
				if visit(v.Type()) {
					return true
				}
			}
			return false
		default:
			return slices.ContainsFunc(componentTypes(t), visit)
		}
	}
	return visit(t)
}

// implementers returns the candidates that implement an interface.
func (x *Index) implementers(u *types.Interface) []types.Type {
	if u.NumMethods() == 0 {
		return x.dynamicTypes
	}
	if known, ok := x.implementerCache.At(u).([]types.Type); ok {
		return known
	}
	list := filtered(x.dynamicTypes, func(t types.Type) bool { return types.Implements(t, u) })
	x.implementerCache.Set(u, list)
	return list
}

// implementations returns the methods that a call of an interface method may reach.
func (x *Index) implementations(t types.Type, method *types.Func) []*ssa.Function {
	var list []*ssa.Function
	u, ok := t.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	named := func(m *types.Func) bool { return m.Name() == method.Name() }
	of := x.dynamicTypes
	switch {
	case hasTypeParams(u):
	case u.IsMethodSet():
		of = x.implementers(u)
	default:
		of = filtered(of, func(c types.Type) bool { return types.Implements(c, u) })
	}
	for _, c := range of {
		list = append(list, x.methodsOf(c, named)...)
	}
	for _, m := range x.Methods(method.Name()) {
		if m.Signature().RecvTypeParams().Len() > 0 {
			if f := x.SSA.FuncValue(m); f != nil {
				list = append(list, f)
			}
		}
	}
	return list
}

// methodsOf returns the methods of a type, promoted ones included, for which keep returns true.
func (x *Index) methodsOf(t types.Type, keep func(*types.Func) bool) []*ssa.Function {
	if types.IsInterface(t) || hasTypeParams(t) {
		return nil
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.TypeParams().Len() > n.TypeArgs().Len() {
		return nil
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		if n, ok := types.Unalias(p.Elem()).(*types.Named); ok && n.TypeParams().Len() > n.TypeArgs().Len() {
			return nil
		}
	}
	var list []*ssa.Function
	for sel := range x.SSA.MethodSets.MethodSet(t).Methods() {
		m, ok := sel.Obj().(*types.Func)
		if !ok || !keep(m) {
			continue
		}
		if f := x.SSA.MethodValue(sel); f != nil {
			list = append(list, f)
		}
	}
	return list
}

// isKnownMethod reports whether code without source has an interface with that method.
func (x *Index) isKnownMethod(m *types.Func) bool {
	return slices.ContainsFunc(x.interfaces[m.Name()], func(i interfaceMethod) bool { return types.Identical(i.sig, withoutReceiver(m.Signature())) })
}

// printedMethods is like isKnownMethod, but only for the methods that code of package by looks for
// in values of any type. by is nil for any package.
func (x *Index) printedMethods(by *types.Package) func(m *types.Func) bool {
	return func(m *types.Func) bool {
		return slices.ContainsFunc(x.interfaces[m.Name()], func(i interfaceMethod) bool {
			return (i.stream == "" || by != nil && i.stream == by.Path()) && types.Identical(i.sig, withoutReceiver(m.Signature()))
		})
	}
}

// addInterfaces records the methods of the interfaces of a package without source.
func (x *Index) addInterfaces(pkg *code.Package) {
	if x.loaded(pkg.Types) {
		return
	}
	stream := ""
	if aboutStreams(pkg.Types) {
		stream = pkg.Path
	}
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		u, ok := tn.Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for m := range u.Methods() {
			x.addInterfaceMethod(m.Name(), m.Signature(), stream)
		}
	}
}

func (x *Index) addInterfaceMethod(name string, sig *types.Signature, stream string) {
	x.interfaces[name] = append(x.interfaces[name], interfaceMethod{withoutReceiver(sig), stream})
}

// addUnnamed records the methods of interfaces that the standard library does not name: those of
// errors, and the method by which JSON omits zeros.
func (x *Index) addUnnamed() {
	err, yes := types.Universe.Lookup("error").Type(), types.Typ[types.Bool]
	add := func(name string, param, result types.Type) {
		var params *types.Tuple
		if param != nil {
			params = types.NewTuple(types.NewVar(0, nil, "", param))
		}
		x.addInterfaceMethod(name, types.NewSignatureType(nil, nil, nil, params, types.NewTuple(types.NewVar(0, nil, "", result)), false), "")
	}
	add("Error", nil, types.Typ[types.String])
	add("Is", err, yes)
	add("As", types.NewInterfaceType(nil, nil), yes)
	add("Unwrap", nil, err)
	add("Unwrap", nil, types.NewSlice(err))
	add("IsZero", nil, yes)
}
