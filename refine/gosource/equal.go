package gosource

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// An equality is a way to compare values. With nan, NaN equals NaN, as in rtest's own equality.
// With twin, a pointer into the twin of the input equals its counterpart. The zero value is Go's
// ==, extended to slices and maps.
//
// With exact, nil is not empty, and what Go cannot compare without rtest's runtime is not equal.
type equality struct{ nan, twin, exact bool }

func (m equality) String() string {
	s := "eq"
	if !m.nan {
		s = "same"
	}
	if m.twin {
		s += "old"
	}
	if m.exact {
		s += "exact"
	}
	return s
}

// Equal returns the name of a function func(a, b T) bool that compares like rtest's own ==: element
// by element, with pointers inside compared as in Go. NaN equals NaN, and nil equals empty.
func (f *File) Equal(t types.Type) string { return f.equalFunc(t, equality{nan: true}) }

// Identical is Equal where nil does not equal empty. It needs no runtime: it is false for values that cannot be
// compared without one.
func (f *File) Identical(t types.Type) string {
	return f.equalFunc(t, equality{nan: true, exact: true})
}

// equal returns a Go condition that compares two operands of type t.
func (f *File) equal(t types.Type, m equality, a, b string) string {
	if comparesPlainly(t, m) {
		return a + " == " + b
	}
	return f.equalFunc(t, m) + "(" + a + ", " + b + ")"
}

// comparesPlainly reports whether Go's == compares values of t as m demands.
func comparesPlainly(t types.Type, m equality) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return !m.nan || u.Info()&(types.IsFloat|types.IsComplex) == 0
	case *types.Pointer, *types.Chan:
		return !m.twin
	case *types.Interface:
		return !m.nan && !m.twin
	case *types.Array:
		return types.Comparable(t) && comparesPlainly(u.Elem(), m)
	case *types.Struct:
		for v := range u.Fields() {
			if !types.Comparable(v.Type()) || v.Name() != "_" && !comparesPlainly(v.Type(), m) {
				return false
			}
		}
		return true
	}
	return false
}

// relevantFor returns m without the properties that make no difference for a collection of type t.
func (m equality) relevantFor(t types.Type) equality {
	inside := refine.ElemType(t)
	if inside == nil {
		inside = t
	}
	if u, ok := t.Underlying().(*types.Map); ok && refine.Mutable(u.Key()) {
		return m
	}
	m.twin = m.twin && refine.Mutable(inside)
	return m
}

// standardFunction returns the function of package slices or maps that implements name for t in the
// way of m. It returns "" if there is none, or if the code is to be lifted.
func (f *File) standardFunction(name string, t types.Type, m equality) string {
	if !f.opt.Readable {
		return ""
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		if comparesPlainly(u.Elem(), m) {
			return f.Import("slices") + "." + name
		}
	case *types.Map:
		if name == "Equal" && comparesPlainly(u.Key(), m) && comparesPlainly(u.Elem(), m) {
			return f.Import("maps") + "." + name
		}
	}
	return ""
}

// equalFunc returns the name of a function func(a, b T) bool that compares as m demands.
func (f *File) equalFunc(t types.Type, m equality) string {
	m = m.relevantFor(t)
	if fn := f.standardFunction("Equal", t, m); fn != "" && !m.exact {
		return fn
	}
	return f.generateOwn(m.String(), t, func(name string) string {
		body := f.equalBody(t, m)
		return fmt.Sprintf("func %s(a, b %s) bool {\n%s\n}", name, f.Type(t), body)
	})
}

