package signature

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"unicode"
)

// Series returns the names for variables of the i-th of some types: one name for each variable, or a
// single name to be numbered. Different types have different names.
func Series(all []types.Type, i int) []string {
	taken := map[string]bool{}
	var series []string
	for n, t := range all[:i+1] {
		list := wishes(t)
		list = append(list, []string{fmt.Sprint(list[len(list)-1][0], "of", n)})
		for _, series = range list {
			if !slices.ContainsFunc(series, func(s string) bool { return taken[s] }) {
				break
			}
		}
		for _, s := range series {
			taken[s] = true
		}
	}
	return series
}

// plural returns the series for lists of a type.
func plural(elem types.Type) (out [][]string) {
	for _, e := range wishes(elem) {
		names := slices.Clone(e)
		for i := range names {
			names[i] += "s"
		}
		out = append(out, names)
	}
	return out
}

// wishes are the series for a type, the best first.
func wishes(t types.Type) (out [][]string) {
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			out = [][]string{{"p", "q", "r"}}
		case u.Info()&types.IsString != 0:
			out = [][]string{{"s", "t", "u"}, {"a", "b", "c"}, {"k", "l", "m"}}
		case u.Info()&types.IsUnsigned != 0:
			out = [][]string{{"i", "j", "k"}, {"m", "n", "l"}, {"a", "b", "c"}}
		default:
			out = [][]string{{"x", "y", "z"}, {"i", "j", "k"}, {"m", "n", "l"}, {"a", "b", "c"}}
		}
	case *types.Slice:
		out = plural(u.Elem())
	case *types.Array:
		out = plural(u.Elem())
	case *types.Signature:
		out = [][]string{{"f", "g", "h"}, {"fn"}}
	case *types.Interface:
		out = [][]string{{"v"}, {"value"}}
	case *types.Map:
		out = [][]string{{"m"}}
	case *types.Pointer:
		return wishes(u.Elem())
	case *types.Named:
		name := strings.ToLower(strings.Map(func(c rune) rune {
			if unicode.IsLetter(c) {
				return c
			}
			return -1
		}, u.Obj().Name()))
		for n := 1; n <= len(name) && n <= 4; n++ {
			out = append(out, []string{name[:n]})
		}
	}
	key := strings.ToLower(strings.Map(func(c rune) rune {
		if c < 0x80 && unicode.IsLetter(c) {
			return c
		}
		return -1
	}, types.TypeString(t, func(*types.Package) string { return "" })))
	return append(out, []string{"v" + key})
}
