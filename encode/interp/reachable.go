package interp

import "github.com/rtest-dev/rtest/encode/vars"

// A reach is the memory that values lead to.
type reach struct {
	objects []*Object
	tables  []*Table
	// bound are the variables of closures. shared are the contents of interfaces whose types are
	// errors that somebody may change.
	bound, shared []Value
	seen          map[any]bool
}

// reached collects the memory that values lead to.
func reached(list []Value) *reach {
	r := &reach{seen: map[any]bool{}}
	r.visit(list)
	return r
}

func (r *reach) visit(list []Value) {
	for _, v := range list {
		switch x := v.ref.(type) {
		case aggregate:
			r.visit(x)
		case *Object:
			r.object(x)
		case *window:
			r.object(x.obj)
		case *Table:
			if !r.seen[x] {
				r.seen[x] = true
				r.tables = append(r.tables, x)
				r.visit(x.keys)
				r.visit(x.vals)
			}
		case *closure:
			r.bound = append(r.bound, x.binds...)
			r.visit(x.binds)
		case *content:
			r.content(x)
		}
	}
}

func (r *reach) object(o *Object) {
	if o == nil || r.seen[o] {
		return
	}
	r.seen[o] = true
	r.objects = append(r.objects, o)
	r.visit(o.cells)
}

// content visits the content of an interface. Nobody sets the memory of an error of the standard
// library.
func (r *reach) content(c *content) {
	switch {
	case c.typ == nil:
	case vars.Shared(c.typ):
		r.shared = append(r.shared, c.value)
		r.visit([]Value{c.value})
	case !vars.IsError(c.typ):
		r.visit([]Value{c.value})
	}
}

// makeUnknown makes unknown, for good, the memory that values lead to.
func makeUnknown(list []Value) {
	r := reached(list)
	for _, o := range r.objects {
		o.lost = true
		for i := range o.cells {
			o.cells[i] = Unknown(whyShared)
		}
	}
	for _, t := range r.tables {
		*t = Table{lost: true, input: &Entries{Count: Unknown(whyShared)}}
	}
}

// makeUnknown makes the object, and the memory it leads to, unknown.
func (o *Object) makeUnknown() { makeUnknown([]Value{{ref: o}}) }

const whyShared = "what a package variable holds may change"
