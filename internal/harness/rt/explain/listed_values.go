package explain

import (
	"reflect"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// Listed records that the expression text of a list yielded v. The value is shown as text if it is a pointer and
// no literal in the package path can express its target.
func (t *CallLog) Listed(v reflect.Value, path, text string) {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Type().Implements(reflect.TypeFor[error]()) {
		return // Errors are shown by their messages.
	}
	if s := (unexportedFields{path: path, seen: map[memory.Place]bool{}}); s.neededIn(v) {
		t.values = append(t.values, builtValue{p: v.Interface(), depth: t.building, listed: text})
	}
}

// An unexportedFields looks for fields that the package path cannot name.
type unexportedFields struct {
	path string
	seen map[memory.Place]bool
}

// neededIn reports whether a literal of v would name an unexported field of another package.
func (s *unexportedFields) neededIn(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Interface:
		return !v.IsNil() && s.neededIn(v.Elem())
	case reflect.Pointer:
		at := memory.PlaceOf(v)
		if v.IsNil() || s.seen[at] || len(s.seen) > maxSearched {
			return false
		}
		s.seen[at] = true
		return s.neededIn(v.Elem())
	case reflect.Struct:
		if _, known := libraryExpression(v); known {
			return false
		}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if v.Field(i).IsZero() {
				continue
			}
			if !f.IsExported() && f.PkgPath != s.path || s.neededIn(v.Field(i)) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range min(v.Len(), maxSearched) {
			if s.neededIn(v.Index(i)) {
				return true
			}
		}
	}
	return false
}

// maxSearched bounds the search.
const maxSearched = 1 << 10
