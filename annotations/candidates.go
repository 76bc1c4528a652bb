package annotations

import (
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/names"
)

// commonTypes are those types of the standard library that are proposed as what
// inhabits an interface, or as type arguments, in order.
func commonTypes() []string {
	return []string{
		"bytes.Buffer", "strings.Reader", "bytes.Reader", "strings.Builder", "sort.IntSlice", "sort.StringSlice",
		"time.Duration", "time.Time", "math/big.Int", "net/netip.Addr", "container/list.List",
	}
}

// Candidates returns the types that implement t of those outside the package.
func (f *facts) Candidates(t types.Type) []types.Type {
	f.mu.Lock()
	defer f.mu.Unlock()
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var out []types.Type
	for _, n := range outsideTypes(f.u) {
		if inhabits(n, t) {
			out = append(out, implementing(n, iface))
		}
	}
	return out
}

// outsideTypes are common types of the standard library, then the exported types of
// the packages that u imports; none are generic, none interfaces.
func outsideTypes(u *names.Unit) []types.Type {
	var out []types.Type
	add := func(pkg *types.Package, name string) {
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) || !tn.Exported() {
			return
		}
		if n, ok := tn.Type().(*types.Named); ok && n.TypeParams().Len() == 0 && !slices.Contains(out, tn.Type()) {
			out = append(out, n)
		}
	}
	for _, name := range commonTypes() {
		dot := strings.LastIndexByte(name, '.')
		if pkg := u.StandardPackage(name[:dot]); pkg != nil {
			add(pkg, name[dot+1:])
		}
	}
	imports := slices.Clone(u.Node.Types.Imports())
	slices.SortFunc(imports, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	for _, pkg := range imports {
		for _, name := range pkg.Scope().Names() {
			add(pkg, name)
		}
	}
	return out
}
