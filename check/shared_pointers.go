package check

import (
	"go/types"

	"github.com/rtest-dev/rtest/refine"
)

// sharedStruct returns the name of a struct type to which several pointers lead that
// are parts of the inputs, as in a doubly linked list; "" where there is none.
func sharedStruct(inputs []*refine.Variable) (name string) {
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

// pointee returns the named type to which a pointer leads, nil for other types.
func pointee(t types.Type) *types.Named {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	to, _ := types.Unalias(p.Elem()).(*types.Named)
	return to
}
