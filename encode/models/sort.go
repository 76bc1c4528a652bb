package models

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// sorting makes the model of sort.Slice or sort.SliceStable: it calls the function of package sort
// that does the work, with a swap function that needs no reflection.
func sorting(name string) maker {
	return func(fn *ssa.Function) lift.Model { return sortingBy(fn, name) }
}

func sortingBy(fn *ssa.Function, name string) lift.Model {
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		alts := sym.Only(f.B, f.PC, args[0].(*sym.Boxed).Alts)
		if len(alts) != 1 || alts[0].T == nil {
			f.GiveUp("sorting one of several slices")
			return nil
		}
		s, ok := f.Known(alts[0].Value).(*sym.Sequence)
		slice, isSlice := alts[0].T.Underlying().(*types.Slice)
		if !ok || !isSlice {
			f.PanicsInLibrary(term.Yes)
			return nil
		}
		swap := &sym.Callable{Alts: []sym.Callee{{Guard: term.Yes, Fn: fn, Do: swapper(s, slice.Elem())}}}
		n := f.Length(s)
		list := []sym.Val{sym.Aggregate{args[1], swap}, n}
		if name == "pdqsort_func" {
			list = []sym.Val{sym.Aggregate{args[1], swap}, f.B.Number(0), n, bitLen(f, []sym.Val{n})}
		}
		return f.EnterCall(fn.Pkg.Func(name), list, nil)
	}
}

// swapper returns the model of a function that swaps two elements of s.
func swapper(s *sym.Sequence, elem types.Type) lift.Model {
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		p, ok := f.Element(s, args[0].(term.Term), false).(*sym.Pointer)
		if !ok || f.PC == term.No {
			return nil
		}
		q, ok := f.Element(s, args[1].(term.Term), false).(*sym.Pointer)
		if !ok || f.PC == term.No {
			return nil
		}
		x, y := f.Load(p, elem), f.Load(q, elem)
		f.Store(p, y)
		f.Store(q, x)
		return sym.Tuple(nil)
	}
}

// sliceIsSorted is the model of sort.SliceIsSorted: it calls less(i, i-1) from the last element to the
// first.
func sliceIsSorted(f *lift.Frame, args []sym.Val) sym.Val {
	x, less := args[0].(*sym.Boxed), args[1].(*sym.Callable)
	alts := sym.Only(f.B, f.PC, x.Alts)
	if len(alts) != 1 || len(less.Alts) != 1 || less.Alts[0].Fn == nil {
		f.GiveUp("sort.SliceIsSorted of one of several slices")
		return nil
	}
	s, ok := f.Known(alts[0].Value).(*sym.Sequence)
	if !ok {
		f.PanicsInLibrary(term.Yes)
		return nil
	}
	n := f.Length(s)
	_, most := f.B.Bounds(f.PC, n, term.DepthOfBounds)
	sorted := term.Yes
	pc := f.PC
	for i := int(most) - 1; i > 0; i-- {
		f.PC = f.B.And(pc, sorted, f.B.Lt(f.B.Number(i), n))
		if f.PC == term.No {
			continue
		}
		v := f.Known(f.EnterCall(less.Alts[0].Fn, []sym.Val{f.B.Number(i), f.B.Number(i - 1)}, less.Alts[0].Binds))
		if v == nil {
			continue
		}
		outside := f.B.Le(n, f.B.Number(i))
		sorted = f.B.And(sorted, f.B.Or(outside, f.B.Not(v.(term.Term))))
	}
	f.PC = pc
	return sorted
}
