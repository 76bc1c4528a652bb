// Package rt has what generated code calls at run time, without twins.
package rt

import "reflect"

// Same is rtest's own == of two values of one static type.
func Same(x, y any) bool { return same(reflect.ValueOf(x), reflect.ValueOf(y)) }

func same(a, b reflect.Value) bool {
	if !a.IsValid() || !b.IsValid() {
		return a.IsValid() == b.IsValid()
	}
	if a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		f, g := a.Float(), b.Float()
		return f == g || f != f && g != g
	case reflect.Interface:
		return same(a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Array:
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	}
	return a.Interface() == b.Interface()
}

// Lacking is told that a quantifier found no value that decides.
func Lacking[T any](lacks int) {}

// Values are those of bool and Color within the bounds of the tests.
func Values[T any]() []T {
	var out []T
	t := reflect.TypeFor[T]()
	for i := range 3 {
		v := reflect.New(t).Elem()
		if t.Kind() == reflect.Bool {
			if i == 2 {
				break
			}
			v.SetBool(i == 1)
		} else {
			v.SetInt(int64(i - 1))
		}
		out = append(out, v.Interface().(T))
	}
	return out
}

// Calls has recorded none.
func Calls[T any](input int) []T { return nil }
