package refine

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// A FuncSource generates functions that serve as listed values. Source returns them as Go source,
// in the order of the list. TypeName writes a type, imported returns the name of an imported
// package, and withNil ends the list with nil.
type FuncSource interface {
	Source(typeName func(types.Type) string, imported func(path string) string, withNil bool) []string
}

// PlainImport names a package of the standard library in text for people.
func PlainImport(path string) string { return path }

// An Order is a type of functions func(T, T) bool or func(T, T) int; its values are orders of T.
type Order struct {
	Elem   types.Type
	Result types.BasicKind
	// parts is set by CompareBy.
	parts []orderedPart
}

// IsOrder reports whether the values of an input are orders: cmp.Less and the like, or functions
// that a values directive lists.
func (c *Contract) IsOrder(v *Variable) bool {
	u, ok := v.Type.Underlying().(*types.Signature)
	return ok && OrderOf(u) != nil && !Folds(v.Type) && !Folds(c.DeclaredType(v))
}

// DeclaredType returns the type of an input as declared, with the type parameters of its function.
func (c *Contract) DeclaredType(v *Variable) types.Type {
	i := slices.Index(c.Params, v)
	if c.Func == nil || i < 0 {
		return v.Type
	}
	if params := c.Func.Origin().Signature().Params(); i < params.Len() {
		return params.At(i).Type()
	}
	return v.Type
}

// Folds reports whether the declared result of a function type is a type parameter, as in func(T,
// T) T. Instantiated with int such a function is still no order.
func Folds(t types.Type) bool {
	u, ok := OriginOf(t).Underlying().(*types.Signature)
	if !ok || u.Results().Len() != 1 {
		return false
	}
	_, isParam := u.Results().At(0).Type().(*types.TypeParam)
	return isParam
}

// OrderOf returns the Order for a signature, or nil.
func OrderOf(u *types.Signature) *Order {
	if u.Params().Len() != 2 || u.Results().Len() != 1 || u.Variadic() {
		return nil
	}
	t := u.Params().At(0).Type()
	res, ok := types.Unalias(u.Results().At(0).Type()).(*types.Basic)
	if !ok || !types.Identical(t, u.Params().At(1).Type()) || res.Kind() != types.Bool && res.Kind() != types.Int {
		return nil
	}
	return &Order{Elem: t, Result: res.Kind()}
}

// CompareBy sets the parts of T by which the orders compare, and reports whether there are any: T
// itself if Go orders it, or has a method Compare or slices.Compare for it; the ordered fields of a struct; the
// integers among the values of type any. Foreign reports whether code for the package under test
// cannot name what is unexported in a package.
func (o *Order) CompareBy(foreign func(*types.Package) bool) bool {
	o.parts = orderedParts(o.Elem, "", foreign, 0)
	return len(o.parts) > 0
}

// An orderedPart is a way to a part of a value, such as ".Key", and how its values are compared.
type orderedPart struct {
	path string
	by   comparison
}

type comparison int

const (
	byOperator comparison = iota
	byMethod
	byElements
	byInteger
)

// mostNested is how many structs may be around an ordered part.
const mostNested = 3

func orderedParts(t types.Type, path string, foreign func(*types.Package) bool, nested int) (parts []orderedPart) {
	if by, ok := comparisonOf(t, foreign); ok {
		return []orderedPart{{path, by}}
	}
	u, ok := t.Underlying().(*types.Struct)
	if !ok || nested == mostNested {
		return nil
	}
	for v := range u.Fields() {
		if v.Name() != "_" && (v.Exported() || !foreign(v.Pkg())) {
			parts = append(parts, orderedParts(v.Type(), path+"."+v.Name(), foreign, nested+1)...)
		}
	}
	return parts
}

// comparisonOf returns how values of type t are compared as a whole. A method Compare of the package under test is
// not taken: it may be wrong.
func comparisonOf(t types.Type, foreign func(*types.Package) bool) (comparison, bool) {
	if n, ok := types.Unalias(t).(*types.Named); ok && foreign(n.Obj().Pkg()) {
		m, _, _ := types.LookupFieldOrMethod(t, false, nil, "Compare")
		if fn, ok := m.(*types.Func); ok && comparesWith(fn.Signature(), t) {
			return byMethod, true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return byOperator, u.Info()&types.IsOrdered != 0
	case *types.Slice:
		e, ok := u.Elem().Underlying().(*types.Basic)
		return byElements, ok && e.Info()&types.IsOrdered != 0
	case *types.Interface:
		return byInteger, u.Empty()
	}
	return 0, false
}

// comparesWith reports whether a method compares its receiver with a value of type t.
func comparesWith(m *types.Signature, t types.Type) bool {
	return m.Params().Len() == 1 && m.Results().Len() == 1 && types.Identical(m.Params().At(0).Type(), t) &&
		types.Identical(m.Results().At(0).Type(), types.Typ[types.Int])
}

// Source returns the two orders, and nil; see FuncSource.
func (o *Order) Source(typeName func(types.Type) string, imported func(string) string, withNil bool) []string {
	elem := typeName(o.Elem)
	var out []string
	if len(o.parts) == 1 && o.parts[0] == (orderedPart{}) {
		name := imported("cmp") + ".Compare"
		if o.Result == types.Bool {
			name = imported("cmp") + ".Less"
		}
		out = append(out, name+"["+elem+"]")
	} else {
		out = append(out, o.function(elem, imported, "a", "b"))
	}
	out = append(out, o.function(elem, imported, "b", "a"))
	if withNil {
		out = append(out, "nil")
	}
	return out
}

// function returns the function that compares x with y, which are its parameters a and b or the
// other way round.
func (o *Order) function(elem string, imported func(string) string, x, y string) string {
	text := func(format string, args ...any) string {
		return fmt.Sprintf("func(a, b %s) %s { ", elem, types.Typ[o.Result]) + fmt.Sprintf(format, args...) + " }"
	}
	cmp := imported("cmp")
	if o.Result == types.Bool && len(o.parts) == 1 && o.parts[0].by == byOperator {
		return text("return %s.Less(%s%s, %s%s)", cmp, x, o.parts[0].path, y, o.parts[0].path)
	}
	var before string
	var terms []string
	for _, p := range o.parts {
		x, y := x+p.path, y+p.path
		switch p.by {
		case byOperator:
			terms = append(terms, fmt.Sprintf("%s.Compare(%s, %s)", cmp, x, y))
		case byMethod:
			terms = append(terms, fmt.Sprintf("%s.Compare(%s)", x, y))
		case byElements:
			terms = append(terms, fmt.Sprintf("%s.Compare(%s, %s)", imported("slices"), x, y))
		case byInteger:
			n := len(terms)
			before += fmt.Sprintf("x%[1]d, _ := %[2]s.(int); y%[1]d, _ := %[3]s.(int); ", n, x, y)
			terms = append(terms, fmt.Sprintf("%s.Compare(x%[2]d, y%[2]d)", cmp, n))
		}
	}
	result := terms[0]
	if len(terms) > 1 {
		result = fmt.Sprintf("%s.Or(%s)", cmp, strings.Join(terms, ", "))
	}
	if o.Result == types.Bool {
		result += " < 0"
	}
	return text("%sreturn %s", before, result)
}
