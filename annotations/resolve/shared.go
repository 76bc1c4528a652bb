package resolve

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// shared adds the inputs that a directive lets be the same memory.
func (b *builder) shared(body *syntax.Shared) {
	var group refine.SharedInputs
	var first *refine.Variable
	for _, id := range body.Params {
		i := b.inputIndex(id)
		if i < 0 {
			return
		}
		v := b.c.Inputs()[i]
		switch {
		case slices.Contains(group.Inputs, i):
			b.u.Errorf(id.Span, codes.Twice, "%s is listed before", id.Name)
			return
		case refine.MemoryOf(v.Type) == nil:
			b.u.Errorf(id.Span, codes.Shared, "%s (of type %s) is not a pointer, slice or map, so it cannot share memory with another parameter%s", id.Name, b.u.TypeName(v.Type), withinHelp(v.Type))
			return
		case first != nil && !types.Identical(refine.MemoryOf(first.Type), refine.MemoryOf(v.Type)):
			b.u.Errorf(id.Span, codes.Shared, "%s (of type %s) and %s (of type %s) are tried as the same memory only if they are of one type: pointers to elements and fields are not made; write the contract of a function that makes them: func f(xs []T, i int) { g(&xs[i], xs) }", first.Name, b.u.TypeName(first.Type), id.Name, b.u.TypeName(v.Type))
			return
		}
		if first == nil {
			first = v
		}
		group.Inputs = append(group.Inputs, i)
	}
	slices.Sort(group.Inputs)
	b.c.Shared = append(b.c.Shared, group)
}

// withinHelp says how parts of values of a type can be the same memory, if it has parts.
func withinHelp(t types.Type) string {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array, *types.Interface:
		return "; pointers in it to a struct type meet where that type has //rtest:shared"
	}
	return ""
}
