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
	c.FuncParts[v.Index] = c.FuncParts[v.Index].Both(p)
}

// Functions are the demands on the functions that stand at the place itself; none for nil.
func (p *FuncParts) Functions() []*Callback {
	if p == nil {
		return nil
	}
	return p.Func
}

// OfElem is what is demanded of elements; nil for nothing.
func (p *FuncParts) OfElem() *FuncParts {
	if p == nil {
		return nil
	}
	return p.Elem
}

// OfKey is what is demanded of the keys of a map; nil for nothing.
func (p *FuncParts) OfKey() *FuncParts {
	if p == nil {
		return nil
	}
	return p.Key
}

// OfField is what is demanded of the i-th field, or result; nil for nothing.
func (p *FuncParts) OfField(i int) *FuncParts {
	if p == nil {
		return nil
	}
	return p.Fields[i]
}

// Both is what p and q demand together.
func (p *FuncParts) Both(q *FuncParts) *FuncParts {
	if p == nil || q == nil {
		if p == nil {
			return q
		}
		return p
	}
	out := &FuncParts{Func: slices.Concat(p.Func, q.Func), Elem: p.Elem.Both(q.Elem), Key: p.Key.Both(q.Key), Fields: map[int]*FuncParts{}}
	for _, f := range []map[int]*FuncParts{p.Fields, q.Fields} {
		for i := range f {
			out.Fields[i] = p.Fields[i].Both(q.Fields[i])
		}
	}
	return out
}
