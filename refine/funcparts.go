package refine

import (
	"maps"
	"slices"
)

// FuncParts are the refined function types in a value: of the value itself, if it is a function,
// and of its parts. A nil *FuncParts has none.
type FuncParts struct {
	Func []*Callback
	// Elem are those of elements, map values, or the target of a pointer. Key are those of map
	// keys.
	Elem, Key *FuncParts
	// Fields has the parts of a struct's fields or a function's results, by index.
	Fields map[int]*FuncParts
}

// Callbacks returns the callbacks of all parts, in a fixed order.
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

// AllCallbacks returns the callbacks of function inputs and of functions inside inputs.
func (c *Contract) AllCallbacks() []*Callback {
	out := slices.Clone(c.Callbacks)
	for _, i := range slices.Sorted(maps.Keys(c.FuncParts)) {
		out = append(out, c.FuncParts[i].Callbacks()...)
	}
	return out
}

// Laws returns the clauses that hold for every value of the type, and for the functions in it.
func (tf *TypeFacts) Laws() []*Clause {
	out := slices.Concat(tf.Invariants, tf.Fields)
	for _, i := range slices.Sorted(maps.Keys(tf.FieldParts)) {
		for _, cb := range tf.FieldParts[i].Callbacks() {
			out = slices.Concat(out, cb.Require, cb.Ensure)
		}
	}
	return out
}

// AddParts adds refined function types inside an input.
func (c *Contract) AddParts(v *Variable, p *FuncParts) {
	if p == nil {
		return
	}
	if c.FuncParts == nil {
		c.FuncParts = map[int]*FuncParts{}
	}
	c.FuncParts[v.Index] = c.FuncParts[v.Index].Both(p)
}

// Functions returns the callbacks of the value itself. It returns nil for a nil *FuncParts.
func (p *FuncParts) Functions() []*Callback {
	if p == nil {
		return nil
	}
	return p.Func
}

// OfElem returns the parts of elements, or nil.
func (p *FuncParts) OfElem() *FuncParts {
	if p == nil {
		return nil
	}
	return p.Elem
}

// OfKey returns the parts of map keys, or nil.
func (p *FuncParts) OfKey() *FuncParts {
	if p == nil {
		return nil
	}
	return p.Key
}

// OfField returns the parts of the i-th field or result, or nil.
func (p *FuncParts) OfField(i int) *FuncParts {
	if p == nil {
		return nil
	}
	return p.Fields[i]
}

// Both returns the union of p and q.
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
