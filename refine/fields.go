package refine

import (
	"go/types"
	"slices"
)

// ReadsAny reports whether any field must be assumed to be read.
func (h *Hints) ReadsAny() bool { return h.ReadsAllFields || h.ReadFields == nil }

// HasField reports whether fields has the i-th field of the struct u underlying t. If t has no
// name, the field of an identical type, written elsewhere in the code or in a directive, counts
// too.
func (h *Hints) HasField(fields map[*types.Var]bool, t types.Type, u *types.Struct, i int) bool {
	if v := u.Field(i); fields[v] || fields[v.Origin()] {
		return true
	}
	if _, unnamed := types.Unalias(t).(*types.Struct); !unnamed {
		return false
	}
	return slices.ContainsFunc(h.Unnamed, func(o *types.Struct) bool { return types.Identical(o, u) && fields[o.Field(i).Origin()] })
}

// ForValues returns the hints of, with the hints of h about texts and numbers.
func (h *Hints) ForValues(of Hints) Hints {
	of.Alphabet, of.ContractChars, of.InvalidUTF8 = h.Alphabet, h.ContractChars, h.InvalidUTF8
	of.Bytes, of.MoreChars, of.UnusualChars = h.Bytes, h.MoreChars, h.UnusualChars
	of.Words, of.Patterns, of.Ints, of.Thresholds = h.Words, h.Patterns, h.Ints, h.Thresholds
	of.Suffixes, of.Formatted = h.Suffixes, h.Formatted
	return of
}
