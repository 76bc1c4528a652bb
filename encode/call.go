package encode

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// callInstr is a call of any kind.
func (f *frame) callInstr(in *ssa.Call) sym.Val {
	c := &in.Call
	args := make([]sym.Val, len(c.Args))
	for i, a := range c.Args {
		args[i] = f.get(a)
	}
	return f.common(c, f.get(c.Value), args)
}

// common calls fn, the value of c.Value, or the method of it that c says.
func (f *frame) common(c *ssa.CallCommon, fn sym.Val, args []sym.Val) sym.Val {
	if c.IsInvoke() {
		return f.invoke(c, fn, args)
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return f.builtin(b.Name(), c, args)
	}
	x, ok := f.known(fn).(*sym.Callable)
	if !ok {
		return nil
	}
	alts := sym.Only(f.B, f.pc, x.Alts)
	return f.split(len(alts), func(i int) term.Term { return alts[i].Guard }, func(i int) sym.Val {
		switch {
		case alts[i].IsNil():
			f.panics(term.Yes)
			return nil
		case alts[i].Why != "":
			f.giveUp(alts[i].Why)
			return nil
		case alts[i].Do != nil:
			return alts[i].Do.(model)(f, args)
		}
		return f.enterCall(alts[i].Fn, args, alts[i].Binds)
	})
}

// split merges what do returns for each of n alternatives with these guards,
// each under its own condition.
func (f *frame) split(n int, guard func(i int) term.Term, do func(i int) sym.Val) sym.Val {
	var r sym.Val
	pc, left := f.pc, term.No
	for i := n - 1; i >= 0; i-- {
		here := f.B.And(pc, guard(i))
		if here == term.No {
			continue
		}
		f.pc = here
		v := do(i)
		if v == nil || f.pc == term.No {
			continue
		}
		if f.pc == here {
			left = f.B.Or(left, guard(i))
		} else {
			left = f.B.Or(left, f.pc)
		}
		r = f.Merge(guard(i), v, r)
	}
	if r == nil {
		f.pc = term.No
		return nil
	}
	f.pc = pc
	if n > 1 || left != term.Yes {
		f.pc = f.B.And(pc, left)
	}
	return r
}

// enterCall calls fn, or computes what is known of it.
func (f *frame) enterCall(fn *ssa.Function, args, binds []sym.Val) sym.Val {
	if do := f.model(fn); do != nil {
		known := make([]sym.Val, len(args))
		for i, a := range args {
			if known[i] = f.known(a); f.pc == term.No {
				return nil
			}
		}
		return do(f, known)
	}
	if f.starting != nil && fn.Name() == "init" && fn.Pkg != f.starting {
		return sym.Tuple(nil)
	}
	catcher, before := f.catcher(), term.None
	if catcher != nil {
		before = catcher.caught
	}
	v := f.machine.call(fn, args, binds, f.pc, f.at)
	if v == nil {
		// It never returns; what ends it has been noted.
		f.pc = term.No
	}
	if catcher != nil && catcher.caught != before {
		// What is behind the call is not executed where it panics.
		f.pc = f.B.And(f.pc, f.B.Not(catcher.caught))
	}
	return v
}

// invoke calls a method of an interface: that of each dynamic type.
func (f *frame) invoke(c *ssa.CallCommon, on sym.Val, args []sym.Val) sym.Val {
	x, ok := f.known(on).(*sym.Boxed)
	if !ok {
		return nil
	}
	alts := sym.Only(f.B, f.pc, x.Alts)
	return f.split(len(alts), func(i int) term.Term { return alts[i].Guard }, func(i int) sym.Val {
		a := alts[i]
		if a.T == nil {
			f.panics(term.Yes)
			return nil
		}
		if types.Identical(a.T, errorOfFmt) {
			return f.messageOf(c, a)
		}
		fn := f.fnProg().LookupMethod(a.T, c.Method.Pkg(), c.Method.Name())
		if fn == nil {
			f.giveUp(fmt.Sprintf("method %s of %s is not at hand", c.Method.Name(), a.T))
			return nil
		}
		return f.enterCall(fn, append([]sym.Val{a.Value}, args...), nil)
	})
}

// messageOf is a method of the error that fmt.Errorf returns.
func (f *frame) messageOf(c *ssa.CallCommon, a sym.Content) sym.Val {
	if c.Method.Name() == "Unwrap" {
		return f.load(a.Value.(*sym.Pointer), errorInterface)
	}
	return &sym.Unknown{Guard: term.Yes, Why: "what fmt.Errorf formats cannot be followed", Pos: f.at}
}

func (f *frame) fnProg() *ssa.Program { return f.fn.Prog }

// typeAssert is x.(T).
func (f *frame) typeAssert(in *ssa.TypeAssert) sym.Val {
	x, ok := f.use(in.X).(*sym.Boxed)
	if !ok {
		return nil
	}
	toInterface := types.IsInterface(in.AssertedType)
	found := term.No
	var v sym.Val
	r := &sym.Boxed{}
	for _, a := range sym.Only(f.B, f.pc, x.Alts) {
		if a.T == nil {
			continue
		}
		if a.T == sym.Panicked {
			f.giveUpIf(a.Guard, sym.WhyPanicked)
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
	found = f.B.Simplify(f.pc, found)
	if !in.CommaOk {
		f.panics(f.B.Not(found))
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

// builtin calls one of Go's own functions.
func (f *frame) builtin(name string, c *ssa.CallCommon, args []sym.Val) sym.Val {
	for i := range args {
		if args[i] = f.known(args[i]); f.pc == term.No {
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
	f.giveUp("the builtin " + name + " has no meaning in logic")
	return nil
}

func (f *frame) size(name string, x sym.Val, t types.Type) sym.Val {
	switch x := x.(type) {
	case *sym.Text:
		return x.Length
	case *sym.Mapping:
		return f.entries(x)
	case *sym.Sequence:
		if name == "len" {
			return f.B.Simplify(f.pc, f.length(x))
		}
		for _, w := range f.windows(x) {
			if w.Obj != nil && w.Obj.Grown {
				f.giveUpIf(w.Guard, "how much room append leaves is not defined")
			}
		}
		return f.room(x)
	case *sym.Pointer, sym.Aggregate:
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		return f.B.Number(int(t.Underlying().(*types.Array).Len()))
	}
	f.giveUp(name + " cannot be followed here")
	return nil
}

// clear empties a map, or sets the elements of a slice to zero.
func (f *frame) clear(x sym.Val, t types.Type) sym.Val {
	switch x := x.(type) {
	case *sym.Mapping:
		f.empty(x)
	case *sym.Sequence:
		elem := t.Underlying().(*types.Slice).Elem()
		n := f.length(x)
		_, most := f.B.Bounds(f.pc, n, term.DepthOfBounds)
		items := make([]sym.Val, max(0, min(most, sym.MaxCells)))
		for i := range items {
			items[i] = f.Zero(elem)
		}
		for _, w := range f.windows(x) {
			if w.Obj == nil {
				continue
			}
			f.giveUpIf(f.B.And(w.Guard, f.B.Not(f.isNewest(w))), whyGrown)
			f.put(w, f.B.Number(0), n, items)
		}
	}
	return sym.Tuple(nil)
}

// extreme is min or max.
func (f *frame) extreme(name string, args []sym.Val) sym.Val {
	v := args[0]
	for _, a := range args[1:] {
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
