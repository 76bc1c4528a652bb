package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// SideEffects tell of calls whether they leave alone what else there is: what is
// behind them then does the same whether they were made or not. It is sure of calls
// that set only what they have made, or memory of types that the inputs do not lead
// to; package variables that change are not followed by the interpreter at all.
type sideEffects struct {
	isNative func(*ssa.Function) bool
	reaches  map[types.Type]bool // the types of the memory of inputs
	funcs    bool                // inputs hold functions, or values of interfaces
	seen     map[*ssa.Function]bool
	// sites are all the calls of functions, where only what is made in none of them
	// is to be left alone; else nil. A function that is used as a value has none.
	sites map[*ssa.Function][]*ssa.CallCommon
}

// Harmless tells whether calls of a predicate, with all the closures that it makes,
// leave the inputs as they are. Functions that are native have no code that is looked at:
// they change nothing.
func Harmless(fn *ssa.Function, isNative func(*ssa.Function) bool) bool {
	h := sideEffects{isNative: isNative, reaches: map[types.Type]bool{}, seen: map[*ssa.Function]bool{}, sites: map[*ssa.Function][]*ssa.CallCommon{}}
	for _, v := range fn.Params {
		h.reach(v.Type())
	}
	values := map[*ssa.Function]bool{fn: true}
	h.called(fn, values, map[*ssa.Function]bool{})
	for f := range values {
		delete(h.sites, f)
	}
	return h.function(fn)
}

// called finds the calls that a function leads to, and which functions are values.
func (h *sideEffects) called(fn *ssa.Function, values, seen map[*ssa.Function]bool) {
	if seen[fn] || h.isNative(fn) {
		return
	}
	seen[fn] = true
	if fn.Pkg != nil {
		fn.Pkg.Build()
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			var callee *ssa.Value
			if c, ok := in.(ssa.CallInstruction); ok {
				callee = &c.Common().Value
				if f, ok := (*callee).(*ssa.Function); ok {
					h.sites[f] = append(h.sites[f], c.Common())
				}
			}
			for _, v := range in.Operands(nil) {
				if f, ok := (*v).(*ssa.Function); ok {
					if v != callee {
						values[f] = true
					}
					h.called(f, values, seen)
				}
			}
		}
	}
	for _, f := range fn.AnonFuncs {
		h.called(f, values, seen)
	}
}

// reach notes what a value of the type leads to.
func (h *sideEffects) reach(t types.Type) {
	t = types.Unalias(t)
	if h.reaches[t] {
		return
	}
	h.reaches[t] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		h.reach(u.Elem())
	case *types.Slice:
		h.reach(u.Elem())
	case *types.Array:
		h.reach(u.Elem())
	case *types.Map:
		h.reach(u.Key())
		h.reach(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			h.reach(f.Type())
		}
	case *types.Signature, *types.Interface, *types.Chan:
		h.funcs = true
	}
}

// leads tells whether inputs lead to memory of a type; of a slice, also to an array
// of such elements.
func (h *sideEffects) leads(t types.Type) bool {
	elem := elements(t)
	for r := range h.reaches {
		if types.Identical(r.Underlying(), t.Underlying()) {
			return true
		}
		if e := elements(r); e != nil && elem != nil && types.Identical(e, elem) {
			return true
		}
	}
	return false
}

// elements is the type of those of a slice or an array, else nil.
func elements(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	}
	return nil
}

// call tells whether a call is harmless.
func (h *sideEffects) call(c *ssa.CallCommon) bool {
	if h.funcs || c.IsInvoke() {
		return false
	}
	switch f := c.Value.(type) {
	case *ssa.Builtin:
		switch f.Name() {
		case "append", "copy", "clear", "delete":
			return h.made(c.Args[0], nil) || !h.leads(c.Args[0].Type())
		}
		return true
	case *ssa.Function:
		if name := f.String(); name == "sort.Slice" || name == "sort.SliceStable" {
			x, ok := c.Args[0].(*ssa.MakeInterface)
			return ok && (h.made(x.X, nil) || !h.leads(x.X.Type()))
		}
		return h.function(f)
	}
	// It is a function that stands somewhere in what is looked at.
	return true
}

// function tells whether calls of a function are.
func (h *sideEffects) function(fn *ssa.Function) bool {
	if harm, known := h.seen[fn]; known {
		return !harm
	}
	if h.isNative(fn) {
		return true
	}
	h.seen[fn] = false // as long as it is not known: a recursion has no harm of its own
	if fn.Pkg != nil {
		fn.Pkg.Build()
	}
	ok := len(fn.Blocks) > 0
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			ok = ok && h.instruction(in)
		}
	}
	for _, f := range fn.AnonFuncs {
		ok = ok && h.function(f)
	}
	h.seen[fn] = !ok
	return ok
}

