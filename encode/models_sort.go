package encode

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// sorting is sort.Slice or sort.SliceStable: the function of package sort that
// does the work, with a swap that needs no reflection.
func sorting(fn *ssa.Function, name string) model {
	return func(f *frame, args []val) val {
		alts := only(f.b, f.pc, args[0].(*boxed).alts, guardOfContent)
		if len(alts) != 1 || alts[0].T == nil {
			f.giveUp("sorting one of several slices")
			return nil
		}
		s, ok := f.known(alts[0].v).(*sequence)
		slice, isSlice := alts[0].T.Underlying().(*types.Slice)
		if !ok || !isSlice {
			f.panics(term.Yes)
			return nil
		}
		swap := &callable{[]callee{{guard: term.Yes, fn: fn, do: swapper(s, slice.Elem())}}}
		n := f.length(s)
		list := []val{aggregate{args[1], swap}, n}
		if name == "pdqsort_func" {
			list = []val{aggregate{args[1], swap}, f.b.Number(0), n, bitLen(f, []val{n})}
		}
		return f.enterCall(fn.Pkg.Func(name), list, nil)
	}
}

// swapper swaps two elements of a slice.
func swapper(s *sequence, elem types.Type) model {
	return func(f *frame, args []val) val {
		p, ok := f.element(s, args[0].(term.Term), false).(*pointer)
		if !ok || f.pc == term.No {
			return nil
		}
		q, ok := f.element(s, args[1].(term.Term), false).(*pointer)
		if !ok || f.pc == term.No {
			return nil
		}
		x, y := f.load(p, elem), f.load(q, elem)
		f.store(p, y)
		f.store(q, x)
		return tuple(nil)
	}
}
