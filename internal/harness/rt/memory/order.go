package memory

import (
	"cmp"
	"reflect"
	"strconv"
)

// order compares map keys of one type. Keys without an order by value compare equal.
func order(a, b reflect.Value) int {
	switch a.Kind() {
	case reflect.Bool:
		return cmp.Compare(strconv.FormatBool(a.Bool()), strconv.FormatBool(b.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return cmp.Compare(a.Int(), b.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return cmp.Compare(a.Uint(), b.Uint())
	case reflect.Float32, reflect.Float64:
		return cmp.Compare(a.Float(), b.Float())
	case reflect.Complex64, reflect.Complex128:
		x, y := a.Complex(), b.Complex()
		return cmp.Or(cmp.Compare(real(x), real(y)), cmp.Compare(imag(x), imag(y)))
	case reflect.String:
		return cmp.Compare(a.String(), b.String())
	case reflect.Struct:
		for i := range a.NumField() {
			if c := order(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
	case reflect.Array:
		for i := range a.Len() {
			if c := order(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
	case reflect.Pointer, reflect.Interface:
		return orderReferences(a, b)
	}
	return 0
}

func orderReferences(a, b reflect.Value) int {
	if a.IsNil() || b.IsNil() {
		return cmp.Compare(oneIf(!a.IsNil()), oneIf(!b.IsNil()))
	}
	if a.Kind() == reflect.Pointer {
		return 0 // a pointer key may reach itself
	}
	x, y := a.Elem(), b.Elem()
	if x.Type() != y.Type() {
		return cmp.Compare(TypeName(x.Type()), TypeName(y.Type()))
	}
	return order(x, y)
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}
