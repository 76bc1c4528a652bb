package hints

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// argument adds a constant argument, one that is converted ([]byte("x")) and
// those of which a slice is made on the spot ([]string{"get", "put"}, variadic
// ones).
func (s *summary) argument(arg ssa.Value) { eachArgument(arg, s.constant) }

// eachArgument yields an argument, what is converted to it, and what it is made of
// where it is a slice that is made on the spot.
func eachArgument(arg ssa.Value, yield func(ssa.Value)) {
	switch arg := bare(arg).(type) {
	case *ssa.Const:
		yield(arg)
	case *ssa.Convert:
		yield(arg.X)
	case *ssa.UnOp:
		if g, ok := arg.X.(*ssa.Global); ok && arg.Op == token.MUL && g.Pkg != nil {
			eachInitial(g, yield)
		}
	case *ssa.Slice:
		made, ok := arg.X.(*ssa.Alloc)
		if !ok {
			return
		}
		for _, ref := range *made.Referrers() {
			at, ok := ref.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, ref := range *at.Referrers() {
				if st, ok := ref.(*ssa.Store); ok && st.Addr == at {
					yield(bare(st.Val))
				}
			}
		}
	}
}

// eachInitial yields what a slice that is the initial value of a variable of the package
// is made of, and the text that is converted to it.
func eachInitial(g *ssa.Global, yield func(ssa.Value)) {
	if sl, ok := pointed(g.Type()).Underlying().(*types.Slice); !ok || !isByte(sl.Elem()) && !isText(sl.Elem()) && !isCharacter(sl.Elem()) {
		return
	}
	init := g.Pkg.Func("init")
	if init == nil {
		return
	}
	for _, b := range init.Blocks {
		for _, in := range b.Instrs {
			if st, ok := in.(*ssa.Store); ok && st.Addr == g {
				eachArgument(st.Val, yield)
			}
		}
	}
}
