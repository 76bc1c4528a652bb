package shape

import (
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// constantFuncs are the values of a function type where answers cannot be chosen. They always
// return the same or, if types allow, return an argument.
type constantFuncs struct{ sig *types.Signature }

// Source returns the functions; see FuncSource.
func (o *constantFuncs) Source(typeName func(types.Type) string, imported func(string) string, _ bool) []string {
	results := o.sig.Results()
	if results.Len() == 0 {
		return []string{o.head(typeName, -1) + " {}"}
	}
	choices := make([][]string, results.Len())
	first := make([]string, results.Len())
	for i := range choices {
		choices[i] = constantsLike(results.At(i).Type(), typeName, imported)
		first[i] = choices[i][0]
	}
	body := func(argument int, answers []string) string {
		return o.head(typeName, argument) + " { return " + strings.Join(answers, ", ") + " }"
	}
	out := []string{body(-1, first)}
	vary := func(i, argument int, answer string) {
		answers := slices.Clone(first)
		answers[i] = answer
		out = append(out, body(argument, answers))
	}
	for i := range choices {
		for _, c := range choices[i][1:] {
			vary(i, -1, c)
		}
		for j := range o.sig.Params().Len() {
			if types.Identical(o.paramType(j), results.At(i).Type()) {
				vary(i, j, "x")
				break
			}
		}
	}
	return out
}

// paramType returns the type of a parameter as seen inside the function.
func (o *constantFuncs) paramType(i int) types.Type { return o.sig.Params().At(i).Type() }

// head returns the function up to its body. The given argument is named x; -1 means none.
func (o *constantFuncs) head(typeName func(types.Type) string, argument int) string {
	n := o.sig.Params().Len()
	params := make([]string, n)
	for i := range params {
		t := typeName(o.paramType(i))
		if slice, ok := o.paramType(i).(*types.Slice); ok && o.sig.Variadic() && i == n-1 {
			t = "..." + typeName(slice.Elem())
		}
		switch {
		case i == argument:
			t = "x " + t
		case argument >= 0:
			t = "_ " + t
		}
		params[i] = t
	}
	var results []string
	for v := range o.sig.Results().Variables() {
		results = append(results, typeName(v.Type()))
	}
	return refine.FuncType(params, results)
}

// constantsLike returns a few values of a type as Go source, its zero value first.
func constantsLike(t types.Type, typeName func(types.Type) string, imported func(string) string) []string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return []string{"false", "true"}
		case info&types.IsString != 0:
			return []string{`""`, `"a"`}
		case info&types.IsUnsigned != 0:
			return []string{"0", "1"}
		case info&types.IsNumeric != 0:
			return []string{"0", "1", "-1"}
		}
	case *types.Struct, *types.Array:
		return []string{typeName(t) + "{}"}
	case *types.Interface:
		if types.Identical(t, types.Universe.Lookup("error").Type()) {
			return []string{"nil", imported("errors") + `.New("")`}
		}
	}
	return []string{"nil"}
}
