package memory

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// TypeName returns the type as Go writes it, with full import paths.
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
			return "[]byte" // the usual spelling
		}
		return "[]" + TypeName(t.Elem())
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), TypeName(t.Elem()))
	case reflect.Map:
		return "map[" + TypeName(t.Key()) + "]" + TypeName(t.Elem())
	case reflect.Chan:
		return channelName(t)
	case reflect.Struct:
		return structName(t)
	case reflect.Interface:
		return interfaceName(t)
	case reflect.Func:
		return "func" + SignatureName(t)
	}
	return t.String()
}

// structName writes a struct type, including its tags.
func structName(t reflect.Type) string {
	var fields []string
	for i := range t.NumField() {
		f := t.Field(i)
		text := TypeName(f.Type)
		if !f.Anonymous {
			text = f.Name + " " + text
		}
		if f.Tag != "" {
			text += " " + strconv.Quote(string(f.Tag))
		}
		fields = append(fields, text)
	}
	if len(fields) == 0 {
		return "struct{}"
	}
	return "struct{ " + strings.Join(fields, "; ") + " }"
}

func interfaceName(t reflect.Type) string {
	var methods []string
	for i := range t.NumMethod() {
		m := t.Method(i)
		methods = append(methods, m.Name+SignatureName(m.Type))
	}
	if len(methods) == 0 {
		return "any"
	}
	return "interface{ " + strings.Join(methods, "; ") + " }"
}

// SignatureName writes the parameters and results of a function type.
func SignatureName(t reflect.Type) string {
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

// AssumedName writes a named type, given with its import path, qualified by the name that a package
// with this path usually has: the last element of the path that is not a major version.
func AssumedName(t string) string {
	slash := strings.LastIndexByte(t, '/')
	name, typ, ok := strings.Cut(t[slash+1:], ".")
	if before, version, dotted := strings.Cut(typ, "."); ok && dotted && isMajor(before) {
		return name + "." + version // gopkg.in/yaml.v3
	}
	if ok && slash >= 0 && isMajor(name) {
		return t[strings.LastIndexByte(t[:slash], '/')+1:slash] + "." + typ
	}
	return t[slash+1:]
}

// isMajor reports whether s is a path element for a major version.
func isMajor(s string) bool {
	digits, ok := strings.CutPrefix(s, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

func channelName(t reflect.Type) string {
	elem := TypeName(t.Elem())
	switch {
	case t.ChanDir() == reflect.RecvDir:
		return "<-chan " + elem
	case t.ChanDir() == reflect.SendDir:
		return "chan<- " + elem
	case strings.HasPrefix(elem, "<-"):
		elem = "(" + elem + ")"
	}
	return "chan " + elem
}
