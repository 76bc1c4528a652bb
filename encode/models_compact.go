package encode

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// compacting is the model of slices.Compact of integers, bools or strings, nil where fn
// is no such function. Its loops move what they keep by a number that is not known; as
// terms that is the number of elements before that are not kept, so that
// len(slices.Compact(s)) == len(s) says of each element that it differs from the next.
func compacting(fn *ssa.Function) model {
	if o := fn.Origin(); o == nil || o.String() != "slices.Compact" {
		return nil
	}
	s, ok := fn.Signature.Params().At(0).Type().Underlying().(*types.Slice)
	if !ok {
		return nil
	}
	elem, ok := s.Elem().Underlying().(*types.Basic)
	if !ok || elem.Info()&(types.IsInteger|types.IsBoolean|types.IsString) == 0 {
		return nil
	}
	return func(f *frame, args []val) val { return f.compact(args[0].(*sequence), s.Elem()) }
}

// compact is slices.Compact(s).
func (f *frame) compact(s *sequence, elem types.Type) val {
	items, n, zero := f.items(s, elem), f.length(s), f.b.Number(0)
	kept := make([]val, len(items))
	dropped := zero // of the elements before
	for i, x := range items {
		again := term.No
		if i > 0 {
			again = f.b.And(f.b.Lt(f.b.Number(i), n), f.is(items[i-1], x))
		}
		here := f.b.And(f.b.Lt(f.b.Number(i), n), f.b.Not(again))
		kept[i] = f.zero(elem)
		for j := range i + 1 {
			kept[j] = f.merge(f.b.And(here, f.b.Eq(dropped, f.b.Number(i-j))), x, kept[j])
		}
		dropped = f.b.Arith(form.Add, dropped, f.b.Ite(again, f.b.Number(1), zero))
	}
	r := &sequence{}
	for _, w := range f.windows(s) {
		if w.obj != nil {
			f.giveUpIf(f.b.And(w.guard, f.b.Not(f.isNewest(w))), whyGrown)
			if f.pc == term.No {
				return nil
			}
			f.put(w, zero, n, kept)
			w.length = f.b.Arith(form.Sub, w.length, dropped)
		}
		r.alts = append(r.alts, w)
	}
	return r
}
