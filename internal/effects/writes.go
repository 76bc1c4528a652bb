package effects

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/code"
	"golang.org/x/tools/go/ssa"
)

// Writes returns a package variable that a call of fn sets, or that refers to what the call sets,
// and where. It returns nil if none is known. Three kinds of calls are assumed to write nothing: of
// functions without source, of the standard library except sync/atomic, and of function values or
// interface methods.
func Writes(p *code.Program, fn *types.Func) (variable *types.Var, at token.Pos) {
	f := p.SSA.FuncValue(fn.Origin())
	if f == nil {
		return nil, token.NoPos
	}
	w := &writeSearch{Program: p, analyzed: map[*ssa.Function]*writeSet{}}
	if found := w.function(f); found.variable != nil {
		return found.variable, found.at
	}
	return nil, token.NoPos
}

// WrittenInputs returns which inputs of fn, the receiver first, refer to memory that a call writes, by
// index, ascending. An append counts as a write to the array of its first argument. What Writes assumes
// to write nothing counts as such here, too.
func WrittenInputs(p *code.Program, fn *types.Func) []int {
	f := p.SSA.FuncValue(fn.Origin())
	if f == nil {
		return nil
	}
	w := &writeSearch{Program: p, analyzed: map[*ssa.Function]*writeSet{}, appends: true}
	return slices.Sorted(maps.Keys(w.function(f).params))
}

// A writeSearch searches for what functions write. analyzed are the functions that were analyzed,
// or are being analyzed. appends says that append counts as a write.
type writeSearch struct {
	*code.Program
	analyzed map[*ssa.Function]*writeSet
	appends  bool
}

// writeSet is what a call of a function writes: a package variable or nil, and the parameters and
// captured variables whose referents it writes, by index.
type writeSet struct {
	variable *types.Var
	at       token.Pos
	params   map[int]bool
	captured map[int]bool
}

func (w *writeSearch) function(f *ssa.Function) *writeSet {
	if known := w.analyzed[f]; known != nil {
		return known
	}
	out := &writeSet{params: map[int]bool{}, captured: map[int]bool{}}
	w.analyzed[f] = out
	if w.Module(f) == "" || !w.Build(f) {
		return out
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			w.instruction(out, in)
		}
	}
	return out
}

func (w *writeSearch) instruction(out *writeSet, in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Store:
		out.write(in.Addr, in.Pos(), false)
	case *ssa.MapUpdate:
		out.write(in.Map, in.Pos(), false)
	case ssa.CallInstruction:
		w.call(out, in)
	}
}

func (w *writeSearch) call(out *writeSet, in ssa.CallInstruction) {
	c := in.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if slices.Contains([]string{"copy", "clear", "delete"}, b.Name()) || w.appends && b.Name() == "append" {
			out.write(c.Args[0], in.Pos(), false)
		}
		return
	}
	callee := c.StaticCallee()
	if callee == nil {
		return
	}
	if isAtomicWrite(callee) {
		out.write(c.Args[0], in.Pos(), false)
		return
	}
	inner := w.function(callee)
	if inner.variable != nil && out.variable == nil {
		out.variable, out.at = inner.variable, inner.at
	}
	for i := range c.Args {
		if inner.params[i] {
			out.write(c.Args[i], in.Pos(), false)
		}
	}
	if closure, ok := c.Value.(*ssa.MakeClosure); ok {
		for i, v := range closure.Bindings {
			if inner.captured[i] {
				out.write(v, in.Pos(), true)
			}
		}
	}
}

// isAtomicWrite reports whether a function of sync/atomic writes to its first argument.
func isAtomicWrite(f *ssa.Function) bool {
	if f.Origin() != nil {
		f = f.Origin()
	}
	if f.Pkg == nil || f.Pkg.Pkg.Path() != "sync/atomic" || f.Signature.Recv() == nil && f.Signature.Params().Len() == 0 {
		return false
	}
	return !strings.HasPrefix(f.Name(), "Load")
}

// write records a write to memory that the address or reference v leads to. With loaded set, the
// address was read from there, so for a local variable the write goes to what the variable refers
// to.
func (out *writeSet) write(v ssa.Value, at token.Pos, loaded bool) {
	o := origin{writeSet: out, at: at}
	o.follow(v, loaded)
}

// An origin follows an address to where it comes from. seen are the values with several origins that it has come to: there may
// be as many ways as loops and branches allow.
type origin struct {
	*writeSet
	at   token.Pos
	seen map[visit]bool
}

// A visit is a value that is followed as an address that was read from memory, or as one that was not.
type visit struct {
	value  ssa.Value
	loaded bool
}

// first reports whether a value with several origins is met for the first time.
func (o *origin) first(v ssa.Value, loaded bool) bool {
	at := visit{v, loaded}
	if o.seen[at] {
		return false
	}
	if o.seen == nil {
		o.seen = map[visit]bool{}
	}
	o.seen[at] = true
	return true
}

func (o *origin) follow(v ssa.Value, loaded bool) {
	again := func(v ssa.Value) { o.follow(v, loaded) }
	switch v := v.(type) {
	case *ssa.Global:
		if obj, ok := v.Object().(*types.Var); ok && o.variable == nil {
			o.variable, o.writeSet.at = obj, o.at
		}
	case *ssa.Parameter:
		o.params[slices.Index(v.Parent().Params, v)] = true
	case *ssa.FreeVar:
		o.captured[slices.Index(v.Parent().FreeVars, v)] = true
	case *ssa.FieldAddr:
		again(v.X)
	case *ssa.IndexAddr:
		again(v.X)
	case *ssa.Slice:
		again(v.X)
	case *ssa.ChangeType:
		again(v.X)
	case *ssa.MakeInterface:
		again(v.X)
	case *ssa.TypeAssert:
		again(v.X)
	case *ssa.Field:
		again(v.X)
	case *ssa.Lookup:
		again(v.X)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			o.follow(v.X, true)
		}
	case *ssa.Alloc:
		if !o.first(v, loaded) {
			return
		}
		for _, in := range *v.Referrers() {
			if st, ok := in.(*ssa.Store); ok && loaded && st.Addr == v {
				o.follow(st.Val, false)
			}
		}
	case *ssa.Phi:
		if !o.first(v, loaded) {
			return
		}
		for _, e := range v.Edges {
			again(e)
		}
	}
}
