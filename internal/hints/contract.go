package hints

import (
	"go/constant"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/effects"
	"github.com/rtest-dev/rtest/refine"
)

// contract adds what the contract itself, and the facts about the types of inputs and results,
// suggest about nil, capacities, numbers and fields.
func (h *hinter) contract() {
	h.inClauses = true
	h.c.Inspect(func(x refine.Expr) bool {
		h.node(x)
		return true
	})
	h.inClauses = false
	for _, t := range refine.ReachedTypes(h.a.facts, slices.Concat(h.c.Inputs(), h.c.Results)) {
		h.readInvariantFields(t)
		// A map compares its keys, whether or not the code looks at them.
		h.key(t)
	}
	for _, t := range h.types() {
		tf := h.a.facts.Of(t)
		if tf == nil {
			continue
		}
		for _, cl := range tf.Laws() {
			h.predicate(cl.Expr)
			h.numbers(cl.Expr)
			h.texts(cl.Expr)
		}
		if tf.State != nil {
			h.predicate(tf.State)
		}
		for _, b := range tf.Via {
			// The functions of rtest's own list do not look into values of the user.
			if b.Func != nil && !tf.Standard {
				h.call(b.Func)
			}
		}
	}
}

// predicate adds what a predicate that is not of the contract itself reads.
func (h *hinter) predicate(e refine.Expr) {
	refine.Inspect(e, func(x refine.Expr) bool {
		h.fields(x)
		return true
	})
}

// node adds what one node of the contract's predicates suggests.
func (h *hinter) node(x refine.Expr) {
	h.fields(x)
	h.text(x)
	h.errorNode(x)
	h.limits(x)
	switch x := x.(type) {
	case *refine.Compare:
		h.compareNil(x.X, x.Y)
		h.compareNil(x.Y, x.X)
		h.compareZero(x.X, x.Y)
		h.compareZero(x.Y, x.X)
	case *refine.Builtin:
		h.out.Capacities = h.out.Capacities || x.Name == "cap" && !x.Own
	}
}

// compareZero records comparisons of a named type with its zero value.
func (h *hinter) compareZero(x, y refine.Expr) {
	k, ok := y.(*refine.Const)
	if n, named := types.Unalias(x.Type()).(*types.Named); ok && named && k.Value != nil && isZero(k.Value) {
		h.out.ZeroCompared[n.Obj()] = true
	}
}

// number adds a constant of the contract's predicates to the numbers that are tried unchanged. A
// character here is a number that a rune or byte may be.
func (h *hinter) number(x refine.Expr) {
	if c, ok := unconverted(x).(*refine.Const); ok {
		n, ok := constInts(c.Value, c.T)
		if !ok && c.Value != nil && isCharacter(c.T) {
			n, ok = refine.Int64(c.Value)
		}
		if ok {
			h.ints[n] = true
		}
		if x, ok := constFloat(c.Value, c.T); ok {
			h.floats[x] = true
		}
		if c.Value != nil && c.Value.Kind() == constant.String {
			h.words[constant.StringVal(c.Value)] = true
		}
	}
}

// fields adds the struct fields that a node of a predicate reads.
func (h *hinter) fields(x refine.Expr) {
	switch x := x.(type) {
	case *refine.Field:
		h.reads.addUnnamed(x.Sel.Recv())
		h.reads.addFields(selected(x.Sel))
	case *refine.Compare:
		if !isNilExpr(x.X) && !isNilExpr(x.Y) {
			h.readCompared(x.X.Type())
			h.readCompared(x.Y.Type())
		}
	case *refine.In:
		h.readCompared(x.X.Type())
	case *refine.Tuple:
		for _, e := range x.Elems {
			h.readCompared(e.Type())
		}
	case *refine.Index:
		h.key(x.X.Type())
	case *refine.Composite:
		h.key(x.T)
	case *refine.Convert:
		if _, isStruct := x.T.Underlying().(*types.Struct); isStruct || types.IsInterface(x.T) {
			h.reads.addReachable(x.X.Type())
		}
	case *refine.Builtin:
		if x.Own {
			h.builtin(x)
		}
	case *refine.Object:
		h.reads.addFields(promoting(x))
		switch obj := x.Obj.(type) {
		case *types.Func:
			h.call(obj)
		case *types.Var:
			h.flow.addVariable(h.a.Global(obj))
		}
	case *refine.Method:
		h.reads.addFields(selected(x.Sel))
		if fn, ok := x.Sel.Obj().(*types.Func); ok {
			h.call(fn)
		}
	case *refine.Call:
		h.interfaceArguments(x)
		if sig, ok := x.Fun.Type().Underlying().(*types.Signature); ok && callee(x) == nil {
			h.flow.addCall(sig, true)
		}
	}
}

