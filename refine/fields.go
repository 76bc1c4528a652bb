package refine

import "go/types"

// ReadsAny tells whether any field must be taken as read.
func (h *Hints) ReadsAny() bool { return h.ReadAll || h.Read == nil }

// HasField tells whether the field i of the structure u of the type t is among fields. Where
// t has no name it may be that of an identical type which the code, or a directive,
// writes elsewhere.
func (h *Hints) HasField(fields map[*types.Var]bool, t types.Type, u *types.Struct, i int) bool {
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

// ForValues returns other hints with what these say of texts and numbers.
func (h *Hints) ForValues(of Hints) Hints {
	of.Alphabet, of.Said, of.Broken = h.Alphabet, h.Said, h.Broken
	of.Bytes, of.Rest, of.Odd = h.Bytes, h.Rest, h.Odd
	of.Words, of.Patterns, of.Ints, of.Marks = h.Words, h.Patterns, h.Ints, h.Marks
	of.Suffixes, of.Formatted = h.Suffixes, h.Formatted
	return of
}
