package brute

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// Dump writes a value so that two texts are the same where the values are,
// through pointers; nil and empty are not the same.
func Dump(v any) string {
	if v == nil {
		return "nil"
	}
	return dump(reflect.ValueOf(v), true)
}

// dump writes a value; where exact, nil and empty differ.
func dump(v reflect.Value, exact bool) string {
	name := v.Type().String()
	name = name[strings.LastIndex(name, ".")+1:]
	parts := func(n int, part func(i int) string) string {
		var all []string
		for i := range n {
			all = append(all, part(i))
		}
		return name + "{" + strings.Join(all, ",") + "}"
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
		if v.Kind() == reflect.Pointer {
			return "&" + dump(v.Elem(), exact)
		}
		return dump(v.Elem(), exact)
	case reflect.Slice:
		if exact && v.IsNil() {
			return "nil"
		}
		return parts(v.Len(), func(i int) string { return dump(v.Index(i), exact) })
	case reflect.Array:
		return parts(v.Len(), func(i int) string { return dump(v.Index(i), exact) })
	case reflect.Map:
		if exact && v.IsNil() {
			return "nil"
		}
		var all []string
		for _, k := range v.MapKeys() {
			all = append(all, dump(k, exact)+":"+dump(v.MapIndex(k), exact))
		}
		slices.Sort(all)
		return "map{" + strings.Join(all, ",") + "}"
	case reflect.Struct:
		return parts(v.NumField(), func(i int) string { return dump(v.Field(i), exact) })
	case reflect.Float64, reflect.Float32:
		if math.Signbit(v.Float()) && v.Float() == 0 && exact {
			return "-0"
		}
		return fmt.Sprint(v.Float() + 0)
	case reflect.Complex128:
		re, im := real(v.Complex()), imag(v.Complex())
		return "(" + dump(reflect.ValueOf(re), exact) + "," + dump(reflect.ValueOf(im), exact) + ")"
	case reflect.String:
		return fmt.Sprintf("%q", v.String())
	case reflect.Func:
		return "func"
	}
	return name + "(" + fmt.Sprint(v) + ")"
}

// Same is the contract language's equality of everything reachable, which tells nil
// from empty and 0 from -0.
func Same(x, y any) bool { return Dump(x) == Dump(y) }

// Eq is == of the contract language: Go's where Go has it, element by element for
// slices and maps and what contains them, with NaN equal to itself there.
func Eq[T any](x, y T) bool {
	a, b := reflect.ValueOf(&x).Elem(), reflect.ValueOf(&y).Elem()
	if hasEqual(a.Type()) {
		return a.Interface() == b.Interface()
	}
	return eq(a, b)
}

func hasEqual(t reflect.Type) bool {
	return t.Comparable()
}

func eq(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !eq(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, k := range a.MapKeys() {
			if y := b.MapIndex(k); !y.IsValid() || !eq(a.MapIndex(k), y) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !eq(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Float64, reflect.Float32:
		return a.Float() == b.Float() || a.Float() != a.Float() && b.Float() != b.Float()
	}
	if a.Kind() == reflect.Complex128 {
		x, y := a.Complex(), b.Complex()
		return eq(reflect.ValueOf(real(x)), reflect.ValueOf(real(y))) && eq(reflect.ValueOf(imag(x)), reflect.ValueOf(imag(y)))
	}
	return a.Equal(b)
}

// elemEq compares elements as in, distinct, permutation and count do.
func elemEq[T any](x, y T) bool { return eq(reflect.ValueOf(&x).Elem(), reflect.ValueOf(&y).Elem()) }

// In is x in xs for slices.
func In[T any](x T, xs []T) bool {
	return slices.ContainsFunc(xs, func(y T) bool { return elemEq(x, y) })
}

// With is with(m, k, v).
func With[M ~map[K]V, K comparable, V any](m M, k K, v V) M {
	n := M{}
	for a, b := range m {
		n[a] = b
	}
	n[k] = v
	return n
}

// Without is without(m, k).
func Without[M ~map[K]V, K comparable, V any](m M, k K) M {
	n := M{}
	for a, b := range m {
		if a != k {
			n[a] = b
		}
	}
	return n
}

// Keys are those of a map.
func Keys[M ~map[K]V, K comparable, V any](m M) []K {
	var all []K
	for k := range m {
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b K) int { return cmp.Compare(Dump(a), Dump(b)) })
	return all
}

// HasKey is k in m for maps.
func HasKey[M ~map[K]V, K comparable, V any](k K, m M) bool {
	_, ok := m[k]
	return ok
}

// Count is count(xs, x).
func Count[T any](xs []T, x T) int {
	n := 0
	for _, y := range xs {
		if elemEq(x, y) {
			n++
		}
	}
	return n
}

// Sum is sum(xs).
func Sum[T interface {
	~int | ~int8 | ~int16 | ~uint | ~uint8 | ~uint16 | ~float32 | ~float64
}](xs []T) T {
	var sum T
	for _, x := range xs {
		sum += x
	}
	return sum
}

// Sorted is sorted(xs).
func Sorted[T cmp.Ordered](xs []T) bool {
	for i := 1; i < len(xs); i++ {
		if !(xs[i-1] <= xs[i]) {
			return false
		}
	}
	return true
}

// Distinct is distinct(xs).
func Distinct[T any](xs []T) bool {
	for i, x := range xs {
		if In(x, xs[i+1:]) {
			return false
		}
	}
	return true
}

// Permutation is permutation(xs, ys).
func Permutation[T any](xs, ys []T) bool {
	if len(xs) != len(ys) {
		return false
	}
	for _, x := range xs {
		if Count(xs, x) != Count(ys, x) {
			return false
		}
	}
	return true
}

// Cond is c ? a : b.
func Cond[T any](c bool, a, b func() T) T {
	if c {
		return a()
	}
	return b()
}

// All and Some are forall and exists over the positions of a slice.
func All[T any](xs []T, p func(i int, x T) bool) bool {
	for i, x := range xs {
		if !p(i, x) {
			return false
		}
	}
	return true
}

// Some is exists over a slice.
func Some[T any](xs []T, p func(i int, x T) bool) bool {
	return !All(xs, func(i int, x T) bool { return !p(i, x) })
}

// AllOf is forall over the entries of a map.
func AllOf[M ~map[K]V, K comparable, V any](m M, p func(k K, v V) bool) bool {
	for k, v := range m {
		if !p(k, v) {
			return false
		}
	}
	return true
}

// AllTo is forall over the integers from a to below b.
func AllTo(a, b int, p func(i int) bool) bool {
	for i := a; i < b; i++ {
		if !p(i) {
			return false
		}
	}
	return true
}

// Is tells whether the dynamic type of x is T.
func Is[T any](x any) bool {
	_, ok := x.(T)
	return ok
}
