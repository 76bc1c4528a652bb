package rt

import (
	"fmt"
	"reflect"
	"strings"
)

// TypeName returns the type as Go would write it, with import paths in full.
func TypeName(t reflect.Type) string {
	if t.Name() != "" {
		if t.PkgPath() == "" {
			return t.Name()
		}
		return t.PkgPath() + "." + t.Name()
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + TypeName(t.Elem())
	case reflect.Slice:
		if t.Elem() == reflect.TypeFor[byte]() {
			return "[]byte" // as most people spell it
		}
		return "[]" + TypeName(t.Elem())
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), TypeName(t.Elem()))
	case reflect.Map:
		return "map[" + TypeName(t.Key()) + "]" + TypeName(t.Elem())
	case reflect.Chan:
		return channelName(t)
	case reflect.Struct:
		if t.NumField() == 0 {
			return "struct{}"
		}
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return "any"
		}
	case reflect.Func:
		return "func" + signatureName(t)
	}
	return t.String()
}

// signatureName writes the parameters and results of a function type.
func signatureName(t reflect.Type) string {
	var ins, outs []string
	for i := range t.NumIn() {
		ins = append(ins, TypeName(t.In(i)))
	}
	if t.IsVariadic() {
		last := len(ins) - 1
		ins[last] = "..." + strings.TrimPrefix(ins[last], "[]")
	}
	for i := range t.NumOut() {
		outs = append(outs, TypeName(t.Out(i)))
	}
	results := strings.Join(outs, ", ")
	switch len(outs) {
	case 0:
	case 1:
		results = " " + results
	default:
		results = " (" + results + ")"
	}
	return "(" + strings.Join(ins, ", ") + ")" + results
}
