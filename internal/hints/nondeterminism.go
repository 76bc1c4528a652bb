package hints

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/internal/effects"
	"github.com/rtest-dev/rtest/refine"
	"golang.org/x/tools/go/ssa"
)

// nondeterminism records operations whose outcome differs from run to run, and maps that are not
// part of the input.
func (s *summary) nondeterminism(a *Program, in ssa.Instruction) {
	note := func(kind refine.ChanceKind) {
		s.chances = append(s.chances, refine.Chance{Kind: kind, Pos: in.Parent().Prog.Fset.Position(in.Pos())})
	}
	switch in := in.(type) {
	case *ssa.Range:
		if b, ok := in.X.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsString == 0 {
			note(refine.MapOrder)
		}
	case *ssa.MakeMap:
		s.ownMaps = true
	case *ssa.Select:
		if len(in.States) > 1 {
			note(refine.SelectCase)
		}
	case *ssa.Go:
		note(refine.Goroutines)
	}
	for _, op := range in.Operands(nil) {
		switch x := (*op).(type) {
		case *ssa.Function:
			if kind, ok := standardChance(x); ok {
				note(kind)
			}
			s.waits = s.waits || letsTimePass(x)
		case *ssa.Global:
			// The content of a package variable may be, or hold, a map.
			s.ownMaps = s.ownMaps || a.Module(in.Parent()) != "" && mayHoldMap(types.Unalias(refine.Pointed(x.Type())))
		}
	}
}

// mayHoldMap reports whether a package variable of the type may hold a map that its users range
// over.
func mayHoldMap(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Interface, *types.Signature, *types.Chan:
		return false
	}
	return true
}

// standardChance returns the kind of nondeterminism that a function of the standard library brings,
// if it brings any.
func standardChance(fn *ssa.Function) (kind refine.ChanceKind, ok bool) {
	pkg := code.PackageOf(fn)
	if o := fn.Origin(); pkg == nil && o != nil {
		pkg = code.PackageOf(o)
	}
	if pkg == nil {
		return 0, false
	}
	name := fn.Name()
	if o := fn.Object(); o != nil {
		name = o.Name()
	}
	in := func(names ...string) bool { return slices.Contains(names, name) }
	method := fn.Signature.Recv() != nil
	switch pkg.Path() {
	case "maps":
		if in("Keys", "Values", "All") {
			return refine.MapOrder, true
		}
	case "reflect":
		if method && in("MapKeys", "MapRange", "Seq", "Seq2") {
			return refine.MapOrder, true
		}
	case "sync":
		if method && in("Range") {
			return refine.MapOrder, true
		}
	case "math/rand", "math/rand/v2":
		if !method && token.IsExported(name) && !in("New", "NewSource", "NewZipf", "NewPCG", "NewChaCha8") {
			return refine.Randomness, true
		}
	case "crypto/rand":
		return refine.Randomness, true
	case "hash/maphash":
		if in("MakeSeed") || method && in("Sum64") {
			return refine.Randomness, true
		}
	case "time":
		if !method && in("Now", "Since", "Until", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker") {
			return refine.Clock, true
		}
	}
	return 0, false
}

// letsTimePass reports whether a function of the standard library lets time pass.
func letsTimePass(fn *ssa.Function) bool {
	pkg := code.PackageOf(fn)
	return pkg != nil && pkg.Path() == "time" && fn.Signature.Recv() == nil &&
		slices.Contains([]string{"Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}, fn.Name())
}

// chances adds the nondeterminism of a function outside the standard library.
func (h *hinter) chances(fn *ssa.Function, s *summary) {
	if h.a.Module(fn) == "" {
		return
	}
	h.out.Waits = h.out.Waits || s.waits
	h.out.OwnMaps = h.out.OwnMaps || s.ownMaps
	for _, c := range s.chances {
		if !slices.Contains(h.out.Chances, c) {
			h.out.Chances = append(h.out.Chances, c)
		}
	}
}

// called returns the function of the contract, and those that its clauses and the laws of the types name
// that inputs and results reach. known is false if clauses call others as well. writes says that they
// call builtins that write to their arguments.
func (h *hinter) called() (out []*types.Func, known, writes bool) {
	out, known = []*types.Func{h.c.Func}, true
	note := func(x refine.Expr) bool {
		var obj types.Object
		switch x := x.(type) {
		case *refine.Object:
			obj = x.Obj
		case *refine.Method:
			obj = x.Sel.Obj()
		case *refine.Call:
			known = known && isDeclared(x.Fun)
		case *refine.Builtin:
			writes = writes || slices.Contains([]string{"append", "copy", "delete", "clear"}, x.Name)
		}
		switch obj := obj.(type) {
		case *types.Func:
			out = append(out, obj)
		case *types.Var:
			known = known && (obj.IsField() || !effects.Holds(obj.Type()))
		}
		return true
	}
	h.c.Inspect(note)
	for _, d := range h.c.Draws {
		// What is drawn from package variables is the function's to change.
		known = known && (effects.Frozen(d.Var.Type) || !usesPackageVariables(d.Clause.Expr))
	}
	for _, t := range h.types() {
		if tf := h.a.facts.Of(t); tf != nil {
			for _, law := range tf.Laws() {
				refine.Inspect(law.Expr, note)
			}
			for _, x := range tf.Values {
				refine.Inspect(x, note)
				known = known && (effects.Frozen(t) || !usesPackageVariables(x))
			}
		}
	}
	return out, known, writes
}

func usesPackageVariables(x refine.Expr) (used bool) {
	refine.Inspect(x, func(x refine.Expr) bool {
		if o, ok := x.(*refine.Object); ok {
			v, ok := o.Obj.(*types.Var)
			used = used || ok && !v.IsField()
		}
		return !used
	})
	return used
}

// isDeclared reports whether an expression is a function or a method by its declaration, or an input.
func isDeclared(fun refine.Expr) bool {
	switch fun := fun.(type) {
	case *refine.Object:
		_, ok := fun.Obj.(*types.Func)
		return ok
	case *refine.Method, *refine.Ref:
		return true
	}
	return false
}
