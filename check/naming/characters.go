package naming

import (
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/refine"
)

// Shown returns the values of variables as local does, with the numbers of types
// that are spelled byte and rune as characters where the code is about characters.
func Shown(pkg *refine.Package, h *refine.Hints, of []*refine.Variable, vs []*tree.Value) []*tree.Value {
	n := NewNaming(pkg)
	n.Hints = h
	return n.values(of, vs)
}

// values returns the values of variables, where these are known, in the names of the
// package.
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

// character is the character literal for the text of a scalar of a type; "" where it
// is none.
func (n *Naming) character(t types.Type, text string) string {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n.Hints == nil {
		return ""
	}
	return n.Hints.Character(t, number)
}

// static is the type of a value where t is that of the place where it stands: an
// interface says nothing of what it holds; nil where it is not known.
func (n *Naming) static(t types.Type, v *tree.Value) types.Type {
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

// spelled is the type of a container or a function as its declaration spells it, with
// byte and rune: what was read from the program says uint8 and int32. Other types are
// as they are.
func (n *Naming) spelled(t types.Type, v *tree.Value) string {
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

// part is the type of the part of a value with the index i, nil where that is not
// known. The elements of slices of bytes and runes are shown together, and arrays of
// them are addresses and hashes rather than texts.
func part(t types.Type, v *tree.Value, i int) types.Type {
	if t == nil {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if v.Kind == tree.Compound && len(v.Elems) == u.NumFields() {
			return u.Field(i).Type()
		}
	case *types.Array:
		return composed(u.Elem())
	case *types.Slice:
		return composed(u.Elem())
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
		return exchanged(u, v, i)
	case *types.Tuple:
		if i < u.Len() {
			return u.At(i).Type()
		}
	}
	return nil
}

// exchanged are the types of a row of what a function got or gave, or an iterator
// yielded.
func exchanged(f *types.Signature, v *tree.Value, i int) types.Type {
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

// composed is the type unless it is a basic one.
func composed(t types.Type) types.Type {
	if _, basic := types.Unalias(t).(*types.Basic); basic {
		return nil
	}
	return t
}
