package encode

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// callInstr is a call of any kind.
func (f *frame) callInstr(in *ssa.Call) val {
	c := &in.Call
	args := make([]val, len(c.Args))
	for i, a := range c.Args {
		args[i] = f.get(a)
	}
	return f.common(c, f.get(c.Value), args)
}

// common calls fn, the value of c.Value, or the method of it that c says.
func (f *frame) common(c *ssa.CallCommon, fn val, args []val) val {
	if c.IsInvoke() {
		return f.invoke(c, fn, args)
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return f.builtin(b.Name(), c, args)
	}
	x, ok := f.known(fn).(*callable)
	if !ok {
		return nil
	}
	alts := only(f.b, f.pc, x.alts, func(p *callee) *term.Term { return &p.guard })
	return f.split(len(alts), func(i int) term.Term { return alts[i].guard }, func(i int) val {
		switch {
		case alts[i].isNil():
			f.panics(term.Yes)
			return nil
		case alts[i].do != nil:
			return alts[i].do(f, args)
		}
		return f.enterCall(alts[i].fn, args, alts[i].binds)
	})
}

// split merges what do returns for each of n alternatives with these guards,
// each under its own condition.
func (f *frame) split(n int, guard func(i int) term.Term, do func(i int) val) val {
	var r val
	pc, left := f.pc, term.No
	for i := n - 1; i >= 0; i-- {
		here := f.b.And(pc, guard(i))
		if here == term.No {
			continue
		}
		f.pc = here
		v := do(i)
		if v == nil || f.pc == term.No {
			continue
		}
		if f.pc == here {
			left = f.b.Or(left, guard(i))
		} else {
			left = f.b.Or(left, f.pc)
		}
		r = f.merge(guard(i), v, r)
	}
	if r == nil {
		f.pc = term.No
		return nil
	}
	f.pc = pc
	if n > 1 || left != term.Yes {
		f.pc = f.b.And(pc, left)
	}
	return r
}

// enterCall calls fn, or computes what is known of it.
func (f *frame) enterCall(fn *ssa.Function, args, binds []val) val {
	if do := f.model(fn); do != nil {
		known := make([]val, len(args))
		for i, a := range args {
			if known[i] = f.known(a); f.pc == term.No {
				return nil
			}
		}
		return do(f, known)
	}
	if f.starting != nil && fn.Name() == "init" && fn.Pkg != f.starting {
		return tuple(nil)
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
		f.pc = f.b.And(f.pc, f.b.Not(catcher.caught))
	}
	return v
}

// invoke calls a method of an interface: that of each dynamic type.
func (f *frame) invoke(c *ssa.CallCommon, on val, args []val) val {
	x, ok := f.known(on).(*boxed)
	if !ok {
		return nil
	}
	alts := only(f.b, f.pc, x.alts, guardOfContent)
	return f.split(len(alts), func(i int) term.Term { return alts[i].guard }, func(i int) val {
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
		return f.enterCall(fn, append([]val{a.v}, args...), nil)
	})
}

// messageOf is a method of the error that fmt.Errorf returns.
func (f *frame) messageOf(c *ssa.CallCommon, a content) val {
	if c.Method.Name() == "Unwrap" {
		return f.load(a.v.(*pointer), errorInterface)
	}
	return &unknown{guard: term.Yes, why: "what fmt.Errorf formats cannot be followed", pos: f.at}
}

func (f *frame) fnProg() *ssa.Program { return f.fn.Prog }

func guardOfContent(p *content) *term.Term { return &p.guard }

