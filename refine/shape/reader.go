package shape

import (
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// Passing has the struct fields in the arguments of building calls that the calls pass on without
// reading them. Any means that one of these is an empty interface; Asserted are the types to which
// the calls assert it. A nil *Passing has no fields.
type Passing struct {
	Fields   map[*types.Var]bool
	Any      bool
	Asserted []types.Type
}

// A Reader is what a function reads of things that the calls building its input only pass on. It
// has fields, fields that the function compares with nil, and types that it asserts to. These vary
// only for that function.
type Reader struct {
	fields, nils map[*types.Var]bool
	asserted     []types.Type
}

// reader returns the Reader of the current function for p, or nil if p is nil.
func (s *shaper) reader(p *Passing) *Reader {
	if p == nil {
		return nil
	}
	h, r := &s.opt.Hints, &Reader{fields: map[*types.Var]bool{}, nils: map[*types.Var]bool{}}
	for f := range p.Fields {
		if h.ReadsAny() || h.ReadFields[f] {
			r.fields[f] = true
		}
		if h.NilFields[f] {
			r.nils[f] = true
		}
	}
	if p.Any {
		for _, t := range h.Asserted {
			if !slices.ContainsFunc(p.Asserted, func(o types.Type) bool { return types.Identical(o, t) }) {
				r.asserted = append(r.asserted, t)
			}
		}
	}
	if len(r.fields)+len(r.nils)+len(r.asserted) == 0 {
		return nil
	}
	return r
}

func (r *Reader) same(o *Reader) bool {
	if r == nil || o == nil {
		return r == o
	}
	return maps.Equal(r.fields, o.fields) && maps.Equal(r.nils, o.nils) && slices.EqualFunc(r.asserted, o.asserted, types.Identical)
}

// Extend adds what the reader reads to the hints of a call that builds such a value.
func (r *Reader) Extend(h refine.Hints) refine.Hints {
	if r == nil {
		return h
	}
	if h.ReadFields != nil {
		h.ReadFields = maps.Clone(h.ReadFields)
		maps.Copy(h.ReadFields, r.fields)
	}
	if len(r.nils) > 0 {
		nils := maps.Clone(r.nils)
		maps.Copy(nils, h.NilFields)
		h.NilFields = nils
	}
	h.Asserted = slices.Concat(h.Asserted, r.asserted)
	return h
}