func (h *sideEffects) instruction(in ssa.Instruction) bool {
	for _, v := range in.Operands(nil) {
		switch v := (*v).(type) {
		case *ssa.Function:
			if !h.function(v) {
				return false
			}
		case *ssa.Global:
			held := sideEffects{reaches: map[types.Type]bool{}}
			if held.reach(v.Type()); held.funcs {
				return false
			}
		}
	}
	switch in := in.(type) {
	case *ssa.Store:
		return h.address(in.Addr)
	case *ssa.MapUpdate:
		return h.made(in.Map, nil) || !h.leads(in.Map.Type())
	case *ssa.Call:
		return h.call(&in.Call)
	case *ssa.Defer:
		return h.call(&in.Call)
	case *ssa.Go:
		return h.sites != nil && h.call(&in.Call)
	case *ssa.Send, *ssa.Select:
		return h.sites != nil
	}
	return true
}

// address tells whether setting what is at an address is harmless.
func (h *sideEffects) address(a ssa.Value) bool {
	switch a := a.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	case *ssa.FieldAddr:
		return h.made(a.X, nil) || !h.leads(a.X.Type().Underlying().(*types.Pointer).Elem())
	case *ssa.IndexAddr:
		t := a.X.Type()
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		return h.made(a.X, nil) || !h.leads(t)
	}
	if v, ok := a.(*ssa.Parameter); ok && h.made(v, nil) {
		return true
	}
	p, ok := a.Type().Underlying().(*types.Pointer)
	return ok && !h.leads(p) && !h.leads(p.Elem())
}

// made tells whether a value leads to memory that the function, or one in which it
// stands, has made.
func (h *sideEffects) made(v ssa.Value, seen []ssa.Value) bool {
	if slices.Contains(seen, v) {
		return true
	}
	seen = append(seen, v)
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Const:
		return true
	case *ssa.Slice:
		return h.made(v.X, seen)
	case *ssa.FieldAddr:
		return h.made(v.X, seen)
	case *ssa.IndexAddr:
		if _, ok := v.X.Type().Underlying().(*types.Pointer); ok {
			return h.made(v.X, seen)
		}
	case *ssa.ChangeType:
		return h.made(v.X, seen)
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !h.made(e, seen) })
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "append" && h.made(v.Call.Args[0], seen)
	case *ssa.UnOp:
		return h.kept(v.X, seen)
	case *ssa.Parameter:
		return h.given(v, seen)
	}
	return false
}

// given tells whether all calls of a function give it for a parameter what is made.
func (h *sideEffects) given(v *ssa.Parameter, seen []ssa.Value) bool {
	fn := v.Parent()
	i := slices.Index(fn.Params, v)
	sites := h.sites[fn]
	return len(sites) > 0 && !slices.ContainsFunc(sites, func(c *ssa.CallCommon) bool { return !h.made(c.Args[i], seen) })
}

// kept tells whether all that is stored in a variable is made here.
func (h *sideEffects) kept(a ssa.Value, seen []ssa.Value) bool {
	if f, ok := a.(*ssa.FreeVar); ok {
		a = bound(f)
	}
	cell, ok := a.(*ssa.Alloc)
	return ok && h.stores(cell, seen)
}

// bound gives the variable that a closure has from the function in which it stands,
// nil where that is not known.
func bound(f *ssa.FreeVar) ssa.Value {
	fn := f.Parent()
	i := slices.Index(fn.FreeVars, f)
	var found ssa.Value
	for _, b := range fn.Parent().Blocks {
		for _, in := range b.Instrs {
			if m, ok := in.(*ssa.MakeClosure); ok && m.Fn == fn {
				if found != nil {
					return nil
				}
				found = m.Bindings[i]
			}
		}
	}
	if up, ok := found.(*ssa.FreeVar); ok {
		return bound(up)
	}
	return found
}

// stores tells whether a variable only ever holds what is made here: what is stored
// in it, by the function or by closures that have it.
func (h *sideEffects) stores(v ssa.Value, seen []ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != v || !h.made(r.Val, seen) {
				return false
			}
		case *ssa.MakeClosure:
			fn := r.Fn.(*ssa.Function)
			for i, b := range r.Bindings {
				if b == v && !h.stores(fn.FreeVars[i], seen) {
					return false
				}
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// HarmlessFirst tells how many of the first calls of a predicate's chain leave alone what
// else there is, inputs and what the predicate has made, and whether all of it does.
func HarmlessFirst(fn *ssa.Function, c Chain, isNative func(*ssa.Function) bool) (n int, all bool) {
	h := sideEffects{isNative: isNative, reaches: map[types.Type]bool{}, seen: map[*ssa.Function]bool{}}
	for _, v := range fn.Params {
		h.reach(v.Type())
	}
	for _, call := range c.Calls {
		for _, v := range call.Call.Args {
			// What the predicate has made itself is shared as inputs are.
			h.reach(v.Type())
		}
	}
	for n < len(c.Calls) && h.call(&c.Calls[n].Call) {
		n++
	}
	return n, h.function(fn)
}
