// Package heaps enumerates heaps by brute force: all ways in which a few objects can point to each other, each
// once up to renaming.
//
// It takes a Go type, a number of objects and a set of scalars, and returns values with all combinations of
// pointers. It makes no early decisions and knows nothing of rtest, so that tests can compare engines with it.
package heaps

import (
	"fmt"
	"reflect"
)

// A Scope bounds heaps.
type Scope struct {
	// Objects is the greatest number of objects of each struct type to which there are pointers.
	Objects int
	// Ints are the values of integers, by default 0 alone.
	Ints []int
	// Elements is the greatest length of a slice or a map, Within that of one within an object.
	Elements, Within int
	// Fixed are the types to which pointers are never nil.
	Fixed []reflect.Type
	// Inhabitants are the types in interfaces, which are never nil.
	Inhabitants map[reflect.Type][]reflect.Type
}

// Each calls visit with all values of T in a scope. A pointer is nil, points to an object that precedes it in a
// preorder walk, or points to a new one. So heaps that differ only by renaming objects come once. Unexported
// fields stay zero. The value and its objects are reused after visit returns.
func Each[T any](s Scope, visit func(*T)) {
	root := new(T)
	e := &enumeration{Scope: s, objects: map[reflect.Type][]reflect.Value{}}
	e.fill(reflect.ValueOf(root).Elem(), func() { visit(root) })
}

// Count returns how many values of T in a scope satisfy a predicate.
func Count[T any](s Scope, holds func(*T) bool) (n int) {
	Each(s, func(root *T) {
		if holds(root) {
			n++
		}
	})
	return n
}

// An enumeration sets places one after another, in preorder. objects are those visited so far.
type enumeration struct {
	Scope
	objects map[reflect.Type][]reflect.Value
	// inside says that an object is filled.
	inside bool
}

// fill sets a place to each of its values in turn, and calls next for each.
func (e *enumeration) fill(place reflect.Value, next func()) {
	switch place.Kind() {
	case reflect.Bool:
		for _, v := range [...]bool{false, true} {
			place.SetBool(v)
			next()
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if e.Ints == nil {
			next()
			return
		}
		for _, v := range e.Ints {
			place.SetInt(int64(v))
			next()
		}
		place.SetInt(0)
	case reflect.Struct:
		e.fields(place, 0, next)
	case reflect.Slice:
		for n := range e.most() + 1 {
			place.Set(reflect.MakeSlice(place.Type(), n, n))
			e.elements(place, 0, next)
		}
		place.SetZero()
	case reflect.Array:
		e.elements(place, 0, next)
	case reflect.Map:
		place.SetZero()
		next()
		for n := range e.most() + 1 {
			place.Set(reflect.MakeMap(place.Type()))
			e.entries(place, e.Ints, n, next)
		}
		place.SetZero()
	case reflect.Pointer:
		e.pointer(place, next)
	case reflect.Interface:
		for _, t := range e.Inhabitants[place.Type()] {
			content := reflect.New(t).Elem()
			e.fill(content, func() {
				place.Set(content)
				next()
			})
		}
		place.SetZero()
	default:
		panic(fmt.Sprintf("heaps of %s are not enumerated", place.Type()))
	}
}

func (e *enumeration) fields(place reflect.Value, i int, next func()) {
	if i == place.NumField() {
		next()
		return
	}
	if !place.Type().Field(i).IsExported() {
		e.fields(place, i+1, next)
		return
	}
	e.fill(place.Field(i), func() { e.fields(place, i+1, next) })
}

func (e *enumeration) elements(place reflect.Value, i int, next func()) {
	if i == place.Len() {
		next()
		return
	}
	e.fill(place.Index(i), func() { e.elements(place, i+1, next) })
}

// most returns the greatest length of a slice or a map where the enumeration is.
func (e *enumeration) most() int {
	if e.inside {
		return e.Within
	}
	return e.Elements
}

// entries adds n entries to a map, with keys from a list.
func (e *enumeration) entries(m reflect.Value, keys []int, n int, next func()) {
	if n == 0 {
		next()
		return
	}
	for i, k := range keys {
		key := reflect.New(m.Type().Key()).Elem()
		key.SetInt(int64(k))
		elem := reflect.New(m.Type().Elem()).Elem()
		e.fill(elem, func() {
			m.SetMapIndex(key, elem)
			e.entries(m, keys[i+1:], n-1, next)
			m.SetMapIndex(key, reflect.Value{})
		})
	}
}

func (e *enumeration) pointer(place reflect.Value, next func()) {
	t := place.Type().Elem()
	fixed := false
	for _, f := range e.Fixed {
		fixed = fixed || f == t
	}
	if !fixed {
		place.SetZero()
		next()
	}
	met := e.objects[t]
	for _, o := range met {
		place.Set(o)
		next()
	}
	if len(met) < e.Objects {
		o := reflect.New(t)
		e.objects[t] = append(met, o)
		place.Set(o)
		before := e.inside
		e.inside = true
		e.fill(o.Elem(), func() {
			// The places after this one may have added objects; these are its own.
			e.inside = before
			next()
			e.inside = true
		})
		e.inside = before
		e.objects[t] = met
	}
	place.SetZero()
}
