package race

import (
	"go/types"
	"strings"
)

// deepest is how deep values of structs are nested.
const deepest = 2

// valuesOf returns some values of a type as Go source of its package, simplest first. They are few,
// because two calls that meet at one value say more than many that do not.
func valuesOf(pkg *types.Package, t types.Type, depth int) []string {
	name := typeText(pkg, t)
	if depth > deepest || name == "" {
		return nil
	}
	if text, ok := known[types.TypeString(t, nil)]; ok {
		return text
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicValues(u, t, name)
	case *types.Pointer:
		if s, ok := u.Elem().Underlying().(*types.Struct); ok && s != nil {
			return prefixed("&", valuesOf(pkg, u.Elem(), depth+1), 2)
		}
		return nil
	case *types.Struct:
		return structValues(pkg, t, u, name, depth)
	case *types.Slice:
		out := []string{"nil"}
		for _, v := range valuesOf(pkg, u.Elem(), depth+1) {
			out = append(out, name+"{"+v+"}")
		}
		return out[:min(len(out), 3)]
	case *types.Map:
		return []string{name + "{}"}
	case *types.Signature:
		return functionValues(pkg, u, depth)
	case *types.Interface:
		if u.Empty() {
			return []string{"1", "2"}
		}
	}
	return nil
}

// known are values of types of the standard library.
var known = map[string][]string{
	"context.Context": {"rtestgContext.Background()", "rtestgCanceled()"},
	"error":           {"rtestgError(\"e\")", "nil"},
	"time.Duration":   {"1", "0"},
}

func basicValues(u *types.Basic, t types.Type, name string) []string {
	if _, named := types.Unalias(t).(*types.Named); !named {
		name = ""
	}
	var out []string
	switch info := u.Info(); {
	case info&types.IsBoolean != 0:
		return []string{"true", "false"}
	case info&types.IsString != 0:
		out = []string{`"a"`, `"b"`}
	case info&types.IsNumeric != 0:
		out = []string{"1", "2", "0"}
	}
	return out
}

func prefixed(prefix string, list []string, most int) (out []string) {
	for _, v := range list[:min(len(list), most)] {
		out = append(out, prefix+v)
	}
	return out
}

// structValues returns the zero value of a struct, and one with its exported fields set.
func structValues(pkg *types.Package, t types.Type, s *types.Struct, name string, depth int) []string {
	var fields []string
	for f := range s.Fields() {
		if !f.Exported() && f.Pkg() != pkg || f.Name() == "_" {
			continue
		}
		if v := valuesOf(pkg, f.Type(), depth+1); len(v) > 0 && !uses(f.Type(), "sync") {
			fields = append(fields, f.Name()+": "+v[0])
		}
	}
	if len(fields) == 0 {
		return []string{name + "{}"}
	}
	return []string{name + "{" + strings.Join(fields, ", ") + "}", name + "{}"}
}

// uses reports whether a type is one of a package.
func uses(t types.Type, path string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path
}

// functionValues returns a function that takes a step and returns simple values.
func functionValues(pkg *types.Package, sig *types.Signature, depth int) []string {
	var params, results, first, second []string
	for p := range sig.Params().Variables() {
		params = append(params, "_ "+typeText(pkg, p.Type()))
	}
	if sig.Variadic() {
		return nil
	}
	for r := range sig.Results().Variables() {
		v := valuesOf(pkg, r.Type(), depth+1)
		if len(v) == 0 {
			return nil
		}
		results = append(results, typeText(pkg, r.Type()))
		if types.Identical(r.Type(), types.Universe.Lookup("error").Type()) {
			v = []string{"nil"}
		}
		first, second = append(first, v[0]), append(second, v[min(1, len(v)-1)])
	}
	list := strings.Join(results, ", ")
	if len(results) > 1 {
		list = "(" + list + ")"
	}
	head := "func(" + strings.Join(params, ", ") + ") " + list + " { rtestgPause(); return "
	if len(results) == 0 {
		return []string{"func(" + strings.Join(params, ", ") + ") { rtestgPause() }"}
	}
	one, two := head+strings.Join(first, ", ")+" }", head+strings.Join(second, ", ")+" }"
	if one == two {
		return []string{one}
	}
	return []string{one, two}
}

// typeText returns a type as Go source of a package, or "" if it cannot be named there without an
// import.
func typeText(pkg *types.Package, t types.Type) string {
	ok := true
	text := types.TypeString(t, func(p *types.Package) string {
		if p == pkg {
			return ""
		}
		if p.Path() == "context" {
			return "rtestgContext"
		}
		ok = false
		return p.Name()
	})
	if _, isKnown := known[types.TypeString(t, nil)]; !ok && !isKnown {
		return ""
	}
	return text
}
