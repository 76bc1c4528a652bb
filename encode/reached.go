package encode

import "github.com/rtest-dev/rtest/encode/vars"

// A reach is the memory to which values lead.
type reach struct {
	objects []*object
	tables  []*table
	// bound are the values that closures remember, shared those of errors that
	// somebody may change.
	bound, shared []val
	seen          map[any]bool
}

// reached collects the memory to which values lead.
func reached(list []val) *reach {
	r := &reach{seen: map[any]bool{}}
	for _, v := range list {
		r.visit(v)
	}
	return r
}

func (r *reach) visit(v val) {
	switch v := v.(type) {
	case aggregate:
		for _, x := range v {
			r.visit(x)
		}
	case tuple:
		for _, x := range v {
			r.visit(x)
		}
	case *pointer:
		for _, a := range v.alts {
			r.object(a.obj)
		}
	case *sequence:
		for _, a := range v.alts {
			r.object(a.obj)
		}
	case *mapping:
		for _, a := range v.alts {
			r.table(a.table)
		}
	case *boxed:
		for _, a := range v.alts {
			r.content(a)
		}
	case *callable:
		for _, a := range v.alts {
			r.bound = append(r.bound, a.binds...)
			for _, x := range a.binds {
				r.visit(x)
			}
		}
	case *unknown:
		r.visit(v.rest)
	}
}

func (r *reach) object(o *object) {
	if o == nil || r.seen[o] {
		return
	}
	r.seen[o] = true
	r.objects = append(r.objects, o)
	for _, x := range o.cells {
		r.visit(x)
	}
	for _, x := range o.fill {
		r.visit(x)
	}
}

func (r *reach) table(t *table) {
	if t == nil || r.seen[t] {
		return
	}
	r.seen[t] = true
	r.tables = append(r.tables, t)
	for _, e := range t.entries {
		r.visit(e.key)
		r.visit(e.val)
	}
}

// content is what an interface holds. The errors of the standard library have
// nothing that anybody sets.
func (r *reach) content(c content) {
	switch {
	case c.T == nil:
	case vars.Shared(c.T):
		r.shared = append(r.shared, c.v)
		r.visit(c.v)
	case !vars.IsError(c.T):
		r.visit(c.v)
	}
}
