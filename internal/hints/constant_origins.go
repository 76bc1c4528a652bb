package hints

import (
	"go/constant"
	"go/token"

	"github.com/rtest-dev/rtest/refine"
	"golang.org/x/tools/go/ssa"
)

// constantsOf returns the constants that a non-constant operand may be.
func constantsOf(a *Program, v ssa.Value) []*ssa.Const {
	if _, ok := v.(*ssa.Const); ok {
		return nil
	}
	return a.origins(func(f *origin) { f.value(v, nil, valueDepth) })
}

// spellings adds the texts that a non-constant operand may be: what a function of the module
// returns, for example a method String, and the elements of a table, of the package or of the
// function itself.
func (s *summary) spellings(a *Program, v ssa.Value) {
	fn := v.Parent()
	if fn == nil || a.Module(fn) == "" || !refine.IsString(v.Type()) {
		return
	}
	for _, k := range constantsOf(a, v) {
		if k.Value != nil && k.Value.Kind() == constant.String {
			s.words = append(s.words, constant.StringVal(k.Value))
		}
	}
}

// origins returns the constants that a walk finds, or a sample if there are many.
func (a *Program) origins(walk func(*origin)) []*ssa.Const {
	f := &origin{a: a, seen: map[ssa.Value]bool{}, budget: originSteps}
	walk(f)
	if len(f.found) <= mostOfTable {
		return f.found
	}
	some := make([]*ssa.Const, mostOfTable)
	for i := range some {
		some[i] = f.found[i*(len(f.found)-1)/(mostOfTable-1)]
	}
	return some
}

// An origin follows an operand back to the constants that it may be. It distinguishes the parts of
// structs, arrays, slices and maps.
type origin struct {
	a *Program
	// seen are the values on the current path, because the walk may return to them.
	seen  map[ssa.Value]bool
	found []*ssa.Const
	// budget is how many more values may be visited.
	budget int
}

const originSteps = 1000

// The steps of a path: anElement to an element of an array, slice or map, aKey to a key of a map,
// and an index from 0 on to a field.
const anElement, aKey = -1, -2

// value follows the part of v at the end of path.
func (f *origin) value(v ssa.Value, path []int, depth int) {
	if f.seen[v] || len(path) > valueDepth || f.budget == 0 {
		return
	}
	f.budget--
	f.seen[v] = true
	defer delete(f.seen, v)
	switch v := v.(type) {
	case *ssa.Const:
		if len(path) == 0 {
			f.found = append(f.found, v)
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			f.value(e, path, depth)
		}
	case *ssa.BinOp:
		// A summand brings a number near the constant with which it is compared.
		if v.Op == token.ADD && !refine.IsString(v.Type()) || v.Op == token.SUB {
			f.value(v.X, path, depth)
			f.value(v.Y, path, depth)
		}
	case *ssa.ChangeType:
		f.value(v.X, path, depth)
	case *ssa.Convert:
		f.value(v.X, path, depth)
	case *ssa.Slice:
		f.address(v.X, path, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			f.address(v.X, path, depth)
		}
	case *ssa.Field:
		f.value(v.X, prefixed(v.Field, path), depth)
	case *ssa.Index:
		f.value(v.X, prefixed(anElement, path), depth)
	case *ssa.Lookup:
		f.value(v.X, prefixed(anElement, path), depth)
	case *ssa.Extract:
		if next, ok := v.Tuple.(*ssa.Next); ok && !next.IsString {
			step := anElement
			if v.Index == 1 {
				step = aKey
			}
			f.value(next.Iter.(*ssa.Range).X, prefixed(step, path), depth)
		}
	case *ssa.MakeMap:
		f.entries(v, path, depth)
	case *ssa.Call:
		if fn := v.Common().StaticCallee(); fn != nil && depth > 0 {
			f.results(fn, path, depth-1)
		}
	}
}

// entries follows what is put into a map when it is made.
func (f *origin) entries(m *ssa.MakeMap, path []int, depth int) {
	if len(path) == 0 {
		return
	}
	for _, ref := range *m.Referrers() {
		up, ok := ref.(*ssa.MapUpdate)
		switch {
		case !ok || up.Map != m:
		case path[0] == aKey:
			f.value(up.Key, path[1:], depth)
		case path[0] == anElement:
			f.value(up.Value, path[1:], depth)
		}
	}
}

func prefixed(step int, path []int) []int { return append([]int{step}, path...) }

// results follows what a function of a module returns.
func (f *origin) results(fn *ssa.Function, path []int, depth int) {
	if !f.a.Build(fn) || f.a.Module(fn) == "" || fn.Signature.Results().Len() != 1 {
		return
	}
	if len(fn.Blocks) == 0 {
		fn = fn.Origin()
	}
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			f.value(r.Results[0], path, depth)
		}
	}
}

// address follows what is stored at an address, along path from there.
func (f *origin) address(at ssa.Value, path []int, depth int) {
	switch at := at.(type) {
	case *ssa.IndexAddr:
		f.array(at.X, prefixed(anElement, path), depth)
	case *ssa.FieldAddr:
		f.address(at.X, prefixed(at.Field, path), depth)
	case *ssa.Alloc:
		f.stored(at, at.Referrers(), path, depth)
	case *ssa.Global:
		if at.Pkg == nil || f.a.Unseen(at.Pkg.Pkg) {
			return
		}
		at.Pkg.Build()
		for _, b := range at.Pkg.Func("init").Blocks {
			f.stored(at, &b.Instrs, path, depth)
		}
	}
}

// array follows the elements of a slice, or of an array at an address.
func (f *origin) array(x ssa.Value, path []int, depth int) {
	switch x.(type) {
	case *ssa.Alloc, *ssa.Global, *ssa.FieldAddr, *ssa.IndexAddr:
		f.address(x, path, depth)
	default:
		f.value(x, path, depth)
	}
}

// stored follows what instructions store at an address or in a part of what is there.
func (f *origin) stored(at ssa.Value, by *[]ssa.Instruction, path []int, depth int) {
	if by == nil {
		return
	}
	for _, in := range *by {
		switch in := in.(type) {
		case *ssa.Store:
			if in.Addr == at {
				f.value(in.Val, path, depth)
			}
		case *ssa.IndexAddr:
			if in.X == at && len(path) > 0 && path[0] == anElement {
				f.stored(in, in.Referrers(), path[1:], depth)
			}
		case *ssa.FieldAddr:
			if in.X == at && len(path) > 0 && path[0] == in.Field {
				f.stored(in, in.Referrers(), path[1:], depth)
			}
		}
	}
}
