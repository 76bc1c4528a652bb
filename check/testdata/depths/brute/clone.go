package brute

import (
	"reflect"
	"unsafe"
)

// Clone copies so that nothing is shared.
func Clone(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		p := reflect.New(v.Type().Elem())
		p.Elem().Set(Clone(v.Elem()))
		return p.Convert(v.Type())
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		r := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := 0; i < v.Len(); i++ {
			r.Index(i).Set(Clone(v.Index(i)))
		}
		return r
	case reflect.Array:
		r := reflect.New(v.Type()).Elem()
		for i := 0; i < v.Len(); i++ {
			r.Index(i).Set(Clone(v.Index(i)))
		}
		return r
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		r := reflect.MakeMap(v.Type())
		for _, k := range v.MapKeys() {
			r.SetMapIndex(Clone(k), Clone(v.MapIndex(k)))
		}
		return r
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		r := reflect.New(v.Type()).Elem()
		r.Set(Clone(v.Elem()))
		return r
	case reflect.Struct:
		w := reflect.New(v.Type()).Elem()
		w.Set(v)
		for i := 0; i < w.NumField(); i++ {
			f := w.Field(i)
			f = reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
			f.Set(Clone(f))
		}
		return w
	}
	return v
}
