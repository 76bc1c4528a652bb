package refine

import (
	"maps"
	"slices"
)

// FuncParts are the refined function types within a value: of the value itself, which is
// a function then, and of its parts. Nil for none.
type FuncParts struct {
	Func []*Callback
	// Elem are those of elements, of a map's values, or of what a pointer points
	// to; Key those of a map's keys.
	Elem, Key *FuncParts
	// Fields are those of a struct's fields, or of a function's results, by index.
	Fields map[int]*FuncParts
}

// Callbacks returns all that the parts demand, in a fixed order.
func (p *FuncParts) Callbacks() []*Callback {
	if p == nil {
		return nil
	}
	out := slices.Concat(p.Func, p.Key.Callbacks(), p.Elem.Callbacks())
	for _, i := range slices.Sorted(maps.Keys(p.Fields)) {
		out = append(out, p.Fields[i].Callbacks()...)
	}
	return out
}

// AllCallbacks are what the contract demands of the functions among its inputs and of
// those within them.
func (c *Contract) AllCallbacks() []*Callback {
	out := slices.Clone(c.Callbacks)
	for _, i := range slices.Sorted(maps.Keys(c.FuncParts)) {
		out = append(out, c.FuncParts[i].Callbacks()...)
	}
	return out
}

// Laws are the clauses that hold of every value of the type, and of the functions
// in it.
func (tf *TypeFacts) Laws() []*Clause {
	out := slices.Concat(tf.Invariants, tf.Fields)
	for _, i := range slices.Sorted(maps.Keys(tf.FieldParts)) {
		for _, cb := range tf.FieldParts[i].Callbacks() {
			out = slices.Concat(out, cb.Require, cb.Ensure)
		}
	}
	return out
}

// AddParts adds refined function types within an input.
func (c *Contract) AddParts(v *Variable, p *FuncParts) {
	if p == nil {
		return
	}
	if c.FuncParts == nil {
		c.FuncParts = map[int]*FuncParts{}
	}
	c.FuncParts[v.Index] = c.FuncParts[v.Index].both(p)
}

func (p *FuncParts) funcs() []*Callback {
	if p == nil {
		return nil
	}
	return p.Func
}

func (p *FuncParts) elem() *FuncParts {
	if p == nil {
		return nil
	}
	return p.Elem
}

func (p *FuncParts) key() *FuncParts {
	if p == nil {
		return nil
	}
	return p.Key
}

func (p *FuncParts) field(i int) *FuncParts {
	if p == nil {
		return nil
	}
	return p.Fields[i]
}

// both is what p and q demand together.
func (p *FuncParts) both(q *FuncParts) *FuncParts {
	if p == nil || q == nil {
		if p == nil {
			return q
		}
		return p
	}
	out := &FuncParts{Func: slices.Concat(p.Func, q.Func), Elem: p.Elem.both(q.Elem), Key: p.Key.both(q.Key), Fields: map[int]*FuncParts{}}
	for _, f := range []map[int]*FuncParts{p.Fields, q.Fields} {
		for i := range f {
			out.Fields[i] = p.Fields[i].both(q.Fields[i])
		}
	}
	return out
}
