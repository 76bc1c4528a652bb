package hints

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/refine"
)

// nilOperands finds what fn itself compares with nil: its inputs, parts of them, and what is
// derived from them.
func (h *hinter) nilOperands(fn *ssa.Function) {
	for _, f := range code.WithAnonymous(fn) {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				x, ok := in.(*ssa.BinOp)
				if !ok || x.Op != token.EQL && x.Op != token.NEQ {
					continue
				}
				for _, pair := range [][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
					if isNil(pair[1]) && (refine.IsError(pair[0].Type()) || !beginsUnset(pair[0], map[ssa.Value]bool{})) {
						o := operands{h: h, fn: fn, seen: map[ssa.Value]bool{}}
						o.visit(pair[0])
					}
				}
			}
		}
	}
}

// beginsUnset reports whether a value is that of a variable which is nil at first. Comparing it asks
// whether the variable was set, as in a search for the best element, and not whether an input is nil.
// With errors it asks whether what set it succeeded.
func beginsUnset(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.Phi:
		for i, pred := range v.Block().Preds {
			// What a loop sets the variable to is not its first value.
			if !v.Block().Dominates(pred) && beginsUnset(v.Edges[i], seen) {
				return true
			}
		}
	case *ssa.ChangeType:
		return beginsUnset(v.X, seen)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return beginsUnset(v.X, seen)
		}
	case *ssa.FreeVar:
		return slices.ContainsFunc(captured(v), func(b ssa.Value) bool { return beginsUnset(b, seen) })
	case *ssa.Alloc:
		return !isInitialized(v)
	}
	return false
}

// isInitialized reports whether a variable gets a value where it is declared.
func isInitialized(v *ssa.Alloc) bool {
	instrs := v.Block().Instrs
	for _, in := range instrs[slices.Index(instrs, ssa.Instruction(v))+1:] {
		if st, ok := in.(*ssa.Store); ok && st.Addr == v {
			return true
		}
		for _, op := range in.Operands(nil) {
			if *op == v {
				return false
			}
		}
	}
	return false
}

// operands records what a value that is compared with nil may be.
type operands struct {
	h    *hinter
	fn   *ssa.Function
	seen map[ssa.Value]bool
}

func (o *operands) visit(vs ...ssa.Value) {
	for _, v := range vs {
		if !o.seen[v] {
			o.seen[v] = true
			o.value(v)
		}
	}
}

func (o *operands) value(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Parameter:
		if i := slices.Index(o.fn.Params, v); i >= 0 {
			o.h.out.NilInputs[i] = true
		} else {
			o.literalParameter(v)
		}
	case *ssa.Phi:
		o.visit(v.Edges...)
	case *ssa.ChangeType:
		o.visit(v.X)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			o.load(v.X)
		}
	case *ssa.Field:
		s, _ := refine.Struct(v.X.Type())
		o.h.nilField(s.Field(v.Field))
	case *ssa.Index, *ssa.Lookup:
		o.h.nilPart(o.h.instantiated(o.fn, v.Type()))
	case *ssa.Extract:
		o.extract(v)
	case *ssa.Call:
		if isAnswer(v) {
			o.h.nilPart(o.h.instantiated(o.fn, v.Type()))
		}
	}
}

// load records what is at an address: the value of a variable, a field, an element, or the target
// of a pointer, which says nothing of the pointer itself.
func (o *operands) load(addr ssa.Value) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		if o.seen[a] {
			return
		}
		o.seen[a] = true
		for _, ref := range *a.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == a {
				o.visit(st.Val)
			}
		}
	case *ssa.FreeVar:
		if o.seen[a] {
			return
		}
		o.seen[a] = true
		for _, b := range captured(a) {
			o.load(b)
		}
	case *ssa.FieldAddr:
		s, _ := refine.Struct(a.X.Type())
		o.h.nilField(s.Field(a.Field))
	default:
		if p, ok := a.Type().Underlying().(*types.Pointer); ok {
			o.h.nilPart(o.h.instantiated(o.fn, p.Elem()))
		}
	}
}

