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
