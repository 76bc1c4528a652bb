package facts

import (
	"go/types"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/refine"
)

// UsedOutside reports whether code outside its package may call an exported function. A function of
// an internal package must be used in the module, by name or through an interface.
func UsedOutside(u *names.Unit, fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return u.Graph.UsedOutside(fn.Pkg().Path(), fn.Name(), "")
	}
	n, ok := types.Unalias(refine.Pointed(recv.Type())).(*types.Named)
	return !ok || u.Graph.UsedOutside(fn.Pkg().Path(), fn.Name(), n.Obj().Name()) || inInterface(fn)
}

// inInterface reports whether an interface of the method's package or of its imports, or error, has
// a method of that name.
func inInterface(m *types.Func) bool {
	for _, pkg := range append(m.Pkg().Imports(), m.Pkg()) {
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || !types.IsInterface(tn.Type()) {
				continue
			}
			if o, _, _ := types.LookupFieldOrMethod(tn.Type(), false, m.Pkg(), m.Name()); o != nil {
				return true
			}
		}
	}
	return m.Name() == "Error"
}
