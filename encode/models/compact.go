package models

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// compacting returns the model of slices.Compact for integers, bools or strings, or nil for other
// elements. The loops of the source move each kept element by an unknown distance. The model computes
// that distance as the number of earlier elements dropped. So len(slices.Compact(s)) == len(s) says
// that each element differs from the next.
func compacting(fn *ssa.Function) lift.Model {
	s, ok := fn.Signature.Params().At(0).Type().Underlying().(*types.Slice)
	if !ok {
		return nil
	}
	elem, ok := s.Elem().Underlying().(*types.Basic)
	if !ok || elem.Info()&(types.IsInteger|types.IsBoolean|types.IsString) == 0 {
		return nil
	}
	return func(f *lift.Frame, args []sym.Val) sym.Val { return compact(f, args[0].(*sym.Sequence), s.Elem()) }
}

// compact executes slices.Compact(s).
func compact(f *lift.Frame, s *sym.Sequence, elem types.Type) sym.Val {
	items, n, zero := f.Items(s, elem), f.Length(s), f.B.Number(0)
	kept := make([]sym.Val, len(items))
	dropped := zero // number of earlier elements dropped
	for i, x := range items {
		again := term.No
		if i > 0 {
			again = f.B.And(f.B.Lt(f.B.Number(i), n), f.Is(items[i-1], x))
		}
		here := f.B.And(f.B.Lt(f.B.Number(i), n), f.B.Not(again))
		kept[i] = f.Zero(elem)
		for j := range i + 1 {
			kept[j] = f.Merge(f.B.And(here, f.B.Eq(dropped, f.B.Number(i-j))), x, kept[j])
		}
		dropped = f.B.Arith(form.Add, dropped, f.B.Ite(again, f.B.Number(1), zero))
	}
	r := &sym.Sequence{}
	for _, w := range f.Windows(s) {
		if w.Obj != nil {
			f.GiveUpIf(f.B.And(w.Guard, f.B.Not(f.IsNewest(w))), lift.WhyGrown)
			if f.PC == term.No {
				return nil
			}
			f.Put(w, zero, n, kept)
			w.Length = f.B.Arith(form.Sub, w.Length, dropped)
		}
		r.Alts = append(r.Alts, w)
	}
	return r
}
