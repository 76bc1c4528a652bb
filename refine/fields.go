package refine

import "go/types"

// readsAny tells whether any field must be taken as read.
func (h *Hints) readsAny() bool { return h.ReadAll || h.Read == nil }

// has tells whether the field i of the structure u of the type t is among fields. Where
// t has no name it may be that of an identical type which the code, or a directive,
// writes elsewhere.
func (h *Hints) has(fields map[*types.Var]bool, t types.Type, u *types.Struct, i int) bool {
	if v := u.Field(i); fields[v] || fields[v.Origin()] {
		return true
	}
	if _, unnamed := types.Unalias(t).(*types.Struct); !unnamed {
		return false
	}
	for _, o := range h.Unnamed {
		if types.Identical(o, u) && fields[o.Field(i).Origin()] {
			return true
		}
	}
	return false
}
