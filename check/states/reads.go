package states

import (
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

// passedOn records what the calls of one type pass on without reading it.
type passedOn struct {
	t types.Type
	*shape.Passing
}

// passing returns what the calls that build values of t only pass on to functions that receive
// these values. A field that one of the calls reads is not among it: it varies for all of them. The
// result is nil if the calls may read anything.
func (b *Types) passing(t types.Type) *shape.Passing {
	for _, p := range b.passed {
		if types.Identical(p.t, t) {
			return p.Passing
		}
	}
	facts := b.run.Pkg.Facts.Of(t)
	if facts == nil || facts.Standard {
		return nil
	}
	at := len(b.passed)
	b.passed = append(b.passed, passedOn{t: t}) // A recursive request gets nil.
	p := &shape.Passing{Fields: map[*types.Var]bool{}}
	seen := map[types.Type]bool{t: true}
	read, _, all := b.fieldsRead(facts)
	if all {
		return nil
	}
	for _, via := range facts.Via {
		c := b.calledContract(via)
		if c == nil {
			continue
		}
		p.Asserted = append(p.Asserted, b.run.HintsOf(c).Asserted...)
		for i, v := range c.Inputs() {
			if via.Literal == nil && (i > 0 || !via.Step) {
				b.addPassedOn(p, v.Type, seen)
			}
		}
	}
	for f := range read {
		delete(p.Fields, f)
	}
	b.passed[at].Passing = p
	return p
}

// fieldsRead returns the fields that a type's constructors and steps read. Unnamed has the unnamed
// struct types of some of them. If all is true, any field may be read.
func (b *Types) fieldsRead(facts *refine.TypeFacts) (read map[*types.Var]bool, unnamed []*types.Struct, all bool) {
	read = map[*types.Var]bool{}
	for _, via := range facts.Via {
		if c := b.calledContract(via); c != nil {
			h := b.run.HintsOf(c)
			all = all || h.ReadsAny()
			maps.Copy(read, h.ReadFields)
			unnamed = append(unnamed, h.Unnamed...)
		}
	}
	return read, unnamed, all
}

// calledContract returns the contract of the function that a constructor or step calls, or nil for
// a literal.
func (b *Types) calledContract(via *refine.Callee) *refine.Contract {
	if via.Func == nil {
		return nil
	}
	plain := *via
	plain.Literal = nil
	c, _ := b.run.Prog.Callee(b.run.Pkg, &plain)
	return c
}

// addPassedOn adds the fields inside values of t to p.
func (b *Types) addPassedOn(p *shape.Passing, t types.Type, seen map[types.Type]bool) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	if facts := b.run.Pkg.Facts.Of(t); facts != nil && len(facts.Via) > 0 {
		if of := b.passing(t); of != nil {
			maps.Copy(p.Fields, of.Fields)
			p.Any = p.Any || of.Any
		}
		return
	}
	parts := refine.TypeParts(t)
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			p.Fields[f.Origin()] = true
		}
	case *types.Interface:
		p.Any = p.Any || u.NumMethods() == 0
		parts = refine.Inhabitants(b.run.Pkg.Facts, t)
	}
	for _, part := range parts {
		b.addPassedOn(p, part, seen)
	}
}

// extendHints extends the hints of one call: its arguments also vary in the parts that the type's other calls,
// or the reader of the values, read.
func (b *Types) extendHints(x *builder, h refine.Hints) refine.Hints {
	if h.ReadFields == nil || h.ReadsAllFields {
		return x.reader.Extend(h)
	}
	if x.reads == nil {
		x.reads, x.unnamed, x.readsAll = b.fieldsRead(x.Facts)
	}
	h.ReadFields = maps.Clone(h.ReadFields)
	maps.Copy(h.ReadFields, x.reads)
	h.Unnamed = slices.Concat(h.Unnamed, x.unnamed)
	h.ReadsAllFields = x.readsAll
	return x.reader.Extend(h)
}
