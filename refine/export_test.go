package refine

// SameFunctions is what the harness's equal.go needs of the rest of its
// runtime, for functions that are no inputs.
const SameFunctions = `package rt

import "reflect"

func sameFunction(x, y reflect.Value) bool { return x.UnsafePointer() == y.UnsafePointer() }
`
