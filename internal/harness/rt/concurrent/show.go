package concurrent

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// Show returns a value as Go source if that is short. It shows no addresses, and nothing of the scheduler.
func Show(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case string:
		return strconv.Quote(v)
	case error:
		return fmt.Sprintf("%T(%q)", v, v.Error())
	case fmt.Stringer:
		return fmt.Sprintf("%T(%v)", v, v)
	}
	var s shower
	s.value(reflect.ValueOf(v))
	if text := []rune(s.String()); len(text) > mostShown {
		return string(text[:mostShown]) + "…"
	}
	return s.String()
}

// mostShown is how many characters of a value are shown.
const mostShown = 300

// A shower writes one value.
type shower struct {
	strings.Builder
	// above are the pointers on the way to the value.
	above []unsafe.Pointer
}

func (s *shower) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid:
		s.WriteString("nil")
	case reflect.Interface:
		s.value(v.Elem())
	case reflect.Pointer:
		s.pointer(v)
	case reflect.Struct:
		s.WriteString(v.Type().String())
		s.list(v.NumField(), controls(v.Type()), func(i int) {
			s.WriteString(v.Type().Field(i).Name + ":")
			s.value(v.Field(i))
		})
	case reflect.Array, reflect.Slice, reflect.Map:
		s.elements(v)
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		s.WriteString("(" + v.Type().String() + ")(" + map[bool]string{true: "nil", false: "…"}[v.IsNil()] + ")")
	default:
		fmt.Fprintf(s, "%#v", v)
	}
}

func (s *shower) pointer(v reflect.Value) {
	at := v.UnsafePointer()
	switch {
	case v.IsNil():
		s.WriteString("(" + v.Type().String() + ")(nil)")
	case slices.Contains(s.above, at):
		s.WriteString("&" + v.Type().Elem().String() + "{…}")
	default:
		s.above = append(s.above, at)
		s.WriteByte('&')
		s.value(v.Elem())
		s.above = s.above[:len(s.above)-1]
	}
}

func (s *shower) elements(v reflect.Value) {
	s.WriteString(v.Type().String())
	if v.Kind() != reflect.Array && v.IsNil() {
		s.WriteString("(nil)")
		return
	}
	if v.Kind() != reflect.Map {
		s.list(v.Len(), false, func(i int) { s.value(v.Index(i)) })
		return
	}
	var texts []string
	for it := v.MapRange(); it.Next(); {
		e := shower{above: s.above}
		e.value(it.Key())
		e.WriteByte(':')
		e.value(it.Value())
		texts = append(texts, e.String())
	}
	slices.Sort(texts)
	s.list(len(texts), false, func(i int) { s.WriteString(texts[i]) })
}

// list writes n things in braces. What is hidden counts for none, and so does what would not be shown.
func (s *shower) list(n int, hidden bool, each func(i int)) {
	s.WriteByte('{')
	for i := range n {
		if hidden || s.Len() > 4*mostShown {
			break
		}
		if i > 0 {
			s.WriteString(", ")
		}
		each(i)
	}
	s.WriteByte('}')
}
