package lift

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// callInstr executes a call.
func (f *Frame) callInstr(in *ssa.Call) sym.Val {
	c := &in.Call
	args := make([]sym.Val, len(c.Args))
	for i, a := range c.Args {
		args[i] = f.get(a)
	}
	return f.common(c, f.get(c.Value), args)
}

// common calls fn, which is the value of c.Value, or its method if c is a call of an interface's
// method.
func (f *Frame) common(c *ssa.CallCommon, fn sym.Val, args []sym.Val) sym.Val {
	if c.IsInvoke() {
		return f.invoke(c, fn, args)
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return f.builtin(b.Name(), c, args)
	}
	x, ok := f.Known(fn).(*sym.Callable)
	if !ok {
		return nil
	}
	alts := sym.Only(f.B, f.PC, x.Alts)
	return f.Split(len(alts), func(i int) term.Term { return alts[i].Guard }, func(i int) sym.Val {
		switch {
		case alts[i].IsNil():
			f.Panics(term.Yes)
			return nil
		case alts[i].Why != "":
			f.GiveUp(alts[i].Why)
			return nil
		case alts[i].Do != nil:
			return alts[i].Do.(Model)(f, args)
		}
		return f.EnterCall(alts[i].Fn, args, alts[i].Binds)
	})
}

// Split calls do for each of n alternatives, with its guard added to the path condition, and merges
// the results.
func (f *Frame) Split(n int, guard func(i int) term.Term, do func(i int) sym.Val) sym.Val {
	var r sym.Val
	pc, left := f.PC, term.No
	for i := n - 1; i >= 0; i-- {
		here := f.B.And(pc, guard(i))
		if here == term.No {
			continue
		}
		f.PC = here
		v := do(i)
		if v == nil || f.PC == term.No {
			continue
		}
		if f.PC == here {
			left = f.B.Or(left, guard(i))
		} else {
			left = f.B.Or(left, f.PC)
		}
		r = f.Merge(guard(i), v, r)
	}
	if r == nil {
		f.PC = term.No
		return nil
	}
	f.PC = pc
	if n > 1 || left != term.Yes {
		f.PC = f.B.And(pc, left)
	}
	return r
}

// EnterCall calls fn: by its recorded answer, its model, or its code.
func (f *Frame) EnterCall(fn *ssa.Function, args, binds []sym.Val) sym.Val {
	if w := f.follow; w != nil && len(w.answers) > 0 && w.instead[f.At] && !w.own(fn) {
		if v, ok := f.answer(called{fn.String(), fn.Signature, args}); ok {
			return v
		}
	}
	if do := f.models.Of(fn); do != nil {
		known := make([]sym.Val, len(args))
		for i, a := range args {
			if known[i] = f.Known(a); f.PC == term.No {
				return nil
			}
		}
		return do(f, known)
	}
	return f.Execute(fn, args, binds)
}

// Execute calls fn by executing its code, even if it has a model.
func (f *Frame) Execute(fn *ssa.Function, args, binds []sym.Val) sym.Val {
	if f.starting != nil && fn.Name() == "init" && fn.Pkg != f.starting {
		return sym.Tuple(nil)
	}
	catcher, before := f.catcher(), term.None
	if catcher != nil {
		before = catcher.caught
	}
	v := f.Machine.call(fn, args, binds, f.PC, f.At)
	if v == nil {
		// The call does not return. Its end is recorded already.
		f.PC = term.No
	}
	if catcher != nil && catcher.caught != before {
		// The code after the call does not run if the call panics.
		f.PC = f.B.And(f.PC, f.B.Not(catcher.caught))
	}
	return v
}