// equalBody returns the body of that function.
func (f *File) equalBody(t types.Type, m equality) string {
	if comparesPlainly(t, m) {
		return "return a == b"
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() != types.UnsafePointer {
			return "return a == b || a != a && b != b"
		}
	case *types.Interface:
		switch {
		case m.exact:
			return "return a == b"
		case !m.twin:
			// Only a value that contains NaN differs from itself.
			return "return a == b || a != a && " + f.runtime("Same") + "(a, b)"
		}
	case *types.Signature:
		return "return a == nil && b == nil"
	case *types.Struct:
		return f.equalStruct(u, m)
	case *types.Array, *types.Slice:
		elem := refine.ElemType(t)
		length := ""
		if _, ok := u.(*types.Slice); ok {
			length = m.lengths()
		}
		if f.naming().Why(elem) == nil {
			return fmt.Sprintf("%sfor i := range a {\nif !(%s) {\nreturn false\n}\n}\nreturn true",
				length, f.equal(elem, m, "a[i]", "b[i]"))
		}
	case *types.Map:
		return f.equalMap(u, m)
	}
	return f.atRuntime(m)
}

// atRuntime returns the statement that compares what Go does not.
func (f *File) atRuntime(m equality) string {
	if m.exact {
		return "return 0 != 0"
	}
	return "return " + f.runtime("Same") + "(a, b)"
}

// lengths returns the statement that compares the lengths of two collections.
func (m equality) lengths() string {
	if m.exact {
		return "if len(a) != len(b) || (a == nil) != (b == nil) {\nreturn false\n}\n"
	}
	return "if len(a) != len(b) {\nreturn false\n}\n"
}

func (f *File) equalStruct(u *types.Struct, m equality) string {
	var conds []string
	for v := range u.Fields() {
		if v.Name() == "_" {
			continue
		}
		if !v.Exported() && !f.own(v.Pkg()) || !comparesPlainly(v.Type(), m) && f.naming().Why(v.Type()) != nil {
			return f.atRuntime(m)
		}
		conds = append(conds, f.equal(v.Type(), m, "a."+v.Name(), "b."+v.Name()))
	}
	return "return " + strings.Join(conds, " && ")
}

func (f *File) equalMap(u *types.Map, m equality) string {
	length := m.lengths()
	value := f.equal(u.Elem(), m, "v", "w")
	if comparesPlainly(u.Key(), m) {
		return length + fmt.Sprintf("for k, v := range a {\nw, ok := b[k]\nif !ok || !(%s) {\nreturn false\n}\n}\nreturn true", value)
	}
	// A key that is NaN or a pointer into the twin cannot be looked up. Each entry must occur equally often in
	// both maps.
	count := "for l, w := range %s {\nif " + f.equal(u.Key(), m, "k", "l") + " && " + value + " {\nn%s\n}\n}\n"
	return length + "for k, v := range a {\nn := 0\n" + fmt.Sprintf(count, "a", "++") + fmt.Sprintf(count, "b", "--") +
		"if n != 0 {\nreturn false\n}\n}\nreturn true"
}

// contains returns the name of a function that reports whether a value is an element of a
// collection of type t.
func (f *File) contains(t types.Type, m equality) string {
	m = m.relevantFor(t)
	if fn := f.standardFunction("Contains", t, m); fn != "" {
		return fn
	}
	return f.generateOwn("has"+m.String(), t, func(name string) string {
		elem := refine.ElemType(t)
		if refine.IsString(t) {
			return fmt.Sprintf("func %s(s %s, x %s) bool {\nfor _, r := range s {\nif r == x {\nreturn true\n}\n}\nreturn false\n}",
				name, f.Type(t), f.Type(elem))
		}
		return fmt.Sprintf("func %s(s %s, x %s) bool {\nfor i := range s {\nif %s {\nreturn true\n}\n}\nreturn false\n}",
			name, f.Type(t), f.Type(elem), f.equal(elem, m, "s[i]", "x"))
	})
}

// hasKey is contains for the keys of a map.
func (f *File) hasKey(t types.Type, m equality) string {
	m = m.relevantFor(t)
	return f.generateOwn("haskey"+m.String(), t, func(name string) string {
		key := t.Underlying().(*types.Map).Key()
		body := "_, ok := s[x]\nreturn ok"
		if !comparesPlainly(key, m) {
			body = fmt.Sprintf("for k := range s {\nif %s {\nreturn true\n}\n}\nreturn false", f.equal(key, m, "k", "x"))
		}
		return fmt.Sprintf("func %s(s %s, x %s) bool {\n%s\n}", name, f.Type(t), f.Type(key), body)
	})
}
