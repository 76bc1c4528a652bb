package refine

import (
	"go/types"
)

// SharedInputs are inputs, by ascending index, that may be the same memory: pointers of one type,
// slices of one element type, or maps of one type.
type SharedInputs struct {
	Inputs []int
}

// MemoryOf returns the type that values of type t share if they are the same memory, or nil if they
// never are.
func MemoryOf(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return u
	}
	return nil
}

// Writes say where a call may write.
type Writes struct {
	// Keeps means that a call may store something in package variables.
	Keeps bool
	// Reads means that neither the code nor the contract does anything with the memory of inputs but
	// read it.
	Reads bool
	// Aliases are pairs of inputs that no directive declares as shared, but for which a caller may pass the same
	// memory. The code writes to one of each pair.
	Aliases []SharedInputs
}

// SharedStruct returns the name of a struct type to which several pointers in the inputs lead, as in a doubly linked
// list, or "" if there is none.
func SharedStruct(inputs []*Variable) (name string) {
	seen := map[types.Type]bool{}
	leads := map[*types.Named]int{}
	var walk func(t types.Type)
	walk = func(t types.Type) {
		if seen[t] || name != "" {
			return
		}
		seen[t] = true
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			walk(u.Elem())
		case *types.Slice:
			walk(u.Elem())
		case *types.Array:
			walk(u.Elem())
		case *types.Map:
			walk(u.Elem())
		case *types.Struct:
			for f := range u.Fields() {
				to := pointee(f.Type())
				if leads[to]++; to != nil && leads[to] > 1 && name == "" {
					name = to.Obj().Name()
				}
				walk(f.Type())
			}
		}
	}
	for _, v := range inputs {
		walk(v.Type)
	}
	return name
}

// pointee returns the named type that a pointer points to, or nil for other types.
func pointee(t types.Type) *types.Named {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	to, _ := types.Unalias(p.Elem()).(*types.Named)
	return to
}