// invoke calls a method of an interface, for each dynamic type that the value may have.
func (f *Frame) invoke(c *ssa.CallCommon, on sym.Val, args []sym.Val) sym.Val {
	if u, ok := on.(*sym.Unknown); ok && u.Rest == nil {
		if v, ok := f.guess(called{c.Method.FullName(), c.Method.Signature(), append([]sym.Val{on}, args...)}); ok {
			return v
		}
	}
	x, ok := f.Known(on).(*sym.Boxed)
	if !ok {
		return nil
	}
	alts := sym.Only(f.B, f.PC, x.Alts)
	return f.Split(len(alts), func(i int) term.Term { return alts[i].Guard }, func(i int) sym.Val {
		a := alts[i]
		if a.T == nil {
			f.Panics(term.Yes)
			return nil
		}
		if do := f.models.Method(a.T, c.Method.Name()); do != nil {
			return do(f, append([]sym.Val{a.Value}, args...))
		}
		fn := f.fnProg().LookupMethod(a.T, c.Method.Pkg(), c.Method.Name())
		if fn == nil {
			f.GiveUp(fmt.Sprintf("method %s of %s is not available", c.Method.Name(), a.T))
			return nil
		}
		return f.EnterCall(fn, append([]sym.Val{a.Value}, args...), nil)
	})
}

func (f *Frame) fnProg() *ssa.Program { return f.Fn.Prog }

// typeAssert executes x.(T).
func (f *Frame) typeAssert(in *ssa.TypeAssert) sym.Val {
	x, ok := f.use(in.X).(*sym.Boxed)
	if !ok {
		return nil
	}
	toInterface := types.IsInterface(in.AssertedType)
	found := term.No
	var v sym.Val
	r := &sym.Boxed{}
	for _, a := range sym.Only(f.B, f.PC, x.Alts) {
		if a.T == nil {
			continue
		}
		if a.T == sym.Panicked {
			f.GiveUpIf(a.Guard, sym.WhyPanicked)
			continue
		}
		if a.T == sym.RuntimeError {
			is, known := sym.RuntimeErrorIs(in.AssertedType)
			switch {
			case !known:
				f.GiveUpIf(a.Guard, sym.WhyPanicked)
			case is:
				found = f.B.Or(found, a.Guard)
				r.Alts = append(r.Alts, a)
			}
			continue
		}
		if toInterface {
			if types.Implements(a.T, in.AssertedType.Underlying().(*types.Interface)) {
				found = f.B.Or(found, a.Guard)
				r.Alts = append(r.Alts, a)
			}
		} else if types.Identical(a.T, in.AssertedType) {
			found = a.Guard
			v = a.Value
		}
	}
	if toInterface && len(r.Alts) > 0 {
		v = r
	}
	found = f.B.Simplify(f.PC, found)
	if !in.CommaOk {
		f.Panics(f.B.Not(found))
		return v
	}
	if toInterface {
		if not := f.B.Not(found); not != term.No {
			r.Alts = append(r.Alts, sym.Content{Guard: not})
		}
		return sym.Tuple{r, found}
	}
	return sym.Tuple{f.Merge(found, v, f.Zero(in.AssertedType)), found}
}

// builtin calls a builtin function.
func (f *Frame) builtin(name string, c *ssa.CallCommon, args []sym.Val) sym.Val {
	for i := range args {
		if args[i] = f.Known(args[i]); f.PC == term.No {
			return nil
		}
	}
	switch name {
	case "len", "cap":
		return f.size(name, args[0], c.Args[0].Type())
	case "append":
		t := c.Args[0].Type().Underlying().(*types.Slice)
		if s, ok := args[1].(*sym.Text); ok {
			args[1] = f.bytesOf(s)
		}
		return f.appendTo(args[0].(*sym.Sequence), args[1].(*sym.Sequence), t.Elem())
	case "copy":
		t := c.Args[0].Type().Underlying().(*types.Slice)
		if s, ok := args[1].(*sym.Text); ok {
			args[1] = f.bytesOf(s)
		}
		return f.copyInto(args[0].(*sym.Sequence), args[1].(*sym.Sequence), t.Elem())
	case "delete":
		f.hashing(c.Args[0].Type().Underlying().(*types.Map).Key(), args[1])
		f.remove(args[0].(*sym.Mapping), args[1])
		return sym.Tuple(nil)
	case "clear":
		return f.clear(args[0], c.Args[0].Type())
	case "min", "max":
		return f.extreme(name, args)
	case "ssa:wrapnilchk":
		f.targets(args[0].(*sym.Pointer))
		return args[0]
	case "recover":
		return f.recovered()
	case "print", "println":
		return sym.Tuple(nil)
	case "real", "imag", "complex":
		return f.complexPart(name, args)
	case "SliceData":
		return f.data(args[0].(*sym.Sequence))
	case "String":
		return f.textAt(args[0].(*sym.Pointer), f.int64(args[1]))
	}
	f.GiveUp("the builtin " + name + " has no meaning in logic")
	return nil
}

