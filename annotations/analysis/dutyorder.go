package analysis

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// before tells whether one instruction of a function may run before another one: what is
// compared behind a panic, as the bound of a loop over what was made, is no check.
func before(in, other ssa.Instruction) bool {
	from, to := in.Block(), other.Block()
	if from == to && slices.Index(from.Instrs, in) < slices.Index(from.Instrs, other) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{}
	var reaches func(b *ssa.BasicBlock) bool
	reaches = func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool {
			if s == to {
				return true
			}
			if seen[s] {
				return false
			}
			seen[s] = true
			return reaches(s)
		})
	}
	return reaches(from)
}
