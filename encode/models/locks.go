package models

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"golang.org/x/tools/go/ssa"
)

// readers is the scalar part of a sync.RWMutex that counts its readers. The first part of both mutex
// types says whether it is locked.
const readers = 4

// lock returns the model of Lock or RLock, which increments the given part of the lock. It waits if one of
// others is held, or part 0 when it locks that. Predicates may ignore locks. Elsewhere the path is given
// up, because no other goroutine is followed that would release the lock.
func lock(part int, others ...int) lift.Model {
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		if !f.Options.Exact {
			return sym.Tuple(nil)
		}
		for _, o := range others {
			held, _, _ := lockAt(f, args[0], o)
			f.GiveUpIf(held, whyLocked)
		}
		held, p, n := lockAt(f, args[0], part)
		if part == 0 {
			f.GiveUpIf(held, whyLocked)
		}
		if f.PC == term.No {
			return nil
		}
		f.Store(p, f.B.Arith(form.Add, n, f.B.Constant(form.Int32, 1)))
		return sym.Tuple(nil)
	}
}

const whyLocked = "whether a lock is ever unlocked cannot be followed"

// unlock returns the model of Unlock or RUnlock. Releasing a lock that is not held ends the process.
func unlock(part int) lift.Model {
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		if !f.Options.Exact {
			return sym.Tuple(nil)
		}
		held, p, n := lockAt(f, args[0], part)
		f.GiveUpIf(f.B.Not(held), "a lock is unlocked that is not held")
		if f.PC == term.No {
			return nil
		}
		f.Store(p, f.B.Arith(form.Sub, n, f.B.Constant(form.Int32, 1)))
		return sym.Tuple(nil)
	}
}

// lockAt returns whether a part of a lock is held, and the address and value of that part.
func lockAt(f *lift.Frame, lock sym.Val, part int) (held term.Term, p *sym.Pointer, n term.Term) {
	p = &sym.Pointer{}
	for _, a := range lock.(*sym.Pointer).Alts {
		if a.Obj != nil {
			a.Off += part
		}
		p.Alts = append(p.Alts, a)
	}
	n, ok := f.Known(f.Load(p, types.Typ[types.Int32])).(term.Term)
	if !ok || f.B.Nodes[n].Kind != form.Int32 {
		f.GiveUp("the state of a lock cannot be followed")
		return term.No, p, f.B.Constant(form.Int32, 0)
	}
	return f.B.Not(f.B.Eq(n, f.B.Constant(form.Int32, 0))), p, n
}

// copyCheck is the model of (*strings.Builder).copyCheck. It panics if the builder was copied by value
// after use. Predicates may ignore that.
func copyCheck(f *lift.Frame, args []sym.Val) sym.Val {
	if !f.Options.Exact {
		return sym.Tuple(nil)
	}
	p := args[0].(*sym.Pointer)
	addr, ok := f.Known(f.Load(p, types.NewPointer(types.Typ[types.Int]))).(*sym.Pointer)
	if !ok || f.PC == term.No {
		return nil
	}
	fresh, ok := f.Equal(addr, sym.NilPointer).(term.Term)
	same, also := f.Equal(addr, p).(term.Term)
	if !ok || !also {
		f.GiveUp("whether a builder was copied cannot be followed")
		return nil
	}
	f.PanicsInLibrary(f.B.Not(f.B.Or(fresh, same)))
	if f.PC == term.No {
		return nil
	}
	f.Store(p, p)
	return sym.Tuple(nil)
}

// inexact makes a model whose result may depend on the machine: it gives up if Options.Exact is set.
func inexact(make maker) maker {
	return func(fn *ssa.Function) lift.Model {
		do := make(fn)
		return func(f *lift.Frame, args []sym.Val) sym.Val {
			if f.Options.Exact {
				f.GiveUp("what " + fn.String() + " gives differs from machine to machine")
				return nil
			}
			return do(f, args)
		}
	}
}
