package facts

import (
	"go/types"

	"github.com/rtest-dev/rtest/annotations/generics"
)

// Candidates returns the types outside the package that implement t.
func (f *Facts) Candidates(t types.Type) []types.Type {
	f.mu.Lock()
	defer f.mu.Unlock()
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var out []types.Type
	for _, n := range generics.OutsideTypes(f.Unit) {
		if generics.Inhabits(n, t) {
			out = append(out, generics.Implementing(n, iface))
		}
	}
	return out
}
