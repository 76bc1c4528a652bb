package analysis

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// mostOfTable is how many constants of one kind a table contributes, evenly.
const mostOfTable = 32

// tables adds the constants with which the package variables that a function
// mentions are initialized: what is looked up in a table, or compared with its
// entries, is one of these.
func (h *hinter) tables(s *summary) {
	for _, g := range s.globals {
		if h.mentioned[g] || g.Pkg == nil || h.a.unseen(g.Pkg.Pkg) {
			continue
		}
		h.mentioned[g] = true
		if n := h.a.packages[g.Pkg.Pkg]; n.Module == "" || n.Module != h.module {
			continue
		}
		t := tableOf(g)
		for _, n := range spaced(t.ints) {
			h.marks[n] = true
		}
		for _, x := range spaced(t.floats) {
			h.floats[x] = true
		}
		for _, w := range spaced(t.words) {
			h.words[w] = true
		}
	}
}

// spaced takes some elements of a list, evenly, once each.
func spaced[E int64 | float64 | string](list []E) []E {
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) <= mostOfTable {
		return list
	}
	out := make([]E, mostOfTable)
	for i := range out {
		out[i] = list[i*(len(list)-1)/(mostOfTable-1)]
	}
	return out
}

// A table is the constants of which the initial value of a variable is made.
type table struct {
	ints   []int64
	floats []float64
	words  []string
}

// tableOf reads the initialization of a package for one of its variables.
func tableOf(g *ssa.Global) *table {
	t := &table{}
	g.Pkg.Build()
	for _, b := range g.Pkg.Func("init").Blocks {
		for _, in := range b.Instrs {
			t.use(g, in)
		}
	}
	return t
}

// at adds what is stored at an address.
func (t *table) at(addr ssa.Value) {
	if addr.Referrers() == nil {
		return
	}
	for _, in := range *addr.Referrers() {
		t.use(addr, in)
	}
}

// use adds what an instruction stores at an address, or at a part of what is
// there.
func (t *table) use(addr ssa.Value, in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Store:
		if in.Addr == addr {
			t.value(in.Val)
		}
	case *ssa.IndexAddr:
		if in.X == addr {
			t.at(in)
		}
	case *ssa.FieldAddr:
		if in.X == addr {
			t.at(in)
		}
	}
}

// value adds the constants of which a value is made on the spot.
func (t *table) value(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Const:
		t.constant(v)
	case *ssa.Alloc:
		t.at(v)
	case *ssa.Slice:
		t.value(v.X)
	case *ssa.UnOp:
		t.value(v.X)
	case *ssa.MakeInterface:
		t.value(v.X)
	case *ssa.ChangeType:
		t.value(v.X)
	case *ssa.Convert:
		t.value(v.X)
	case *ssa.MakeMap:
		for _, in := range *v.Referrers() {
			if up, ok := in.(*ssa.MapUpdate); ok && up.Map == v {
				t.value(up.Key)
				t.value(up.Value)
			}
		}
	}
}

func (t *table) constant(k *ssa.Const) {
	if k.Value == nil {
		return
	}
	if k.Value.Kind() == constant.String {
		t.words = append(t.words, constant.StringVal(k.Value))
	}
	if n, ok := constInts(k.Value, k.Type()); ok {
		t.ints = append(t.ints, n)
	}
	if x, ok := constFloat(k.Value, k.Type()); ok {
		t.floats = append(t.floats, x)
	}
}
