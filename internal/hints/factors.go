package hints

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// factor adds the constants that an operand of a product or of a division may be
// where it is none itself: a unit of time or of size that is chosen by its name.
func (s *summary) factor(a *Program, in *ssa.BinOp) {
	if in.Op != token.MUL && in.Op != token.QUO || a.Module(in.Parent()) == "" {
		return
	}
	found := a.origins(func(f *origin) {
		for _, v := range [2]ssa.Value{in.X, in.Y} {
			if _, ok := integer(v.Type()); ok && !constantOperand(v) {
				f.value(v, nil, valueDepth)
			}
		}
	})
	for _, k := range found {
		if n, ok := constInts(k.Value, k.Type()); ok && n > smallTerm {
			s.factors = append(s.factors, n)
		}
	}
}