// typeAssert is x.(T).
func (f *frame) typeAssert(in *ssa.TypeAssert) val {
	x, ok := f.use(in.X).(*boxed)
	if !ok {
		return nil
	}
	toInterface := types.IsInterface(in.AssertedType)
	found := term.No
	var v val
	r := &boxed{}
	for _, a := range only(f.b, f.pc, x.alts, guardOfContent) {
		if a.T == nil {
			continue
		}
		if a.T == panicked {
			f.giveUpIf(a.guard, whyPanicked)
			continue
		}
		if toInterface {
			if types.Implements(a.T, in.AssertedType.Underlying().(*types.Interface)) {
				found = f.b.Or(found, a.guard)
				r.alts = append(r.alts, a)
			}
		} else if types.Identical(a.T, in.AssertedType) {
			found = a.guard
			v = a.v
		}
	}
	if toInterface && len(r.alts) > 0 {
		v = r
	}
	found = f.b.Simplify(f.pc, found)
	if !in.CommaOk {
		f.panics(f.b.Not(found))
		return v
	}
	if toInterface {
		if not := f.b.Not(found); not != term.No {
			r.alts = append(r.alts, content{guard: not})
		}
		return tuple{r, found}
	}
	return tuple{f.merge(found, v, f.zero(in.AssertedType)), found}
}

// builtin calls one of Go's own functions.
func (f *frame) builtin(name string, c *ssa.CallCommon, args []val) val {
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
		if s, ok := args[1].(*text); ok {
			args[1] = f.bytesOf(s)
		}
		return f.appendTo(args[0].(*sequence), args[1].(*sequence), t.Elem())
	case "copy":
		t := c.Args[0].Type().Underlying().(*types.Slice)
		if s, ok := args[1].(*text); ok {
			args[1] = f.bytesOf(s)
		}
		return f.copyInto(args[0].(*sequence), args[1].(*sequence), t.Elem())
	case "delete":
		f.hashing(c.Args[0].Type().Underlying().(*types.Map).Key(), args[1])
		f.remove(args[0].(*mapping), args[1])
		return tuple(nil)
	case "clear":
		return f.clear(args[0], c.Args[0].Type())
	case "min", "max":
		return f.extreme(name, args)
	case "ssa:wrapnilchk":
		f.targets(args[0].(*pointer))
		return args[0]
	case "recover":
		return f.recovered()
	case "print", "println":
		return tuple(nil)
	case "real", "imag", "complex":
		return f.complexPart(name, args)
	case "SliceData":
		return f.data(args[0].(*sequence))
	case "String":
		return f.textAt(args[0].(*pointer), f.int64(args[1]))
	}
	f.giveUp("the builtin " + name + " has no meaning in logic")
	return nil
}

func (f *frame) size(name string, x val, t types.Type) val {
	switch x := x.(type) {
	case *text:
		return x.length
	case *mapping:
		return f.entries(x)
	case *sequence:
		if name == "len" {
			return f.b.Simplify(f.pc, f.length(x))
		}
		for _, w := range f.windows(x) {
			if w.obj != nil && w.obj.grown {
				f.giveUpIf(w.guard, "how much room append leaves is not defined")
			}
		}
		return f.room(x)
	case *pointer, aggregate:
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		return f.b.Number(int(t.Underlying().(*types.Array).Len()))
	}
	f.giveUp(name + " cannot be followed here")
	return nil
}

// clear empties a map, or sets the elements of a slice to zero.
func (f *frame) clear(x val, t types.Type) val {
	switch x := x.(type) {
	case *mapping:
		f.empty(x)
	case *sequence:
		elem := t.Underlying().(*types.Slice).Elem()
		n := f.length(x)
		_, most := f.b.Bounds(f.pc, n, term.DepthOfBounds)
		items := make([]val, max(0, min(most, maxCells)))
		for i := range items {
			items[i] = f.zero(elem)
		}
		for _, w := range f.windows(x) {
			if w.obj == nil {
				continue
			}
			f.giveUpIf(f.b.And(w.guard, f.b.Not(f.isNewest(w))), whyGrown)
			f.put(w, f.b.Number(0), n, items)
		}
	}
	return tuple(nil)
}

// extreme is min or max.
func (f *frame) extreme(name string, args []val) val {
	v := args[0]
	for _, a := range args[1:] {
		if x, ok := v.(*numbers); ok {
			v = f.extremeNumber(name, x, a.(*numbers))
			continue
		}
		less := f.before(a, v)
		if name == "max" {
			less = f.before(v, a)
		}
		v = f.merge(less.(term.Term), a, v)
	}
	return v
}
