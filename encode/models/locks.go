package models

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"golang.org/x/tools/go/ssa"
)

// readers is the scalar part of a sync.RWMutex that counts its readers. The first part of
// both mutexes says whether it is locked.
const readers = 4

// lock is Lock or RLock, where part is that which it changes, and others say whether it has
// to wait as well. A predicate may overlook a lock. Otherwise nobody else unlocks one that is
// held, so that what waits for it waits for ever.
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

// unlock is Unlock or RUnlock. To unlock what is not locked ends the process.
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

// lockAt tells whether a part of a lock is held, and gives its address and value.
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

// copyCheck panics where a strings.Builder was copied by value after it was used. A predicate
// may overlook that.
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

// inexact is a model whose result may differ from machine to machine.
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
