package tree

import (
	"fmt"
	"slices"
)

// An arrayOf is the array of several values that are windows of it. first is the index of the first
// of these values, name the variable of the array once it is declared.
type arrayOf struct {
	array *Value
	first int
	name  string
}

// arraysOf returns the arrays of the values that are windows of one with another value, by index.
func arraysOf(vs []*Value) map[int]*arrayOf {
	var found map[int]*arrayOf
	for i, v := range vs {
		if v == nil || v.Array == 0 || found[i] != nil {
			continue
		}
		a := &arrayOf{first: i, array: &Value{Kind: Sequence, Type: v.Type}}
		members := 0
		for j, o := range vs {
			if o == nil || o.Array != v.Array {
				continue
			}
			if found == nil {
				found = map[int]*arrayOf{}
			}
			found[j] = a
			members++
			for k, e := range o.Elems {
				for len(a.array.Elems) <= o.At+k {
					a.array.Elems = append(a.array.Elems, nil)
				}
				if a.array.Elems[o.At+k] == nil {
					a.array.Elems[o.At+k] = e
				}
			}
		}
		if members == 1 || slices.Contains(a.array.Elems, nil) {
			for j := range found {
				if found[j] == a {
					delete(found, j)
				}
			}
		}
	}
	return found
}

// window declares the array of a value, unless that is done, and returns the value as a part of
// it.
func (w *literals) window(a *arrayOf, v *Value, names []string) string {
	if a.name == "" {
		a.name = w.unusedName(names)
		w.stmts = append(w.stmts, a.name+" := "+w.expr(a.array, spot{typed: true}))
	}
	return fmt.Sprintf("%s[%d:%d]", a.name, v.At, v.At+len(v.Elems))
}

// unusedName returns the first of a, b, … that is no name of a value.
func (w *literals) unusedName(names []string) string {
	name := "a"
	for name < "z" && (w.used[name] || slices.Contains(names, name)) {
		name = string(name[0] + 1)
	}
	w.used[name] = true
	return name
}
