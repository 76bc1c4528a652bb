package race

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// deepest is how deep values of structs are nested.
const deepest = 2

// valuesOf returns some values of a type as Go source of its package, simplest first. They are few,
// because two calls that meet at one value say more than many that do not.
func valuesOf(pkg *refine.Package, t types.Type, depth int) []string {
	name := typeText(pkg, t)
	if depth > deepest || name == "" {
		return nil
	}
	if text, ok := known[types.TypeString(t, nil)]; ok {
		return text
	}
	if isHidden(t) {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicValues(u)
	case *types.Pointer:
		if _, ok := u.Elem().Underlying().(*types.Struct); ok {
			return prefixed("&", valuesOf(pkg, u.Elem(), depth+1), 2)
		}
		return []string{"new(" + typeText(pkg, u.Elem()) + ")", "nil"}
	case *types.Chan:
		return []string{"make(" + typeText(pkg, types.NewChan(types.SendRecv, u.Elem())) + ", 1)"}
	case *types.Array:
		if u.Len() == 0 {
			return []string{name + "{}"}
		}
		return append(wrapped(name, valuesOf(pkg, u.Elem(), depth+1), 2), name+"{}")
	case *types.Struct:
		return structValues(pkg, u, name, depth)
	case *types.Slice:
		return append([]string{"nil"}, wrapped(name, valuesOf(pkg, u.Elem(), depth+1), 2)...)
	case *types.Map:
		out := []string{name + "{}"}
		if k, v := valuesOf(pkg, u.Key(), depth+1), valuesOf(pkg, u.Elem(), depth+1); len(k) > 0 && len(v) > 0 {
			out = append(out, name+"{"+k[0]+": "+v[0]+"}")
		}
		return out
	case *types.Signature:
		return functionValues(pkg, u, depth)
	case *types.Interface:
		if u.Empty() {
			return []string{"1", "2"}
		}
		return implementations(pkg, u, depth)
	}
	return nil
}

// implementations returns values of types of the package that implement an interface, of each type one.
func implementations(pkg *refine.Package, of *types.Interface, depth int) (out []string) {
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) || strings.HasSuffix(pkg.Fset.Position(tn.Pos()).Filename, "_test.go") {
			continue
		}
		if n, ok := tn.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
			continue
		}
		for _, t := range []types.Type{tn.Type(), types.NewPointer(tn.Type())} {
			if !types.Implements(t, of) {
				continue
			}
			for _, v := range prefixed("", valuesOf(pkg, t, depth+1), 1) {
				out = append(out, "("+typeText(pkg, t)+")("+v+")")
			}
			break
		}
	}
	return out[:min(len(out), 2)]
}

// known are values of types of the standard library.
var known = map[string][]string{
	"context.Context": {"rtestgContext.Background()", "rtestgCanceled()"},
	"error":           {"rtestgError(\"e\")", "nil"},
	"time.Duration":   {"1", "0"},
	"time.Time":       {qualifier("time", "time") + ".Time{}", qualifier("time", "time") + ".Unix(1, 0)"},
}

// hidden holds packages whose other values are not made, because they are controlled or must not be
// copied.
var hidden = []string{"sync", "sync/atomic", "context", "time"}

func basicValues(t *types.Basic) []string {
	switch info := t.Info(); {
	case info&types.IsBoolean != 0:
		return []string{"true", "false"}
	case info&types.IsString != 0:
		return []string{`"a"`, `"b"`}
	case info&types.IsNumeric != 0:
		return []string{"1", "2", "0"}
	}
	return nil
}

func prefixed(prefix string, list []string, most int) (out []string) {
	for _, v := range list[:min(len(list), most)] {
		out = append(out, prefix+v)
	}
	return out
}

// wrapped returns composite literals with one element.
func wrapped(name string, list []string, most int) (out []string) {
	for _, v := range list[:min(len(list), most)] {
		out = append(out, name+"{"+v+"}")
	}
	return out
}

// structValues returns the zero value of a struct, and one with its exported fields set.
func structValues(pkg *refine.Package, s *types.Struct, name string, depth int) []string {
	var fields []string
	for f := range s.Fields() {
		if !f.Exported() && f.Pkg() != pkg.Types || f.Name() == "_" {
			continue
		}
		if v := valuesOf(pkg, f.Type(), depth+1); len(v) > 0 {
			fields = append(fields, f.Name()+": "+v[0])
		}
	}
	if len(fields) == 0 {
		return []string{name + "{}"}
	}
	return []string{name + "{" + strings.Join(fields, ", ") + "}", name + "{}"}
}

