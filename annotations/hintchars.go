package annotations

import (
	"go/constant"
	"go/types"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"
)

// constant adds the characters of a constant.
func (s *summary) constant(v ssa.Value) {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil {
		return
	}
	switch {
	case k.Value.Kind() == constant.String:
		s.chars = append(s.chars, []rune(constant.StringVal(k.Value))...)
		s.words = append(s.words, constant.StringVal(k.Value))
	case isCharacter(k.Type()):
		if n, ok := constInt(k.Value); ok {
			// A byte beyond ASCII is a part of a character, not one.
			if b := k.Type().Underlying().(*types.Basic); b.Kind() != types.Uint8 || n < utf8.RuneSelf {
				s.chars = append(s.chars, rune(n))
			}
			s.ints = append(s.ints, n)
		}
	}
}

// keys adds the constant keys of a map in which something is looked up, and
// the characters that it maps to: a map made in the function, or a variable of
// the package with an initial value.
func (s *summary) keys(a *analyst, m ssa.Value) {
	switch m := m.(type) {
	case *ssa.MakeMap:
		for _, ref := range *m.Referrers() {
			if up, ok := ref.(*ssa.MapUpdate); ok && up.Map == m {
				s.constant(up.Key)
				if isCharacter(up.Value.Type()) {
					s.constant(up.Value)
				}
			}
		}
	case *ssa.UnOp:
		g, ok := m.X.(*ssa.Global)
		if !ok || g.Pkg == nil || a.unseen(g.Pkg.Pkg) {
			return
		}
		g.Pkg.Build()
		for _, b := range g.Pkg.Func("init").Blocks {
			for _, in := range b.Instrs {
				if st, ok := in.(*ssa.Store); ok && st.Addr == g {
					if made, ok := st.Val.(*ssa.MakeMap); ok {
						s.keys(a, made)
					}
				}
			}
		}
	}
}

// searching are the packages whose functions look for their constant
// arguments in strings.
var searching = map[string]bool{"strings": true, "bytes": true, "slices": true, "unicode/utf8": true, "path": true, "path/filepath": true}

// outside adds what the call of a function of the standard library, or of
// another module, tells of the characters of strings.
func (s *summary) outside(a *analyst, fn *ssa.Function, args []ssa.Value) {
	obj := fn.Object()
	if o := fn.Origin(); o != nil {
		obj = o.Object()
	}
	if obj == nil || obj.Pkg() == nil {
		return
	}
	n := a.nodes[obj.Pkg()]
	if n == nil || inMain(n.meta) {
		return
	}
	path := obj.Pkg().Path()
	switch {
	case path == "strconv" && (strings.HasPrefix(obj.Name(), "Parse") || obj.Name() == "Atoi"):
		s.parses = obj.Name() != "ParseBool"
	case path == "math/big" && obj.Name() == "SetString":
		s.parses = true
	case path == "unicode/utf8" || path == "unicode":
		s.rangesRunes = true
	}
	if n.meta.Module == nil && (!searching[path] || fn.Signature.Recv() != nil || obj.Name() == "Repeat" || obj.Name() == "Join") {
		return
	}
	for _, arg := range args {
		s.constant(arg)
	}
}
