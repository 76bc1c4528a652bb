package analysis

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// sideEffects finds out whether a call leaves all memory unchanged that other code can see. Without
// such effects, the code after the call behaves the same whether the call was made or not. A call is
// harmless if it only writes to variables that it made itself, or to memory of types that the inputs
// cannot reach. Package variables do not count, because the interpreter does not follow changes of
// them.
type sideEffects struct {
	isNative func(*ssa.Function) bool
	reaches  map[types.Type]bool // the types of memory that the inputs reach
	funcs    bool                // the inputs contain functions or interfaces
	seen     map[*ssa.Function]bool
	// sites has all calls of each function that is never used as a value. A parameter that is fresh
	// memory at all of them counts as made by the function. sites is nil if parameters never count so.
	sites map[*ssa.Function][]*ssa.CallCommon
}

// Harmless reports whether a call of a predicate, with all closures that it makes, leaves the inputs
// unchanged. It does not look into functions for which isNative returns true; they change nothing.
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

// called collects the calls in a function and in all that it refers to, and the functions that are
// used as values.
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

// reach records the types of memory that a value of type t leads to.
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

// leads reports whether the inputs reach memory of type t. For a slice, an array with the same
// elements counts too.
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

// elements returns the element type of a slice or an array, or nil.
func elements(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	}
	return nil
}

// call reports whether a call is harmless.
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
	// The callee is a closure. Its function is checked where the closure is made.
	return true
}

// function reports whether calls of a function are harmless.
func (h *sideEffects) function(fn *ssa.Function) bool {
	if harm, known := h.seen[fn]; known {
		return !harm
	}
	if h.isNative(fn) {
		return true
	}
	h.seen[fn] = false // A recursive call adds no harm of its own.
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

// address reports whether a store at an address is harmless.
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

// made reports whether v leads to memory that its function, or an enclosing one, allocated.
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

// given reports whether every call of the function passes memory for v that its caller allocated.
func (h *sideEffects) given(v *ssa.Parameter, seen []ssa.Value) bool {
	fn := v.Parent()
	i := slices.Index(fn.Params, v)
	sites := h.sites[fn]
	return len(sites) > 0 && !slices.ContainsFunc(sites, func(c *ssa.CallCommon) bool { return !h.made(c.Args[i], seen) })
}

// kept reports whether a variable only ever holds memory that was allocated here.
func (h *sideEffects) kept(a ssa.Value, seen []ssa.Value) bool {
	if f, ok := a.(*ssa.FreeVar); ok {
		a = bound(f)
	}
	cell, ok := a.(*ssa.Alloc)
	return ok && h.stores(cell, seen)
}

// bound returns the variable of the enclosing function that a closure captures as f, or nil if the
// closure is made in several places.
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

// stores reports whether every store to a variable, by its function or a closure, is of memory that
// was allocated here.
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

// HarmlessFirst returns how many of the first calls of a predicate's chain are harmless, and whether
// the whole predicate is. Memory that the predicate itself allocates counts like that of the inputs.
func HarmlessFirst(fn *ssa.Function, c Chain, isNative func(*ssa.Function) bool) (n int, all bool) {
	h := sideEffects{isNative: isNative, reaches: map[types.Type]bool{}, seen: map[*ssa.Function]bool{}}
	for _, v := range fn.Params {
		h.reach(v.Type())
	}
	for _, call := range c.Calls {
		for _, v := range call.Call.Args {
			// What the predicate passes to a call is visible to the code after it.
			h.reach(v.Type())
		}
	}
	for n < len(c.Calls) && h.call(&c.Calls[n].Call) {
		n++
	}
	return n, h.function(fn)
}
