package states

import (
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

// A passed is what the calls for a type pass on.
type passed struct {
	t types.Type
	*shape.Passing
}

// passing is what the calls that build values of t only pass on, to functions that are
// given these. Fields that one of the calls reads vary for all of them.
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
	b.passed = append(b.passed, passed{t: t}) // nothing, where it is asked for below
	p := &shape.Passing{Fields: map[*types.Var]bool{}}
	seen := map[types.Type]bool{t: true}
	read, _, all := b.reads(facts)
	if all {
		return nil
	}
	for _, via := range facts.Via {
		c := b.called(via)
		if c == nil {
			continue
		}
		p.Asserted = append(p.Asserted, b.run.HintsOf(c).Asserted...)
		for i, v := range c.Inputs() {
			if via.Literal == nil && (i > 0 || !via.Step) {
				b.pass(p, v.Type, seen)
			}
		}
	}
	for f := range read {
		delete(p.Fields, f)
	}
	b.passed[at].Passing = p
	return p
}

// reads are the fields that the constructors and steps of a type read, unnamed the
// types of some of these; all says that these may be any.
func (b *Types) reads(facts *refine.TypeFacts) (read map[*types.Var]bool, unnamed []*types.Struct, all bool) {
	read = map[*types.Var]bool{}
	for _, via := range facts.Via {
		if c := b.called(via); c != nil {
			h := b.run.HintsOf(c)
			all = all || h.ReadsAny()
			maps.Copy(read, h.Read)
			unnamed = append(unnamed, h.Unnamed...)
		}
	}
	return read, unnamed, all
}

// called is the contract of the function that a constructor or a step calls, nil for a
// literal.
func (b *Types) called(via *refine.Callee) *refine.Contract {
	if via.Func == nil {
		return nil
	}
	plain := *via
	plain.Literal = nil
	c, _ := b.run.Prog.Callee(b.run.Pkg, &plain)
	return c
}

// pass adds what values of t have in them.
func (b *Types) pass(p *shape.Passing, t types.Type, seen map[types.Type]bool) {
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
		b.pass(p, part, seen)
	}
}

// read has a call on the way to a value vary also what others of the calls read of what
// it passes on, and its reader.
func (b *Types) read(x *builder, h refine.Hints) refine.Hints {
	if h.Read == nil || h.ReadAll {
		return x.reader.Extend(h)
	}
	if x.reads == nil {
		x.reads, x.unnamed, x.readsAll = b.reads(x.Facts)
	}
	h.Read = maps.Clone(h.Read)
	maps.Copy(h.Read, x.reads)
	h.Unnamed = slices.Concat(h.Unnamed, x.unnamed)
	h.ReadAll = x.readsAll
	return x.reader.Extend(h)
}