func (f *Frame) size(name string, x sym.Val, t types.Type) sym.Val {
	switch x := x.(type) {
	case *sym.Text:
		return x.Length
	case *sym.Mapping:
		return f.entries(x)
	case *sym.Sequence:
		if name == "len" {
			return f.B.Simplify(f.PC, f.Length(x))
		}
		for _, w := range f.Windows(x) {
			if w.Obj != nil && w.Obj.Grown {
				f.GiveUpIf(w.Guard, "how much room append leaves is not defined")
			}
		}
		return f.room(x)
	case *sym.Pointer, sym.Aggregate:
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		return f.B.Number(int(t.Underlying().(*types.Array).Len()))
	}
	f.GiveUp(name + " cannot be followed here")
	return nil
}

// clear empties a map, or sets the elements of a slice to zero.
func (f *Frame) clear(x sym.Val, t types.Type) sym.Val {
	switch x := x.(type) {
	case *sym.Mapping:
		f.empty(x)
	case *sym.Sequence:
		elem := t.Underlying().(*types.Slice).Elem()
		n := f.Length(x)
		_, most := f.B.Bounds(f.PC, n, term.DepthOfBounds)
		items := make([]sym.Val, max(0, min(most, sym.MaxCells)))
		for i := range items {
			items[i] = f.Zero(elem)
		}
		for _, w := range f.Windows(x) {
			if w.Obj == nil {
				continue
			}
			f.GiveUpIf(f.B.And(w.Guard, f.B.Not(f.IsNewest(w))), WhyGrown)
			f.Put(w, f.B.Number(0), n, items)
		}
	}
	return sym.Tuple(nil)
}

// extreme executes min or max.
func (f *Frame) extreme(name string, args []sym.Val) sym.Val {
	v := args[0]
	for _, a := range args[1:] {
		if x, y, ok := f.Floats(v, a); ok {
			v = &sym.Float{Bits: f.ExtremeFloat(name == "max", x, y)}
			continue
		}
		if x, ok := v.(*sym.Numbers); ok {
			v = f.extremeNumber(name, x, a.(*sym.Numbers))
			continue
		}
		less := f.before(a, v)
		if name == "max" {
			less = f.before(v, a)
		}
		v = f.Merge(less.(term.Term), a, v)
	}
	return v
}

// judges reports whether a function only computes scalars. Its result does not depend on the path
// condition of the call, so that condition is held back while it runs. Other functions build or change
// memory, whose values are merged under the whole condition.
func judges(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	for i := range results.Len() {
		if _, ok := results.At(i).Type().Underlying().(*types.Basic); !ok {
			return false
		}
	}
	return results.Len() > 0 && !sets(fn)
}

// sets reports whether a function itself writes to memory other than its own variables.
func sets(fn *ssa.Function) bool {
	for _, blk := range fn.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.MapUpdate:
				return true
			case *ssa.Store:
				if !own(in.Addr) {
					return true
				}
			}
		}
	}
	return false
}

// calledToSet reports whether these values contain a function that writes to memory, such as the body
// of a range statement over a function.
func calledToSet(values []sym.Val) bool {
	return slices.ContainsFunc(values, func(v sym.Val) bool {
		f, ok := v.(*sym.Callable)
		return ok && slices.ContainsFunc(f.Alts, func(c sym.Callee) bool {
			return !c.IsNil() && c.Fn != nil && (built(c.Fn) && sets(c.Fn) || calledToSet(c.Binds))
		})
	})
}

// own reports whether an address is that of a variable of its function.
func own(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.FieldAddr:
		return own(a.X)
	case *ssa.IndexAddr:
		return own(a.X)
	}
	return false
}
