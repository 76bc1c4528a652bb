package encode

import (
	"context"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
)

// WhyObjects is the Why of an Opaque for a predicate that is interpreted because it walks shared
// objects. The interpreter follows all of it.
const WhyObjects = "it walks pointers that may meet"

// encodeHeap is Encode for predicates that can be interpreted. A predicate that walks shared objects
// decides few of their references before it is evaluated. Inputs that differ only by renaming take
// different paths to the same answer. So such a predicate is interpreted if it cannot be lifted, or if
// the search fails too often with its terms. The search then numbers objects as the predicate meets
// them.
func encodeHeap(ctx context.Context, in Inputs, opt Options) (*Problem, error) {
	walks := func(p Predicate) bool { return readsObjects(p, in.Shapes) }
	opt.unnumbered = slices.ContainsFunc(in.Preds, func(p Predicate) bool { return p.Unlifted == WhyObjects })
	lifted, err := encodeInputs(ctx, in, opt)
	if err != nil || !lifted.objects || lifted.Form.Renaming != nil || hasManyValues(lifted.Form) {
		return lifted, err
	}
	again := in
	again.Preds = slices.Clone(in.Preds)
	some := false
	leave := func(i int) {
		if p := &again.Preds[i]; walks(*p) {
			p.Unlifted, p.Left, some = WhyObjects, 0, true
		}
	}
	for _, o := range lifted.Opaque {
		leave(o.Pred)
	}
	if lifted.Test == nil && fails(ctx, lifted.Form) {
		for i := range again.Preds {
			leave(i)
		}
	}
	if !some {
		return lifted, nil
	}
	opt.unnumbered = true
	free, err := encodeInputs(ctx, again, opt)
	if err != nil || free.Form.Renaming == nil {
		return lifted, err
	}
	for i := range free.Opaque {
		o := &free.Opaque[i]
		o.Spent = slices.ContainsFunc(lifted.Opaque, func(l Opaque) bool { return l.Pred == o.Pred && l.Spent })
	}
	return free, nil
}

// readsObjects reports whether a predicate uses an input that contains references to objects.
func readsObjects(p Predicate, shapes []value.Shape) bool {
	for i, s := range shapes {
		found := false
		value.Walk(s, func(part value.Shape) {
			_, ok := part.(*value.Reference)
			found = found || ok
		})
		if found && reads(p.Fn, i) {
			return true
		}
	}
	return false
}

// manyValues is the size of a domain that is too large for an interpreter, which tries its values one
// by one.
const manyValues = 1 << 10

func hasManyValues(f *form.Form) bool {
	return slices.ContainsFunc(f.Vars, func(v form.Var) bool {
		n := uint64(0)
		for _, d := range v.Dom {
			if n += uint64(d.Hi) - uint64(d.Lo); n >= manyValues {
				return true
			}
		}
		return false
	})
}

// A search fails too often if it fails failuresAtFirst times, and failuresEach times for each
// solution, before it has found the first solutions.
const (
	failuresAtFirst = 512
	failuresEach    = 4
	firstSolutions  = 512
)

// fails reports whether the search fails too often before it has found the first solutions of a form.
func fails(ctx context.Context, f *form.Form) bool {
	s, err := search.New(f)
	if err != nil {
		return false
	}
	most := int64(failuresAtFirst)
	s.Options.Most, s.Options.Stall = firstSolutions, failuresAtFirst
	s.Options.Quit = func() bool { return ctx.Err() != nil || s.Stats().Failures > most }
	n := int64(0)
	for range s.Solutions() {
		if n++; n == firstSolutions {
			return false
		}
		most += failuresEach
	}
	return s.Stalled() != nil && ctx.Err() == nil
}
