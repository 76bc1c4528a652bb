package refine

import (
	"fmt"
	"go/types"
	"slices"
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

// Ordered reports whether Go orders the type of the operands.
func (o *Order) Ordered() bool {
	u, ok := o.Elem.Underlying().(*types.Basic)
	return ok && u.Info()&types.IsOrdered != 0
}

// Source returns the two orders, and nil; see FuncSource.
func (o *Order) Source(typeName func(types.Type) string, imported func(string) string, withNil bool) []string {
	elem, cmp := typeName(o.Elem), imported("cmp")
	name, result := "Compare", "int"
	if o.Result == types.Bool {
		name, result = "Less", "bool"
	}
	out := []string{
		fmt.Sprintf("%s.%s[%s]", cmp, name, elem),
		fmt.Sprintf("func(a, b %s) %s { return %s.%s(b, a) }", elem, result, cmp, name),
	}
	if withNil {
		out = append(out, "nil")
	}
	return out
}
