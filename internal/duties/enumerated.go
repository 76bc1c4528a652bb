package duties

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// enumerates reports whether an integer is a constant of a type, or the constants do not enumerate the type.
// They enumerate it if they lie close together, or are distinct bits. Zero and unions of bits count as
// constants.
func enumerates(n *types.Named, text string) bool {
	x := constant.MakeFromLiteral(text, token.INT, 0)
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		x = constant.UnaryOp(token.SUB, constant.MakeFromLiteral(rest, token.INT, 0), 0)
	}
	is, exact := constant.Int64Val(constant.ToInt(x))
	if x.Kind() != constant.Int || !exact || is == 0 || n.Obj().Pkg() == nil {
		return true
	}
	scope := n.Obj().Pkg().Scope()
	known := map[int64]bool{}
	least, greatest, union, bits := int64(0), int64(0), int64(0), true
	for _, name := range scope.Names() {
		k, ok := scope.Lookup(name).(*types.Const)
		if !ok || !types.Identical(k.Type(), n) || k.Val().Kind() != constant.Int {
			continue
		}
		v, exact := constant.Int64Val(k.Val())
		if !exact {
			return true
		}
		bits = bits && (v == 0 || v > 0 && v&(v-1) == 0 && union&v == 0)
		known[v], least, greatest, union = true, min(least, v), max(greatest, v), union|v
	}
	const fewest = 2
	if len(known) < fewest || known[is] {
		return true
	}
	if bits && union&1 == 1 && len(known) > fewest {
		return is&^union == 0
	}
	return greatest-least >= 2*int64(len(known))
}
