package duties

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/code"
	"golang.org/x/tools/go/ssa"
)

// A part is an input of a function, or what a path leads to from there.
type part struct {
	fn     *ssa.Function
	input  int
	path   []string
	direct bool
	// isLoopBound says that it bounds the variable of a loop.
	isLoopBound bool
	// isScaled says that it is multiplied or divided on the way.
	isScaled bool
	// isCharacter says that it is a character or a byte of a text.
	isCharacter bool
}

// same reports whether two parts are of the same input, with the same path.
func (a *part) same(b *part) bool {
	return a.fn == b.fn && a.input == b.input && slices.Equal(a.path, b.path)
}

// below returns the part that a step leads to.
func (a *part) below(step string) *part {
	return &part{fn: a.fn, input: a.input, path: append(slices.Clone(a.path), step), direct: a.direct}
}

// partOf returns the part of the inputs that a value is, nil for other values. An
// integer that is computed from inputs and constants alone is, not directly, the
// first of these that is a whole input, or a field of one.
func partOf(v ssa.Value) *part { return partWithin(v, 0) }

func partWithin(v ssa.Value, depth int) *part {
	const deepest = 24
	if depth++; depth > deepest {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		i := slices.Index(v.Parent().Params, v)
		return &part{fn: v.Parent(), input: i, direct: true}
	case *ssa.FreeVar:
		return partWithin(bindingOf(v), depth)
	case *ssa.Alloc:
		return partWithin(singleStore(v), depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return partWithin(v.X, depth)
		}
		if v.Op == token.SUB {
			return indirect(partWithin(v.X, depth))
		}
	case *ssa.BinOp:
		return computed(v, depth)
	case *ssa.FieldAddr:
		return field(partWithin(v.X, depth), v.X.Type(), v.Field)
	case *ssa.Field:
		return field(partWithin(v.X, depth), v.X.Type(), v.Field)
	case *ssa.IndexAddr:
		return element(partWithin(v.X, depth), v.X.Type())
	case *ssa.Index:
		return element(partWithin(v.X, depth), v.X.Type())
	case *ssa.Lookup:
		return element(partWithin(v.X, depth), v.X.Type())
	case *ssa.Phi:
		if isInteger(v.Type()) {
			return bounded(v, depth)
		}
		return initial(v)
	case *ssa.Extract:
		return extracted(v, depth)
	case *ssa.ChangeType:
		return partWithin(v.X, depth)
	case *ssa.ChangeInterface:
		return partWithin(v.X, depth)
	case *ssa.MakeInterface:
		return partWithin(v.X, depth)
	case *ssa.TypeAssert:
		return partWithin(v.X, depth)
	case *ssa.Convert:
		if isInteger(v.Type()) && isInteger(v.X.Type()) || isCharacters(v.Type()) && isCharacters(v.X.Type()) {
			return partWithin(v.X, depth)
		}
	}
	return nil
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func indirect(a *part) *part {
	if a != nil {
		a.direct = false
	}
	return a
}

// field returns the part that a field is. Only exported fields are the business of callers.
func field(a *part, t types.Type, i int) *part {
	name := fieldName(t, i)
	if a == nil || name == "" {
		return nil
	}
	return a.below(name)
}

// fieldName returns the name of a field of a struct, or of a pointer to one. It returns "" for other types.
func fieldName(t types.Type, i int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	return s.Field(i).Name()
}

// element returns the part that stands for the elements of a part of type t.
func element(a *part, t types.Type) *part {
	if a == nil {
		return nil
	}
	below := a.below(Element)
	below.isCharacter = isCharacters(t)
	return below
}

// isCharacters reports whether a type is a string, or a slice or array of bytes or characters.
func isCharacters(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	var elem types.Type
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0
	case *types.Slice:
		elem = t.Elem()
	case *types.Array:
		elem = t.Elem()
	default:
		return false
	}
	b, ok := elem.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Uint8 || b.Kind() == types.Int32)
}

// initial returns the input from which a loop begins, or that a branch replaces.
func initial(v *ssa.Phi) *part {
	for _, e := range v.Edges {
		if x, ok := e.(*ssa.Parameter); ok {
			return partOf(x)
		}
	}
	return nil
}

// extracted returns what a loop takes of a map or a string, or an assertion of an
// interface.
func extracted(v *ssa.Extract, depth int) *part {
	switch t := v.Tuple.(type) {
	case *ssa.Next:
		if r, ok := t.Iter.(*ssa.Range); ok {
			return element(partWithin(r.X, depth), r.X.Type())
		}
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return partWithin(t.X, depth)
		}
	case *ssa.Lookup:
		if v.Index == 0 {
			return element(partWithin(t.X, depth), t.X.Type())
		}
	}
	return nil
}

// bindingOf returns the variable of the function around it that a function literal sees.
func bindingOf(v *ssa.FreeVar) ssa.Value {
	i := slices.Index(v.Parent().FreeVars, v)
	outer := v.Parent().Parent()
	if outer == nil || i < 0 {
		return nil
	}
	for _, b := range outer.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.MakeClosure); ok && c.Fn == v.Parent() {
				return c.Bindings[i]
			}
		}
	}
	return nil
}

