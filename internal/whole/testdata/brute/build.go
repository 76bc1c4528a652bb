package brute

import (
	"math"
	"reflect"
	"strings"
	"unsafe"
)

// plain is the name of a type without its type arguments.
func plain(name string) string {
	name, _, _ = strings.Cut(name, "[")
	return name
}

// build makes the value anew; it shares no memory with other values.
func (v *tree) build() reflect.Value {
	if v.make != nil {
		return v.make()
	}
	made := reflect.New(v.t).Elem()
	if v.nil {
		return made
	}
	if v.x.IsValid() {
		if v.t.Kind() != reflect.Slice {
			return v.x
		}
		made.Set(reflect.MakeSlice(v.t, v.x.Len(), v.x.Len()))
		reflect.Copy(made, v.x)
		return made
	}
	switch v.t.Kind() {
	case reflect.Slice:
		made.Set(reflect.MakeSlice(v.t, len(v.kids), len(v.kids)))
		for i, k := range v.kids {
			made.Index(i).Set(k.build())
		}
	case reflect.Array:
		for i, k := range v.kids {
			made.Index(i).Set(k.build())
		}
	case reflect.Map:
		made.Set(reflect.MakeMap(v.t))
		n := len(v.kids) / 2
		for i, k := range v.kids[:n] {
			made.SetMapIndex(k.build(), v.kids[n+i].build())
		}
	case reflect.Pointer:
		made.Set(reflect.New(v.t.Elem()))
		made.Elem().Set(v.kids[0].build())
	case reflect.Interface:
		made.Set(v.kids[0].build())
	case reflect.Struct:
		for i, k := range v.kids {
			if k != nil {
				f := made.Field(i)
				reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().Set(k.build())
			}
		}
	}
	return made
}

// number counts the values of a place without making them, before invariants; it
// tells what is too much.
func (d *domain) number(at place) float64 {
	if at.left < 0 {
		return 0
	}
	n, ok := d.count[at]
	if !ok {
		n = d.reckon(at)
		d.count[at] = n
	}
	return n
}

func (d *domain) reckon(at place) float64 {
	t := at.t
	if listed, ok := d.Values[t]; ok {
		return float64(len(listed))
	}
	if d.calls(t) != nil {
		if at.left > 3 {
			return math.Inf(1)
		}
		return float64(len(d.values(at)))
	}
	powers := func(base float64) float64 {
		sum, p := 0.0, 1.0
		for range at.left {
			p *= base
			sum += p
		}
		return sum
	}
	part := func(b reflect.Type) float64 { return d.number(d.step(t, at, b)) }
	chars := float64(max(2, len([]rune(d.Chars))))
	n := 1.0
	switch t.Kind() {
	case reflect.Func:
		return d.number(place{t: elements(t), left: at.left})
	case reflect.String:
		return 1 + powers(chars)
	case reflect.Slice:
		if t == runes || t == bytes {
			return 2 + powers(chars)
		}
		return 2 + powers(part(t.Elem()))
	case reflect.Map:
		return 2 + powers(part(t.Key())*part(t.Elem()))
	case reflect.Pointer:
		return 1 + part(t.Elem())
	case reflect.Interface:
		for _, k := range d.Kinds[t] {
			n += part(k)
		}
		return n
	case reflect.Array:
		for range t.Len() {
			n *= part(t.Elem())
		}
		return n
	case reflect.Struct:
		for f := range t.NumField() {
			if !d.Unread[plain(t.Name())+"."+t.Field(f).Name] {
				n *= part(t.Field(f).Type)
			}
		}
		return n
	}
	return float64(len(d.scalars(t)))
}
