package rt

import (
	"reflect"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// NoteExpression has the value at p, which an expression of a list gave, shown as that
// where it is a pointer and no literal in the package of that path can say what is there.
func NoteExpression[T any](r *Reader, p *T, path, text string) {
	if r.told == nil {
		return
	}
	v := reflect.ValueOf(p).Elem()
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Type().Implements(reflect.TypeFor[error]()) {
		return // Errors are shown by their messages.
	}
	if s := (sealing{path: path, seen: map[memory.Place]bool{}}); s.sealed(v) {
		r.told.all = append(r.told.all, made{p: v.Interface(), depth: r.told.depth, listed: text})
	}
}

// A sealing looks for what a package cannot write.
type sealing struct {
	path string
	seen map[memory.Place]bool
}

// sealed tells whether a literal of v would name a field of another package that it
// does not export.
func (s *sealing) sealed(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Interface:
		return !v.IsNil() && s.sealed(v.Elem())
	case reflect.Pointer:
		at := memory.PlaceOf(v)
		if v.IsNil() || s.seen[at] || len(s.seen) > maxSealed {
			return false
		}
		s.seen[at] = true
		return s.sealed(v.Elem())
	case reflect.Struct:
		if _, known := wellKnown(v); known {
			return false
		}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if v.Field(i).IsZero() {
				continue
			}
			if !f.IsExported() && f.PkgPath != s.path || s.sealed(v.Field(i)) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range min(v.Len(), maxSealed) {
			if s.sealed(v.Index(i)) {
				return true
			}
		}
	}
	return false
}

// maxSealed bounds how far is looked.
const maxSealed = 1 << 10

// sharing tells whether a part of the values is there more than once.
func sharing(vs []*tree.Value) bool {
	for _, v := range vs {
		if v != nil && (v.Kind == tree.Shared || v.Within || sharing(v.Elems)) {
			return true
		}
	}
	return false
}
