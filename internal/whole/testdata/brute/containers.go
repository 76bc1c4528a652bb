package brute

import (
	"reflect"
	"slices"
)

// rows are the lists of n of the values.
func rows(values []*tree, n int) [][]*tree {
	all := [][]*tree{nil}
	for range n {
		var longer [][]*tree
		for _, r := range all {
			for _, v := range values {
				longer = append(longer, append(slices.Clone(r), v))
			}
		}
		all = longer
	}
	return all
}

func sizes(kids []*tree) int {
	n := 0
	for _, k := range kids {
		n += k.size
	}
	return n
}

func (d *domain) slices(at place) []*tree {
	t := at.t
	all := []*tree{{t: t, nil: true}}
	if d.AllEmpty {
		all = append(all, &tree{t: t})
	}
	elems := d.values(d.step(t, at, t.Elem()))
	for n := 1; n <= at.left; n++ {
		for _, r := range rows(elems, n) {
			all = append(all, &tree{t: t, kids: r, size: n + sizes(r)})
		}
	}
	return all
}

func (d *domain) maps(at place) []*tree {
	t := at.t
	all := []*tree{{t: t, nil: true}, {t: t}}
	keys, elems := d.values(d.step(t, at, t.Key())), d.values(d.step(t, at, t.Elem()))
	for n := 1; n <= at.left; n++ {
		for _, set := range subsets(keys, n) {
			for _, r := range rows(elems, n) {
				kids := append(slices.Clone(set), r...)
				all = append(all, &tree{t: t, kids: kids, size: n + sizes(kids)})
			}
		}
	}
	return all
}

// subsets are the sets of n of the values, which are all different.
func subsets(values []*tree, n int) [][]*tree {
	if n == 0 {
		return [][]*tree{nil}
	}
	var all [][]*tree
	for i, v := range values {
		for _, rest := range subsets(values[i+1:], n-1) {
			all = append(all, append([]*tree{v}, rest...))
		}
	}
	return all
}

// node is what a value of type t adds to the size: one where it is recursive.
func (d *domain) node(t reflect.Type) int {
	if t.Kind() == reflect.Struct && d.reaches(t, t) {
		return 1
	}
	return 0
}

func (d *domain) pointers(at place) []*tree {
	t := at.t
	var all []*tree
	if !d.NotNil[t] || d.NilToo[t] {
		all = append(all, &tree{t: t, nil: true})
	}
	for _, v := range d.values(d.step(t, at, t.Elem())) {
		all = append(all, &tree{t: t, kids: []*tree{v}, size: d.node(t.Elem()) + v.size})
	}
	return all
}

func (d *domain) interfaces(at place) []*tree {
	t := at.t
	var all []*tree
	if d.NilToo[t] {
		all = append(all, &tree{t: t, nil: true})
	}
	for _, kind := range d.Kinds[t] {
		for _, v := range d.values(d.step(t, at, kind)) {
			if !v.nil || kind.Kind() != reflect.Pointer || slices.Contains(d.NilKinds[t], kind) {
				all = append(all, &tree{t: t, kids: []*tree{v}, size: d.node(kind) + v.size})
			}
		}
	}
	return all
}

// products are the values of structs and arrays.
func (d *domain) products(at place, n int, part func(i int) reflect.Type) []*tree {
	t := at.t
	all := [][]*tree{nil}
	for i := range n {
		var parts []*tree
		if t.Kind() == reflect.Struct && (t.Field(i).Name == "_" || d.Unread[plain(t.Name())+"."+t.Field(i).Name]) {
			parts = []*tree{nil}
		} else {
			parts = d.values(d.step(t, at, part(i)))
		}
		var longer [][]*tree
		for _, r := range all {
			for _, v := range parts {
				longer = append(longer, append(slices.Clone(r), v))
			}
		}
		all = longer
	}
	var made []*tree
	for _, kids := range all {
		size := 0
		for _, k := range kids {
			if k != nil {
				size += k.size
			}
		}
		made = append(made, &tree{t: t, kids: kids, size: size})
	}
	return made
}
