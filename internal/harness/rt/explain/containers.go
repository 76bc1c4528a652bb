package explain

import (
	"reflect"

	"github.com/rtest-dev/rtest/decode/tree"
)

// container describes structs of the standard library by their content. Their other fields are cyclic and of no
// use to readers. It describes a list.List by its values in order, and a list.Element and a strings.Builder
// without their links and addresses.
func (d *Describer) container(out *tree.Value, v reflect.Value) bool {
	t := v.Type()
	switch t.PkgPath() + "." + t.Name() {
	case "container/list.List":
		return d.list(out, v)
	case "container/list.Element":
		d.fields(out, v, "Value")
	case "strings.Builder":
		d.fields(out, v, "buf")
	default:
		return false
	}
	return true
}

// fields describes a struct by the named fields.
func (d *Describer) fields(out *tree.Value, v reflect.Value, names ...string) {
	out.Kind = tree.Compound
	for _, name := range names {
		if f := v.FieldByName(name); f.IsValid() {
			out.Names = append(out.Names, name)
			out.Elems = append(out.Elems, d.value(f))
		}
	}
}

// list describes a list.List as a slice of its values. It returns false if the elements do not lead
// back to the root.
func (d *Describer) list(out *tree.Value, v reflect.Value) bool {
	root, n := v.FieldByName("root"), v.FieldByName("len")
	if !root.IsValid() || !n.IsValid() {
		return false
	}
	var values []reflect.Value
	next := root.FieldByName("next")
	for range n.Int() {
		if next.IsNil() {
			return false
		}
		values = append(values, next.Elem().FieldByName("Value"))
		next = next.Elem().FieldByName("next")
	}
	if root.CanAddr() && !next.IsNil() && next.Pointer() != root.UnsafeAddr() {
		return false
	}
	out.Kind = tree.Sequence
	for _, x := range values {
		out.Elems = append(out.Elems, d.value(x))
	}
	return true
}