// builtin adds the fields that one of rtest's builtins reads.
func (h *hinter) builtin(x *refine.Builtin) {
	if x.Name == "inside" {
		h.reads.addParts(x.TypeArg, map[types.Type]bool{})
		for _, f := range refine.InsideFields(x) {
			h.reads.fields[f] = true
		}
		return
	}
	for _, a := range x.Args {
		switch x.Name {
		case "distinct", "permutation", "count":
			h.readCompared(a.Type())
		default:
			h.reads.addReachable(a.Type())
		}
	}
}

// key records that a map compares its keys at lookups and assignments.
func (h *hinter) key(t types.Type) {
	if m, ok := t.Underlying().(*types.Map); ok {
		h.readCompared(m.Key())
	}
}

// interfaceArguments records that values passed as interfaces are read. An argument that is an
// interface already adds nothing: what a known function reads of it is seen in that function.
func (h *hinter) interfaceArguments(x *refine.Call) {
	sig, ok := x.Fun.Type().Underlying().(*types.Signature)
	if !ok {
		return
	}
	fn, _ := x.Fun.(*refine.Object)
	for i, a := range x.Args {
		if i == 0 && fn != nil && fn.Receiver() != nil {
			continue // The receiver of a method expression.
		}
		if types.IsInterface(a.Type()) && callee(x) != nil {
			continue
		}
		if p := refine.ParamType(sig, i, x.Spread); p != nil && types.IsInterface(p) {
			h.reads.addReachable(a.Type())
		}
	}
}

// call adds what a function that a predicate mentions reads, and the characters that it looks for.
// Its numbers do not count as numbers of the code under test.
func (h *hinter) call(fn *types.Func) {
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		for _, m := range h.a.Methods(fn.Name()) {
			h.addMentioned(m)
		}
		h.reads.addFields(h.a.promoted(fn.Name()))
		return
	}
	h.addMentioned(fn.Origin())
}

// addMentioned adds what a function that a predicate mentions reads: what its body shows, or, without a body, all
// that its parameters reach.
func (h *hinter) addMentioned(fn *types.Func) {
	f := h.a.SSA.FuncValue(fn)
	if f == nil || !h.a.Build(f) {
		for v := range fn.Signature().Params().Variables() {
			h.reads.addReachable(v.Type())
		}
		for v := range fn.Signature().Results().Variables() {
			h.flow.foreign = addType(h.flow.foreign, v.Type())
		}
		return
	}
	h.addBody(f)
}

// selected returns the fields on the path of a selection.
func selected(sel *types.Selection) []*types.Var {
	index := sel.Index()
	if sel.Kind() != types.FieldVal {
		index = index[:len(index)-1]
	}
	return fieldsAlong(sel.Recv(), index)
}

// promoting returns the embedded fields through which the type of a method expression such as T.Len
// has the method. It returns nil for other functions.
func promoting(x *refine.Object) []*types.Var {
	recv := x.Receiver()
	if recv == nil {
		return nil
	}
	_, index, _ := types.LookupFieldOrMethod(recv, true, x.Obj.Pkg(), x.Obj.Name())
	if len(index) == 0 {
		return nil
	}
	return fieldsAlong(recv, index[:len(index)-1])
}

// fieldsAlong returns the fields on a path from a struct, or from a pointer to one.
func fieldsAlong(t types.Type, index []int) []*types.Var {
	var out []*types.Var
	for _, i := range index {
		s, ok := refine.Struct(t)
		if !ok {
			break
		}
		out = append(out, s.Field(i))
		t = s.Field(i).Type()
	}
	return out
}

// types returns the named types that inputs and results reach.
func (h *hinter) types() []types.Type {
	var out []types.Type
	for _, t := range refine.ReachedTypes(h.a.facts, slices.Concat(h.c.Inputs(), h.c.Results)) {
		if n, ok := t.(*types.Named); ok {
			out = append(out, n)
		}
	}
	return out
}

// aliases returns the pairs of inputs that may be the same memory, and of which the code writes to
// one. A contract that says which inputs share memory has none: its author thought of the others.
func (h *hinter) aliases() (pairs []refine.SharedInputs) {
	if h.c.Bare || len(h.c.Shared) > 0 || h.c.Promoted() {
		return nil
	}
	inputs := h.c.Inputs()
	for i, q := range inputs {
		for with, p := range inputs[:i] {
			if named(p) && named(q) && sameMemory(p.Type, q.Type) {
				pairs = append(pairs, refine.SharedInputs{Inputs: []int{with, i}})
			}
		}
	}
	if pairs == nil {
		return nil
	}
	written := effects.WrittenInputs(h.a.Program, h.c.Func)
	return slices.DeleteFunc(pairs, func(p refine.SharedInputs) bool {
		return !slices.ContainsFunc(p.Inputs, func(i int) bool { return slices.Contains(written, i) })
	})
}

// named reports whether a directive can name the input.
func named(v *refine.Variable) bool { return v.Name != "" && v.Name != "_" }

// sameMemory reports whether values of two types may be the same memory.
func sameMemory(a, b types.Type) bool {
	x, y := refine.MemoryOf(a), refine.MemoryOf(b)
	return x != nil && y != nil && types.Identical(x, y)
}
