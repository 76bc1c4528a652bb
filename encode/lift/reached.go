package lift

import (
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/vars"
)

// A reach is the memory to which values lead.
type reach struct {
	objects []*sym.Object
	tables  []*sym.Table
	// bound are the values that closures capture. shared are the values of errors whose memory other
	// code may change.
	bound, shared []sym.Val
	seen          map[any]bool
}

// reached collects the memory to which values lead.
func reached(list []sym.Val) *reach {
	r := &reach{seen: map[any]bool{}}
	for _, v := range list {
		r.visit(v)
	}
	return r
}

func (r *reach) visit(v sym.Val) {
	switch v := v.(type) {
	case sym.Aggregate:
		for _, x := range v {
			r.visit(x)
		}
	case sym.Tuple:
		for _, x := range v {
			r.visit(x)
		}
	case *sym.Pointer:
		for _, a := range v.Alts {
			r.object(a.Obj)
		}
	case *sym.Sequence:
		for _, a := range v.Alts {
			r.object(a.Obj)
		}
	case *sym.Mapping:
		for _, a := range v.Alts {
			r.table(a.Table)
		}
	case *sym.Boxed:
		for _, a := range v.Alts {
			r.content(a)
		}
	case *sym.Callable:
		for _, a := range v.Alts {
			r.bound = append(r.bound, a.Binds...)
			for _, x := range a.Binds {
				r.visit(x)
			}
		}
	case *sym.Unknown:
		r.visit(v.Rest)
	}
}

func (r *reach) object(o *sym.Object) {
	if o == nil || r.seen[o] {
		return
	}
	r.seen[o] = true
	r.objects = append(r.objects, o)
	for _, x := range o.Cells {
		r.visit(x)
	}
	for _, x := range o.Fill {
		r.visit(x)
	}
}

func (r *reach) table(t *sym.Table) {
	if t == nil || r.seen[t] {
		return
	}
	r.seen[t] = true
	r.tables = append(r.tables, t)
	for _, e := range t.Entries {
		r.visit(e.Key)
		r.visit(e.Val)
	}
}

// content visits the value in an interface. Nothing changes the errors of the standard library.
func (r *reach) content(c sym.Content) {
	switch {
	case c.T == nil:
	case vars.Shared(c.T):
		r.shared = append(r.shared, c.Value)
		r.visit(c.Value)
	case !vars.IsError(c.T):
		r.visit(c.Value)
	}
}
