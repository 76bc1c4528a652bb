package emit

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// cloned reports whether the second copy of an input can be a clone of the first. Its type
// must show all that it reaches, and the value must be a tree; every value that is not built
// by calls is one.
func (c *contract) cloned(i int) bool {
	tree := true
	value.Walk(c.from.Shapes[i], func(s value.Shape) {
		switch s.(type) {
		case *value.Reference:
			tree = false
		case *value.Calls, *value.Listed:
			// Expressions of the user make listed values.
			tree = tree && !refine.Mutable(s.Go())
		}
	})
	return tree && c.w.clonable(c.inputs[i].Type, map[types.Type]bool{})
}

// clonable reports whether clone can copy all that a value of t reaches.
func (w *writer) clonable(t types.Type, seen map[types.Type]bool) bool {
	if !refine.Mutable(t) || seen[t] {
		return true
	}
	seen[t] = true
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if p := n.Obj().Pkg(); p != nil && p.Path() != w.pkg.Types.Path() && (!n.Obj().Exported() || p.Path() == "sync" || p.Path() == "sync/atomic") {
			return false
		}
		if n.Obj().Parent() != nil && n.Obj().Pkg() != nil && n.Obj().Parent() != n.Obj().Pkg().Scope() && n.Origin() == n {
			return false // It is local to a function.
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return w.clonable(u.Elem(), seen)
	case *types.Slice:
		return w.clonable(u.Elem(), seen)
	case *types.Array:
		return w.clonable(u.Elem(), seen)
	case *types.Map:
		return !refine.Mutable(u.Key()) && w.clonable(u.Elem(), seen)
	case *types.Signature:
		return u.Params().Len() > 0 // Others count their calls.
	case *types.Struct:
		for f := range u.Fields() {
			if !refine.Mutable(f.Type()) {
				continue
			}
			if f.Name() == "_" || !f.Exported() && f.Pkg() != w.pkg.Types || !w.clonable(f.Type(), seen) {
				return false
			}
		}
		return true
	}
	return false
}

// clone returns an expression for a copy of the operand, of type t, with all that it reaches.
// Ok is false if there is none.
func (w *writer) clone(t types.Type, operand string) (text string, ok bool) {
	if !w.clonable(t, map[types.Type]bool{}) {
		return operand, false
	}
	return w.cloneOf(t, operand), true
}

func (w *writer) cloneOf(t types.Type, operand string) string {
	if !refine.Mutable(t) {
		return operand
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return operand
	case *types.Slice:
		if !refine.Mutable(u.Elem()) {
			return w.Import("slices") + ".Clone(" + operand + ")"
		}
	case *types.Map:
		if !refine.Mutable(u.Elem()) {
			return w.Import("maps") + ".Clone(" + operand + ")"
		}
	}
	return w.cloner(t) + "(" + operand + ")"
}

// cloner returns the name of the function that clones values of t.
func (w *writer) cloner(t types.Type) string {
	key := "clone " + w.Type(t)
	if name, ok := w.made[key]; ok {
		return name
	}
	stem := "clone" + typeStem(t)
	name := w.Name(stem)
	w.made[key] = name
	typ := w.Type(t)
	w.Decl(fmt.Sprintf("// %s returns a copy of v and of what it reaches.\nfunc %s(v %s) %s {\n%s}", name, name, typ, typ, w.cloning(t)))
	return name
}

// cloning returns the body of that function.
func (w *writer) cloning(t types.Type) string {
	typ := w.Type(t)
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		s := "if v == nil {\nreturn nil\n}\n"
		if st, ok := u.Elem().Underlying().(*types.Struct); ok {
			return s + "c := *v\n" + w.cloneFields(st, "c") + "return &c\n"
		}
		return s + "c := " + w.cloneOf(u.Elem(), "*v") + "\nreturn &c\n"
	case *types.Slice:
		return fmt.Sprintf("if v == nil {\nreturn nil\n}\nc := make(%s, len(v))\nfor i := range v {\nc[i] = %s\n}\nreturn c\n", typ, w.cloneOf(u.Elem(), "v[i]"))
	case *types.Map:
		return fmt.Sprintf("if v == nil {\nreturn nil\n}\nc := make(%s, len(v))\nfor k, e := range v {\nc[k] = %s\n}\nreturn c\n", typ, w.cloneOf(u.Elem(), "e"))
	case *types.Array:
		return fmt.Sprintf("for i := range v {\nv[i] = %s\n}\nreturn v\n", w.cloneOf(u.Elem(), "v[i]"))
	case *types.Struct:
		return w.cloneFields(u, "v") + "return v\n"
	}
	return "return v\n"
}

func (w *writer) cloneFields(u *types.Struct, operand string) string {
	var b strings.Builder
	for f := range u.Fields() {
		if refine.Mutable(f.Type()) {
			place := operand + "." + f.Name()
			if text := w.cloneOf(f.Type(), place); text != place {
				fmt.Fprintf(&b, "%s = %s\n", place, text)
			}
		}
	}
	return b.String()
}

// typeStem returns the part for a type in the name of a helper.
func typeStem(t types.Type) string {
	text := types.TypeString(t, func(*types.Package) string { return "" })
	stem := ""
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("*[]{}., ;\"()", r) }) {
		if len(stem) < 30 {
			stem += "_" + identifier(word)
		}
	}
	if _, ok := types.Unalias(t).(*types.Slice); ok {
		stem += "s"
	}
	return stem
}