// isHidden reports whether a type is one of a hidden package.
func isHidden(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && slices.Contains(hidden, n.Obj().Pkg().Path())
}

// functionValues returns a function that takes a step and returns simple values.
func functionValues(pkg *refine.Package, sig *types.Signature, depth int) []string {
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

// typeText returns a type as Go source of a package, or "" if it cannot be named there. Packages that it imports have
// the names that qualifier gives them.
func typeText(pkg *refine.Package, t types.Type) string {
	ok := true
	text := types.TypeString(t, func(p *types.Package) string {
		switch {
		case p == pkg.Types:
			return ""
		case p.Path() == "context":
			return "rtestgContext"
		}
		ok = ok && importable(pkg, p)
		return qualifier(p.Path(), p.Name())
	})
	if _, isKnown := known[types.TypeString(t, nil)]; !ok && !isKnown || strings.Contains(text, "._") || hasUnexported(pkg, t) {
		return ""
	}
	return text
}

// hasUnexported reports whether a type is one that another package does not export.
func hasUnexported(pkg *refine.Package, t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg() != pkg.Types && !n.Obj().Exported()
}

// importable reports whether generated files can import a package: they can if the package under test does.
func importable(pkg *refine.Package, p *types.Package) bool {
	return slices.Contains(pkg.Types.Imports(), p)
}

// qualifier returns how a generated file names a package.
func qualifier(path, name string) string {
	return "rtestgOf_" + strings.Map(func(r rune) rune {
		if r < 0x80 && (r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			return r
		}
		return '_'
	}, path) + "_as_" + name
}

// imported returns the packages that a generated text names, by qualifier.
func imported(pkg *refine.Package, text string) map[string]*types.Package {
	out := map[string]*types.Package{}
	for _, p := range pkg.Types.Imports() {
		if q := qualifier(p.Path(), p.Name()); strings.Contains(text, q+".") {
			out[q] = p
		}
	}
	return out
}

// unqualified returns a generated text with the packages as users name them.
func unqualified(pkg *refine.Package, text string) string {
	if !strings.Contains(text, "rtestgOf_") {
		return text
	}
	packages := imported(pkg, text)
	for _, q := range slices.Sorted(maps.Keys(packages)) {
		text = strings.ReplaceAll(text, q+".", packages[q].Name()+".")
	}
	return text
}

// withConstants adds to the values of a parameter the constants of a precondition that fit its type
// and, for numbers, their neighbours.
func withConstants(t types.Type, values []string, constants []constant.Value) []string {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return values
	}
	add := func(v constant.Value) {
		if text := v.ExactString(); !slices.Contains(values, text) && representable(v, b) {
			values = append(values, text)
		}
	}
	for _, c := range constants {
		switch {
		case b.Info()&types.IsString != 0 && c.Kind() == constant.String, b.Info()&types.IsFloat != 0 && c.Kind() == constant.Float:
			add(c)
		case b.Info()&types.IsNumeric != 0 && c.Kind() == constant.Int:
			for _, d := range []int64{0, 1, -1} {
				add(constant.BinaryOp(c, token.ADD, constant.MakeInt64(d)))
			}
		}
	}
	return values
}

// representable reports whether a basic type has a value.
func representable(v constant.Value, b *types.Basic) bool {
	if b.Info()&types.IsInteger == 0 {
		return true
	}
	bits := map[types.BasicKind]uint{types.Int8: 8, types.Uint8: 8, types.Int16: 16, types.Uint16: 16, types.Int32: 32, types.Uint32: 32}[b.Kind()]
	if bits == 0 {
		bits = 64
	}
	low, high := constant.MakeInt64(0), constant.Shift(constant.MakeInt64(1), token.SHL, bits)
	if b.Info()&types.IsUnsigned == 0 {
		high = constant.Shift(constant.MakeInt64(1), token.SHL, bits-1)
		low = constant.UnaryOp(token.SUB, high, 0)
	}
	return constant.Compare(v, token.GEQ, low) && constant.Compare(v, token.LSS, high)
}