// literalParameter records what a parameter of a function literal may be. If the function calls the
// literal, it is the argument. If the function passes the literal to another function, it may be
// another argument of that call, or a part of an input.
func (o *operands) literalParameter(v *ssa.Parameter) {
	i := slices.Index(v.Parent().Params, v)
	for _, f := range code.WithAnonymous(o.fn) {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				call, ok := in.(ssa.CallInstruction)
				if !ok {
					continue
				}
				c := call.Common()
				switch {
				case c.StaticCallee() == v.Parent(), isDynamic(c) && types.Identical(c.Signature(), v.Parent().Signature):
					o.visit(c.Args[i])
				case slices.ContainsFunc(c.Args, func(arg ssa.Value) bool { return isLiteral(arg, v.Parent()) }):
					o.h.nilPart(o.h.instantiated(o.fn, v.Type()))
					for _, arg := range c.Args {
						if types.Identical(arg.Type(), v.Type()) {
							o.visit(arg)
						}
					}
				}
			}
		}
	}
}

// isLiteral reports whether a value is a function literal, or a closure of it.
func isLiteral(v ssa.Value, fn *ssa.Function) bool {
	if ct, ok := v.(*ssa.ChangeType); ok {
		v = ct.X
	}
	if mc, ok := v.(*ssa.MakeClosure); ok {
		v = mc.Fn
	}
	return v == ssa.Value(fn)
}

// extract records one of several results of a call, or of a range over a map or a lookup in one.
func (o *operands) extract(v *ssa.Extract) {
	switch t := v.Tuple.(type) {
	case *ssa.Next, *ssa.Lookup:
		o.h.nilPart(o.h.instantiated(o.fn, v.Type()))
	case *ssa.Call:
		if isAnswer(t) {
			o.h.nilPart(o.h.instantiated(o.fn, v.Type()))
		}
	}
}

// isAnswer reports whether a function value is called, which may be an input.
func isAnswer(v *ssa.Call) bool { return isDynamic(&v.Call) }

// isDynamic reports whether a function value is called.
func isDynamic(c *ssa.CallCommon) bool {
	_, builtin := c.Value.(*ssa.Builtin)
	return !builtin && !c.IsInvoke() && c.StaticCallee() == nil
}

// captured returns the values to which a captured variable is bound where its function is made.
func captured(v *ssa.FreeVar) []ssa.Value {
	fn := v.Parent()
	i := slices.Index(fn.FreeVars, v)
	var out []ssa.Value
	if fn.Parent() == nil || i < 0 {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, in := range b.Instrs {
			if mc, ok := in.(*ssa.MakeClosure); ok && mc.Fn == fn {
				out = append(out, mc.Bindings[i])
			}
		}
	}
	return out
}

// compareNil records what a clause compares with nil.
func (h *hinter) compareNil(x, y refine.Expr) {
	if n, ok := y.(*refine.Nil); !ok || n.Implied {
		return
	}
	switch x := x.(type) {
	case *refine.Ref:
		switch x.Var.Role {
		case refine.Input:
			h.out.NilInputs[x.Var.Index] = true
		case refine.Bound:
			h.nilPart(x.Var.Type)
		}
	case *refine.Field:
		if fields := selected(x.Sel); len(fields) > 0 {
			h.nilField(fields[len(fields)-1])
		}
	case *refine.Index:
		h.nilPart(x.T)
	case *refine.Deref:
		h.nilPart(x.T)
	case *refine.Call:
		if f, ok := x.Fun.(*refine.Ref); ok && f.Var.Role == refine.Input {
			h.nilPart(x.T)
		}
	}
	if _, ok := x.Type().Underlying().(*types.Slice); ok {
		h.out.NilSlices = true
	}
}

func isNilExpr(x refine.Expr) bool {
	_, ok := x.(*refine.Nil)
	return ok
}

func (h *hinter) nilField(v *types.Var) {
	if h.out.NilFields == nil {
		h.out.NilFields = map[*types.Var]bool{}
	}
	h.out.NilFields[v.Origin()] = true
}

func (h *hinter) nilPart(t types.Type) {
	h.out.NilParts = addType(h.out.NilParts, t)
}

// addType adds t to list, unless list has it.
func addType(list []types.Type, t types.Type) []types.Type {
	if slices.ContainsFunc(list, func(o types.Type) bool { return types.Identical(o, t) }) {
		return list
	}
	return append(list, t)
}

func isNil(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.IsNil()
}
