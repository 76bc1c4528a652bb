// Package list makes what methods of package container/list do in steps whose accesses to memory are watched.
package list

import (
	"container/list"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A List is a list.List whose methods are called somewhere in the code. Its methods do what those do, with the same accesses to each field:
// one that moves the first element to the front only reads.
type List struct {
	l    *header
	site int32
}

// An Element is a list.Element whose methods are called somewhere in the code.
type Element struct {
	e    *element
	site int32
}

// The fields of list.List and list.Element.
type (
	header struct {
		root element
		n    int
	}
	element struct {
		next, prev *element
		list       *header
		value      any
	}
)

// On returns a list for the calls of a site.
func On(l *list.List, site int32) List { return List{(*header)(unsafe.Pointer(l)), site} }

// At returns an element for the calls of a site.
func At(e *list.Element, site int32) Element { return Element{inner(e), site} }

func inner(e *list.Element) *element { return (*element)(unsafe.Pointer(e)) }

func outer(e *element) *list.Element { return (*list.Element)(unsafe.Pointer(e)) }

func get[T any](p *T, site int32) T { return *sched.R(p, site) }

func set[T any](p *T, v T, site int32) { *sched.W(p, site) = v }

// Next returns the next element or nil.
func (x Element) Next() *list.Element { return x.beside(get(&x.e.next, x.site)) }

// Prev returns the element before or nil.
func (x Element) Prev() *list.Element { return x.beside(get(&x.e.prev, x.site)) }

func (x Element) beside(p *element) *list.Element {
	if l := get(&x.e.list, x.site); l != nil && p != &l.root {
		return outer(p)
	}
	return nil
}

// Init clears the list.
func (x List) Init() *list.List {
	set(&x.l.root.next, &x.l.root, x.site)
	set(&x.l.root.prev, &x.l.root, x.site)
	set(&x.l.n, 0, x.site)
	return (*list.List)(unsafe.Pointer(x.l))
}

// Len returns the number of elements.
func (x List) Len() int { return get(&x.l.n, x.site) }

// Front returns the first element or nil.
func (x List) Front() *list.Element {
	if x.Len() == 0 {
		return nil
	}
	return outer(get(&x.l.root.next, x.site))
}

// Back returns the last element or nil.
func (x List) Back() *list.Element {
	if x.Len() == 0 {
		return nil
	}
	return outer(get(&x.l.root.prev, x.site))
}

// Remove removes an element of the list, and returns its value.
func (x List) Remove(e *list.Element) any {
	if i := inner(e); x.has(i) {
		x.join(get(&i.prev, x.site), get(&i.next, x.site))
		set(&i.next, nil, x.site)
		set(&i.prev, nil, x.site)
		set(&i.list, nil, x.site)
		set(&x.l.n, x.Len()-1, x.site)
	}
	return get(&inner(e).value, x.site)
}

// PushFront inserts a value as the first one.
func (x List) PushFront(v any) *list.Element {
	x.begin()
	return x.insert(v, &x.l.root)
}

// PushBack inserts a value as the last one.
func (x List) PushBack(v any) *list.Element {
	x.begin()
	return x.insert(v, get(&x.l.root.prev, x.site))
}

// InsertBefore inserts a value before an element of the list.
func (x List) InsertBefore(v any, mark *list.Element) *list.Element {
	if !x.has(inner(mark)) {
		return nil
	}
	return x.insert(v, get(&inner(mark).prev, x.site))
}

// InsertAfter inserts a value after an element of the list.
func (x List) InsertAfter(v any, mark *list.Element) *list.Element {
	if !x.has(inner(mark)) {
		return nil
	}
	return x.insert(v, inner(mark))
}

// MoveToFront moves an element of the list.
func (x List) MoveToFront(e *list.Element) {
	if x.has(inner(e)) && get(&x.l.root.next, x.site) != inner(e) {
		x.move(inner(e), &x.l.root)
	}
}

// MoveToBack moves an element of the list.
func (x List) MoveToBack(e *list.Element) {
	if x.has(inner(e)) && get(&x.l.root.prev, x.site) != inner(e) {
		x.move(inner(e), get(&x.l.root.prev, x.site))
	}
}

// MoveBefore moves an element of the list before another one.
func (x List) MoveBefore(e, mark *list.Element) {
	if x.has(inner(e)) && e != mark && x.has(inner(mark)) {
		x.move(inner(e), get(&inner(mark).prev, x.site))
	}
}

// MoveAfter moves an element of the list after another one.
func (x List) MoveAfter(e, mark *list.Element) {
	if x.has(inner(e)) && e != mark && x.has(inner(mark)) {
		x.move(inner(e), inner(mark))
	}
}

// PushBackList inserts the values of a list, which may be the same, after the others.
func (x List) PushBackList(other *list.List) {
	x.begin()
	o := On(other, x.site)
	for i, e := o.Len(), o.Front(); i > 0; i, e = i-1, At(e, x.site).Next() {
		x.insert(get(&inner(e).value, x.site), get(&x.l.root.prev, x.site))
	}
}

// PushFrontList inserts the values of a list, which may be the same, before the others.
func (x List) PushFrontList(other *list.List) {
	x.begin()
	o := On(other, x.site)
	for i, e := o.Len(), o.Back(); i > 0; i, e = i-1, At(e, x.site).Prev() {
		x.insert(get(&inner(e).value, x.site), &x.l.root)
	}
}

func (x List) has(e *element) bool { return get(&e.list, x.site) == x.l }

// begin makes the zero list an empty one.
func (x List) begin() {
	if get(&x.l.root.next, x.site) == nil {
		x.Init()
	}
}

// join makes two elements neighbours.
func (x List) join(a, b *element) {
	set(&a.next, b, x.site)
	set(&b.prev, a, x.site)
}

func (x List) insert(v any, at *element) *list.Element {
	e := &element{value: v}
	sched.W(e, x.site)
	x.link(e, at)
	set(&e.list, x.l, x.site)
	set(&x.l.n, x.Len()+1, x.site)
	return outer(e)
}

// link lays an element after another one.
func (x List) link(e, at *element) {
	set(&e.prev, at, x.site)
	set(&e.next, get(&at.next, x.site), x.site)
	set(&at.next, e, x.site)
	set(&get(&e.next, x.site).prev, e, x.site)
}

func (x List) move(e, at *element) {
	if e != at {
		x.join(get(&e.prev, x.site), get(&e.next, x.site))
		x.link(e, at)
	}
}
