package duties

import (
	"go/types"
	"strings"
)

// OrderedByCallers tells whether a function is a method that package sort or
// container/heap calls, with indices that they know to be good.
func OrderedByCallers(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	methods := types.NewMethodSet(recv.Type())
	has := func(name, like string) bool {
		sel := methods.Lookup(fn.Pkg(), name)
		if sel == nil {
			return false
		}
		var params []string
		sig := sel.Obj().Type().(*types.Signature)
		for v := range sig.Params().Variables() {
			params = append(params, types.TypeString(v.Type().Underlying(), nil))
		}
		return strings.Join(params, ",") == like
	}
	if !has("Len", "") || !has("Less", "int,int") || !has("Swap", "int,int") {
		return false
	}
	switch fn.Name() {
	case "Less", "Swap":
		return true
	case "Pop", "Push":
		return has("Pop", "") && (has("Push", "interface{}") || has("Push", "any"))
	}
	return false
}
