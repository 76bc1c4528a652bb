package hints

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/internal/hints/texts"
)

// mostOfTable is how many constants of one kind a table contributes, spread evenly.
const mostOfTable = 32

// tables adds the constants in the initial values of the package variables that a function
// mentions, and the regular expressions there. What is looked up in a table, or compared with its entries, is one
// of these.
func (h *hinter) tables(s *summary) {
	for _, g := range s.globals {
		if h.mentioned[g] || g.Pkg == nil || h.a.Unseen(g.Pkg.Pkg) {
			continue
		}
		h.mentioned[g] = true
		if n := h.a.Packages[g.Pkg.Pkg]; n.Module == "" || n.Module != h.module {
			continue
		}
		t := h.a.table(g)
		for _, n := range t.ints {
			h.thresholds[n] = true
		}
		for _, x := range t.floats {
			h.floats[x] = true
		}
		for _, w := range t.words {
			h.words[w] = true
		}
		for _, p := range t.patterns {
			h.expression(p, h.includesStandard)
		}
	}
}

// expression adds a regular expression, and the characters that it mentions if a predicate matches it.
func (h *hinter) expression(p string, inPredicate bool) {
	h.patterns[p] = true
	if inPredicate {
		h.addContractCharacters(true, texts.Characters(p)...)
	}
}

// tablePatterns adds the regular expressions in the initial value of a package variable that a predicate mentions.
func (h *hinter) tablePatterns(obj types.Object) {
	v, ok := obj.(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() || h.a.Unseen(v.Pkg()) {
		return
	}
	if pkg := h.a.SSA.Package(v.Pkg()); pkg != nil && pkg.Var(v.Name()) != nil {
		for _, p := range h.a.table(pkg.Var(v.Name())).patterns {
			h.expression(p, true)
		}
	}
}

// evenSample sorts a list, removes duplicates, and takes at most mostOfTable elements, spread
// evenly.
func evenSample[E int64 | float64 | string](list []E) []E {
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

// A table is the constants in the initial value of a variable.
type table struct {
	ints   []int64
	floats []float64
	words  []string
	// patterns are the regular expressions that are compiled for it.
	patterns []string
	seen     map[*ssa.Global]bool
}

// table reads the initialization of a package for one of its variables. It returns a sample of the
// constants.
func (a *Program) table(g *ssa.Global) *table {
	t := a.tables[g]
	if t == nil {
		t = &table{seen: map[*ssa.Global]bool{}}
		t.global(g)
		t.ints, t.floats, t.words, t.patterns, t.seen = evenSample(t.ints), evenSample(t.floats), evenSample(t.words), evenSample(t.patterns), nil
		a.tables[g] = t
	}
	return t
}

// global adds the constants in what a variable holds after initialization, including what init
// functions add.
func (t *table) global(g *ssa.Global) {
	if t.seen[g] || g.Pkg == nil {
		return
	}
	t.seen[g] = true
	g.Pkg.Build()
	init := g.Pkg.Func("init")
	t.setIn(g, init)
	for _, b := range init.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok {
				if fn := call.Call.StaticCallee(); fn != nil && fn.Pkg == g.Pkg && strings.HasPrefix(fn.Name(), "init#") {
					t.setIn(g, fn)
				}
			}
		}
	}
}

// setIn adds what a function stores in a variable, or passes along with its content.
func (t *table) setIn(g *ssa.Global, fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			t.storedBy(g, in)
			if load, ok := in.(*ssa.UnOp); ok && load.X == g && fn.Name() != "init" {
				t.putInto(load)
			}
		}
	}
}

// putInto adds what is put into the content of a variable, or passed along with it.
func (t *table) putInto(load *ssa.UnOp) {
	for _, in := range *load.Referrers() {
		switch in := in.(type) {
		case *ssa.MapUpdate:
			t.value(in.Key)
			t.value(in.Value)
		case *ssa.Call:
			t.arguments(in.Call.Args)
		}
	}
}

// arguments adds the constant arguments of a call.
func (t *table) arguments(args []ssa.Value) {
	for _, arg := range args {
		t.value(arg)
	}
}

// stored adds what is stored at an address.
func (t *table) stored(addr ssa.Value) {
	if addr.Referrers() == nil {
		return
	}
	for _, in := range *addr.Referrers() {
		t.storedBy(addr, in)
	}
}

// storedBy adds what an instruction stores at an address, or in a part of what is there.
func (t *table) storedBy(addr ssa.Value, in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Store:
		if in.Addr == addr {
			t.value(in.Val)
		}
	case *ssa.IndexAddr:
		if in.X == addr {
			t.stored(in)
		}
	case *ssa.FieldAddr:
		if in.X == addr {
			t.stored(in)
		}
	}
}

// value adds the constants in a value that is made on the spot.
func (t *table) value(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Const:
		t.constant(v)
	case *ssa.Alloc:
		t.stored(v)
	case *ssa.Slice:
		t.value(v.X)
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok {
			t.global(g)
			return
		}
		t.value(v.X)
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil {
			if p, ok := texts.Expression(declaredFunction(fn), v.Call.Args); ok {
				t.patterns = append(t.patterns, p)
				return
			}
		}
		t.arguments(v.Call.Args)
	case *ssa.Extract:
		t.value(v.Tuple)
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
