package refine

import (
	"go/constant"
	"go/types"
	"strings"
)

// Pointed returns the type that t points to, or t if it is no pointer type.
func Pointed(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// Struct returns the struct type of t or of what t points to. It reports false if there is none.
func Struct(t types.Type) (*types.Struct, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	return s, ok
}

// OriginOf returns the generic type that t, or its target, is an instance of. For other types it
// returns t.
func OriginOf(t types.Type) types.Type {
	if n, ok := types.Unalias(Pointed(t)).(*types.Named); ok {
		return n.Origin()
	}
	return t
}

// IsError reports whether t is error itself.
func IsError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// IsPointer reports whether t is a pointer type that has no name.
func IsPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// IsFunc reports whether values of type t are functions.
func IsFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// Int64 returns the value of an integer constant that fits int64. It reports false for other
// constants and for nil.
func Int64(v constant.Value) (int64, bool) {
	if v == nil {
		return 0, false
	}
	return constant.Int64Val(constant.ToInt(v))
}

// Mutable reports whether a call can change what a value of type t reaches.
func Mutable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Array:
		return Mutable(u.Elem())
	case *types.Struct:
		for v := range u.Fields() {
			if Mutable(v.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// TypeParts returns the types of the direct parts of values of t.
func TypeParts(t types.Type) []types.Type {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		var out []types.Type
		for f := range u.Fields() {
			out = append(out, f.Type())
		}
		return out
	case *types.Map:
		return []types.Type{u.Key(), u.Elem()}
	case *types.Slice:
		return []types.Type{u.Elem()}
	case *types.Array:
		return []types.Type{u.Elem()}
	case *types.Pointer:
		return []types.Type{u.Elem()}
	case *types.Signature:
		var out []types.Type
		for _, tuple := range []*types.Tuple{u.Params(), u.Results()} {
			for v := range tuple.Variables() {
				out = append(out, v.Type())
			}
		}
		return out
	}
	return nil
}

// ParamType returns the type that the i-th argument of a call must have, or nil if there are too
// many.
func ParamType(sig *types.Signature, i int, spread bool) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 {
		last := sig.Params().At(n - 1).Type()
		if s, ok := last.Underlying().(*types.Slice); ok && !spread {
			return s.Elem()
		}
		return last
	}
	if i < n {
		return sig.Params().At(i).Type()
	}
	return nil
}

// Inhabitants returns the dynamic types that a directive or its package gives an interface type. It
// returns nil for other types.
func Inhabitants(f Facts, t types.Type) []types.Type {
	if !types.IsInterface(t) {
		return nil
	}
	if tf := f.Of(t); tf != nil && len(tf.OneOf) > 0 {
		var out []types.Type
		for _, in := range tf.OneOf {
			out = append(out, in.T)
		}
		return out
	}
	return f.Implementers(t)
}

// Refers reports whether a value of type t may share memory with another value that can change.
func Refers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		for f := range u.Fields() {
			if Refers(f.Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return Refers(u.Elem())
	case *types.Interface:
		// Errors are passed around everywhere, and what they point to rarely changes.
		return !types.Implements(t, errorInterface)
	case *types.Tuple:
		for v := range u.Variables() {
			if Refers(v.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// IsString reports whether the values of a type are strings.
func IsString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// TypeKey identifies t within a run. []byte and []uint8 have different keys.
func TypeKey(t types.Type) string {
	return types.TypeString(types.Unalias(t), func(p *types.Package) string { return p.Path() })
}

// IsBool reports whether t is the type bool itself.
func IsBool(t types.Type) bool { return types.Identical(t, types.Typ[types.Bool]) }

// ElemType returns the element type of a slice, an array or a pointer to one, the rune type of a
// string, the value type of a map, or nil.
func ElemType(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			return a.Elem()
		}
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return types.Typ[types.Int32]
		}
	}
	return nil
}

// HasReferences reports whether a value of type t, or of a tuple, contains something with an
// identity: a pointer, a channel or an interface. It searches arrays, structs, slices and maps.
func HasReferences(t types.Type) bool { return references(t, map[string]bool{}) }

// references implements HasReferences. Seen breaks cycles of recursive types.
func references(t types.Type, seen map[string]bool) bool {
	if seen[TypeKey(t)] {
		return false
	}
	seen[TypeKey(t)] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Interface:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Slice:
		return references(u.Elem(), seen)
	case *types.Array:
		return references(u.Elem(), seen)
	case *types.Map:
		return references(u.Key(), seen) || references(u.Elem(), seen)
	case *types.Struct:
		for v := range u.Fields() {
			if references(v.Type(), seen) {
				return true
			}
		}
	case *types.Tuple:
		for v := range u.Variables() {
			if references(v.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// FuncType returns the text of a function type. Params may include names.
func FuncType(params, results []string) string {
	head := "func(" + strings.Join(params, ", ") + ")"
	switch len(results) {
	case 0:
		return head
	case 1:
		return head + " " + results[0]
	}
	return head + " (" + strings.Join(results, ", ") + ")"
}

// TypeName returns t relative to pkg: Tree, url.URL.
func TypeName(t types.Type, pkg *types.Package) string {
	return types.TypeString(t, func(p *types.Package) string {
		if pkg != nil && p.Path() == pkg.Path() {
			return ""
		}
		return p.Name()
	})
}

// IsBoolean reports whether the values of t are true and false.
func IsBoolean(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// IsInteger reports whether the values of t are integers.
func IsInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// ReachedTypes returns the types of the variables and of all values that these may contain, each once,
// in the order of a depth-first walk. Aliases are resolved.
func ReachedTypes(f Facts, vars []*Variable) []types.Type {
	var out []types.Type
	seen := map[types.Type]bool{}
	var visit func(t types.Type)
	visit = func(t types.Type) {
		t = types.Unalias(t)
		if seen[t] {
			return
		}
		seen[t] = true
		out = append(out, t)
		for _, impl := range Inhabitants(f, t) {
			visit(impl)
		}
		for _, part := range TypeParts(t) {
			visit(part)
		}
	}
	for _, v := range vars {
		visit(v.Type)
	}
	return out
}
