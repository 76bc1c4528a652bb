package encode

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// sorting is sort.Slice or sort.SliceStable: the function of package sort that
// does the work, with a swap that needs no reflection.
func sorting(fn *ssa.Function, name string) model {
	return func(f *frame, args []sym.Val) sym.Val {
		alts := sym.Only(f.B, f.pc, args[0].(*sym.Boxed).Alts)
		if len(alts) != 1 || alts[0].T == nil {
			f.giveUp("sorting one of several slices")
			return nil
		}
		s, ok := f.known(alts[0].Value).(*sym.Sequence)
		slice, isSlice := alts[0].T.Underlying().(*types.Slice)
		if !ok || !isSlice {
			f.panics(term.Yes)
			return nil
		}
		swap := &sym.Callable{Alts: []sym.Callee{{Guard: term.Yes, Fn: fn, Do: swapper(s, slice.Elem())}}}
		n := f.length(s)
		list := []sym.Val{sym.Aggregate{args[1], swap}, n}
		if name == "pdqsort_func" {
			list = []sym.Val{sym.Aggregate{args[1], swap}, f.B.Number(0), n, bitLen(f, []sym.Val{n})}
		}
		return f.enterCall(fn.Pkg.Func(name), list, nil)
	}
}

// swapper swaps two elements of a slice.
func swapper(s *sym.Sequence, elem types.Type) model {
	return func(f *frame, args []sym.Val) sym.Val {
		p, ok := f.element(s, args[0].(term.Term), false).(*sym.Pointer)
		if !ok || f.pc == term.No {
			return nil
		}
		q, ok := f.element(s, args[1].(term.Term), false).(*sym.Pointer)
		if !ok || f.pc == term.No {
			return nil
		}
		x, y := f.load(p, elem), f.load(q, elem)
		f.store(p, y)
		f.store(q, x)
		return sym.Tuple(nil)
	}
}
