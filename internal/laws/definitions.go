package laws

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// mostDefinitions limits the number of terms tried as definitions.
const mostDefinitions = 200_000

// definitions finds for each function the smallest call of other functions that equals its general
// call according to the laws. The term may contain the function itself if one of the arguments is a
// constant. It has a size of which all terms were tried. Each definition is a pair of terms.
func (x *explorer) definitions() (out [][2]*terms.Term) {
	general := map[*terms.Term][]*terms.Term{}
	open, sorts := map[int]bool{}, map[int]int{}
	for symbol, s := range x.Symbols {
		if t := x.general(symbol, s.Args); t != nil && !x.about(symbol) {
			n := x.system.Normalize(t)
			general[n] = append(general[n], t)
			open[symbol] = true
			sorts[s.Sort]++
		}
	}
	looked := 0
	for size := 2; size <= x.size && len(open) > 0; size++ {
		x.instances(size, func(t *terms.Term) bool {
			if sorts[t.Sort] == 0 {
				return true
			}
			n := x.Known(t)
			if by := x.system.Step(t); by != nil {
				n = x.system.Normalize(by)
			}
			for _, g := range general[n] {
				if open[g.Symbol] && t.Symbol != g.Symbol && explains(t, g.Symbol) {
					delete(open, g.Symbol)
					sorts[g.Sort]--
					out = append(out, [2]*terms.Term{g, x.Keep(t.Clone())})
				}
			}
			looked++
			return looked < mostDefinitions
		})
	}
	return out
}

// about reports whether a law already defines a symbol: one side is the general call.
func (x *explorer) about(symbol int) bool {
	return slices.ContainsFunc(x.laws, func(l *law) bool {
		return isGeneral(l.left, symbol) && explains(l.right, symbol) || isGeneral(l.right, symbol) && explains(l.left, symbol)
	})
}

// isGeneral reports whether t is the symbol applied to different variables.
func isGeneral(t *terms.Term, symbol int) bool {
	return t.Symbol == symbol && t.Depth == 2 && t.Size == len(t.Args)+1 && len(t.Vars()) == len(t.Args)
}

// general applies a symbol to the first variables of each sort. It returns nil if there are too few
// variables or if the symbol has no arguments.
func (x *explorer) general(symbol int, args []int) *terms.Term {
	var list []*terms.Term
	for _, sort := range args {
		slot := slices.IndexFunc(x.slotted, func(s int) bool { return s == sort })
		for slot >= 0 && slices.ContainsFunc(list, func(t *terms.Term) bool { return t.Slot == slot }) {
			if slot++; slot == len(x.slotted) || x.slotted[slot] != sort || x.isSpare(slot) {
				slot = -1
			}
		}
		if slot < 0 {
			return nil
		}
		list = append(list, x.Var(slot, sort))
	}
	if len(list) == 0 {
		return nil
	}
	return x.Apply(symbol, list)
}

// explains reports whether every call of the symbol in t has a constant among its arguments.
func explains(t *terms.Term, symbol int) bool {
	if t.Symbol < 0 {
		return t.Symbol == terms.Variable
	}
	constant := func(a *terms.Term) bool { return a.Symbol >= 0 && len(a.Args) == 0 }
	if t.Symbol == symbol && !slices.ContainsFunc(t.Args, constant) {
		return false
	}
	return !slices.ContainsFunc(t.Args, func(a *terms.Term) bool { return !explains(a, symbol) })
}