// singleStore returns the only value that is ever stored in a variable, or nil if there are several.
func singleStore(v ssa.Value) (only ssa.Value) {
	ok := true
	var look func(v ssa.Value)
	look = func(v ssa.Value) {
		if v.Referrers() == nil {
			return
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr != v || only != nil {
					ok = false
					return
				}
				only = r.Val
			case *ssa.MakeClosure:
				if fn, isFn := r.Fn.(*ssa.Function); isFn {
					look(fn.FreeVars[slices.Index(r.Bindings, v)])
				}
			}
		}
	}
	look(v)
	if !ok {
		return nil
	}
	return only
}

// A duty is the search for the input of the target that a panic is due to.
type duty struct {
	*Finder
	kind   DutyKind
	target *ssa.Function
	// stack has the lines that are left, from all of them.
	stack, from []Site
	part        *part
	// lost says that the operand is no part of an input, as far as that is followed.
	lost bool
	// raises is the instruction that panics, in a caller the call that does.
	raises ssa.Instruction
}

// blames reports whether an operand of the innermost function is an input of the target.
func (d *duty) blames(fn *ssa.Function, op ssa.Value) bool {
	const deepest = 16
	v := op
	for range deepest {
		a := partOf(d.converted(v))
		if d.lost = a == nil; d.lost || d.checked(a) {
			return false
		}
		if d.part != nil {
			a.path = append(slices.Clone(a.path), d.part.path...)
			a.direct, a.isLoopBound, a.isCharacter = a.direct && d.part.direct, a.isLoopBound || d.part.isLoopBound, a.isCharacter || d.part.isCharacter
		}
		d.part = a
		if !d.leave(fn, a.fn) {
			return false
		}
		if a.fn == d.target && len(d.stack) == 1 {
			return d.kind == DutyNotNil || !hidden(a.path)
		}
		call := d.caller(a.fn)
		if call == nil {
			return false
		}
		d.raises = call
		if v = d.unwrapped(d.listed(argument(call.Common(), a.input))); v == nil {
			return false
		}
		fn = call.Parent()
	}
	return false
}

// hidden reports whether a path leads through an unexported field.
func hidden(path []string) bool {
	return slices.ContainsFunc(path, func(s string) bool { return s != Element && !token.IsExported(s) })
}

// converted returns the receiver of a method of the main module that converts it for another module. It returns
// v for other values.
func (d *duty) converted(v ssa.Value) ssa.Value {
	if d.kind == DutyRoom {
		return whole(v)
	}
	call, ok := v.(*ssa.Call)
	if !ok || d.kind != DutyAccepted || call.Call.StaticCallee() == nil || call.Call.Signature().Recv() == nil {
		return v
	}
	n := d.Packages[code.PackageOf(call.Call.StaticCallee())]
	if n == nil || !n.Main || slices.ContainsFunc(call.Call.Args[1:], func(a ssa.Value) bool {
		_, local := a.(*ssa.Alloc)
		return !local
	}) {
		return v
	}
	return call.Call.Args[0]
}

// leave drops the stack lines of the literal fn, up to those of its enclosing function of.
func (d *duty) leave(fn, of *ssa.Function) bool {
	for fn != of {
		// The first line is that of the literal, which may share its line with the enclosing function.
		rest := d.stack[min(1, len(d.stack)):]
		i := slices.IndexFunc(rest, func(s Site) bool {
			return slices.ContainsFunc(d.at(s), func(in ssa.Instruction) bool { return in.Parent() == fn.Parent() })
		})
		if i < 0 || fn.Parent() == nil {
			return false
		}
		d.stack, fn = rest[i:], fn.Parent()
	}
	return true
}

// caller returns the only call of a function at the next line of the stack.
func (d *duty) caller(fn *ssa.Function) (call ssa.CallInstruction) {
	if len(d.stack) < 2 {
		return nil
	}
	d.stack = d.stack[1:]
	for _, in := range d.at(d.stack[0]) {
		c, ok := in.(ssa.CallInstruction)
		if !ok || !calls(c.Common(), fn) {
			continue
		}
		if call != nil {
			return nil
		}
		call = c
	}
	return call
}

// calls reports whether a call may be a call of the function.
func calls(c *ssa.CallCommon, fn *ssa.Function) bool {
	if c.IsInvoke() {
		return c.Method.Name() == fn.Name() && fn.Signature.Recv() != nil
	}
	callee := c.StaticCallee()
	if callee == nil {
		// A function value, as a comparator that is kept in a field.
		return fn.Signature.Recv() == nil && types.Identical(c.Signature(), fn.Signature)
	}
	if o := callee.Origin(); o != nil {
		callee = o
	}
	return callee == fn
}

// argument returns what a call passes for the i-th input.
func argument(c *ssa.CallCommon, i int) ssa.Value {
	if c.IsInvoke() {
		if i == 0 {
			return c.Value
		}
		i--
	}
	if i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}
