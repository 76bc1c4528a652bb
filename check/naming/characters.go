package naming

import (
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/refine"
)

// Shown returns the values of variables as Local does. It also writes numbers of types spelled byte
// and rune as characters, where the code works with characters.
func Shown(pkg *refine.Package, h *refine.Hints, of []*refine.Variable, vs []*tree.Value) []*tree.Value {
	n := NewNaming(pkg)
	n.Hints = h
	return n.values(of, vs)
}

// values returns the values of variables in the names of the package. Of may be shorter than vs if
// the variables are unknown.
func (n *Naming) values(of []*refine.Variable, vs []*tree.Value) []*tree.Value {
	out := make([]*tree.Value, len(vs))
	for i, v := range vs {
		var t types.Type
		if i < len(of) {
			t = of[i].Type
		}
		out[i] = n.valueOf(v, t)
	}
	return out
}

// character returns the character literal for the text of a scalar of type t, or "" if the scalar
// is not shown as a character.
func (n *Naming) character(t types.Type, text string) string {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n.Hints == nil {
		return ""
	}
	return n.Hints.Character(t, number)
}

// typeOfValue returns the type of a value whose place has type t, or nil if unknown. For an
// interface it is the type of the value inside.
func (n *Naming) typeOfValue(t types.Type, v *tree.Value) types.Type {
	if t != nil && !types.IsInterface(t) {
		return t
	}
	name, _ := cutArgs(v.Type)
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || n.packages[name[:dot]] == nil {
		return nil
	}
	if o := n.packages[name[:dot]].Scope().Lookup(name[dot+1:]); o != nil {
		return o.Type()
	}
	return nil
}

// spelledType returns the type of a container or function as its declaration spells it, with byte
// and rune. The program itself reports uint8 and int32. It returns other types unchanged.
func (n *Naming) spelledType(t types.Type, v *tree.Value) string {
	switch v.Kind {
	case tree.Sequence, tree.Mapping, tree.Yielded, tree.Answering:
	default:
		return v.Type
	}
	if t == nil {
		return v.Type
	}
	text := types.TypeString(t, (*types.Package).Path)
	if text == v.Type || !strings.Contains(text, "byte") && !strings.Contains(text, "rune") {
		return v.Type
	}
	names := regexp.MustCompile(`\b(byte|rune)\b`)
	plain := func(t string) string {
		return names.ReplaceAllStringFunc(t, func(name string) string { return map[string]string{"byte": "uint8", "rune": "int32"}[name] })
	}
	if plain(text) != plain(v.Type) {
		return v.Type
	}
	return text
}

// partType returns the type of the i-th part of a value, or nil if unknown. It also returns nil for
// elements of basic types: slices of bytes and runes are shown as a whole, and arrays of them are
// addresses and hashes, not text.
func partType(t types.Type, v *tree.Value, i int) types.Type {
	if t == nil {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if v.Kind == tree.Compound && len(v.Elems) == u.NumFields() {
			return u.Field(i).Type()
		}
	case *types.Array:
		return unlessBasic(u.Elem())
	case *types.Slice:
		return unlessBasic(u.Elem())
	case *types.Map:
		if i%2 == 0 {
			return u.Key()
		}
		return u.Elem()
	case *types.Pointer:
		if v.Kind == tree.Address {
			return u.Elem()
		}
	case *types.Signature:
		return exchangedTypes(u, v, i)
	case *types.Tuple:
		if i < u.Len() {
			return u.At(i).Type()
		}
	}
	return nil
}

// exchangedTypes returns the types in the i-th row of the arguments and results of a function, or
// of the values an iterator yielded.
func exchangedTypes(f *types.Signature, v *tree.Value, i int) types.Type {
	switch {
	case v.Kind == tree.Answering && i%2 == 0:
		return f.Params()
	case v.Kind == tree.Answering:
		return f.Results()
	case v.Kind == tree.Yielded && f.Params().Len() == 1:
		if yield, ok := f.Params().At(0).Type().Underlying().(*types.Signature); ok {
			return yield.Params()
		}
	}
	return nil
}

// unlessBasic returns t, or nil for a basic type.
func unlessBasic(t types.Type) types.Type {
	if _, basic := types.Unalias(t).(*types.Basic); basic {
		return nil
	}
	return t
}
