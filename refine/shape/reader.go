package shape

import (
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// Passing is what the calls that build values of a type only pass on: the struct fields in their
// arguments that none of them reads. Any means that one of these is an empty interface. Asserted
// are the types to which the calls assert such an interface. A nil *Passing passes nothing on.
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
		if h.ReadsAny() || h.Read[f] {
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
	if h.Read != nil {
		h.Read = maps.Clone(h.Read)
		maps.Copy(h.Read, r.fields)
	}
	if len(r.nils) > 0 {
		nils := maps.Clone(r.nils)
		maps.Copy(nils, h.NilFields)
		h.NilFields = nils
	}
	h.Asserted = slices.Concat(h.Asserted, r.asserted)
	return h
}
