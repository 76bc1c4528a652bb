package shape

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// maxTypes limits the number of types that one contract may reach. Only types that instantiate
// themselves endlessly exceed it.
const maxTypes = 20000

// A typeGraph knows which types a value of a type may contain.
type typeGraph struct {
	facts    refine.Facts
	asserted []types.Type
	// errors are the types that inhabit error besides those of rtest's own list.
	errors []types.Type
	// below maps the key of a type to the keys of all types reachable from it.
	below   map[string]map[string]bool
	bounds  map[*types.Var]*refine.Bounds
	tooMany bool
}

func newTypeGraph(facts refine.Facts, asserted, errors []types.Type) *typeGraph {
	return &typeGraph{facts: facts, asserted: asserted, errors: errors, below: map[string]map[string]bool{}, bounds: map[*types.Var]*refine.Bounds{}}
}

// recursive reports whether t reaches itself.
func (g *typeGraph) recursive(t types.Type) bool { return g.reach(t)[refine.TypeKey(t)] }

// sameCycle reports whether two types reach each other.
func (g *typeGraph) sameCycle(a, b types.Type) bool {
	return g.reach(a)[refine.TypeKey(b)] && g.reach(b)[refine.TypeKey(a)]
}

// reach returns the keys of the types that values of t may contain. It does not include t unless t
// is recursive.
func (g *typeGraph) reach(t types.Type) map[string]bool {
	key := refine.TypeKey(t)
	if r, ok := g.below[key]; ok {
		return r
	}
	r := map[string]bool{}
	g.below[key] = r
	todo := g.successors(t)
	for len(todo) > 0 {
		u := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if k := refine.TypeKey(u); !r[k] {
			r[k] = true
			if len(r) > maxTypes {
				g.tooMany = true
				return r
			}
			todo = append(todo, g.successors(u)...)
		}
	}
	return r
}

// successors returns the types of the direct parts of a value of t. It returns none if values are
// listed or built by calls.
func (g *typeGraph) successors(t types.Type) []types.Type {
	t = types.Unalias(t)
	if tf := g.facts.Of(t); tf != nil && (tf.Values != nil || len(tf.Via) > 0) {
		if tf.Standard && refine.IsError(t) {
			return slices.Clone(g.errors) // Callers modify the list.
		}
		return nil
	}
	if n, ok := t.(*types.Named); ok && isSync(n) {
		return nil
	}
	var out []types.Type
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		out = append(out, u.Elem())
	case *types.Slice:
		out = append(out, u.Elem())
	case *types.Array:
		out = append(out, u.Elem())
	case *types.Map:
		out = append(out, u.Key(), u.Elem())
	case *types.Struct:
		for v := range u.Fields() {
			out = append(out, v.Type())
		}
	case *types.Signature:
		for v := range u.Results().Variables() {
			out = append(out, v.Type())
		}
	case *types.Interface:
		list, _ := g.inhabitants(t)
		for _, i := range list {
			out = append(out, i.T)
		}
	}
	return out
}

// inhabitants returns the dynamic types of an interface type. ByRule reports whether they are found
// by rule, not listed by a directive.
func (g *typeGraph) inhabitants(t types.Type) (list []refine.Inhabitant, byRule bool) {
	t = types.Unalias(t)
	if tf := g.facts.Of(t); tf != nil && tf.OneOf != nil {
		if !tf.Standard {
			return tf.OneOf, false
		}
		return g.withOwn(t, tf.OneOf), false
	}
	u := t.Underlying().(*types.Interface)
	if u.NumMethods() == 0 {
		list = []refine.Inhabitant{{T: types.Typ[types.Int]}}
		for _, a := range g.asserted {
			for _, i := range g.assertedInhabitants(a) {
				same := func(j refine.Inhabitant) bool { return types.Identical(i.T, j.T) }
				if !slices.ContainsFunc(list, same) {
					list = append(list, i)
				}
			}
		}
		return list, true
	}
	for _, i := range g.facts.Implementers(t) {
		list = append(list, refine.Inhabitant{T: i})
	}
	return list, true
}

// withOwn adds the types of the package under test that implement t to the known ones.
func (g *typeGraph) withOwn(t types.Type, known []refine.Inhabitant) []refine.Inhabitant {
	list := slices.Clone(known)
	n, ok := t.(*types.Named)
	if !ok {
		return list
	}
	for _, i := range g.facts.Implementers(t) {
		if named, _ := types.Unalias(refine.Pointed(i)).(*types.Named); named != nil && named.Obj().Pkg() != n.Obj().Pkg() {
			list = append(list, refine.Inhabitant{T: i})
		}
	}
	return list
}

// assertedInhabitants returns the inhabitants that an empty interface gets because the code asserts
// it to a: a itself, or its inhabitants if it is an interface.
func (g *typeGraph) assertedInhabitants(a types.Type) []refine.Inhabitant {
	u, ok := a.Underlying().(*types.Interface)
	if !ok || refine.IsError(types.Unalias(a)) {
		return []refine.Inhabitant{{T: a}}
	}
	if u.NumMethods() == 0 {
		return nil
	}
	if tf := g.facts.Of(types.Unalias(a)); tf != nil && len(tf.Via) > 0 {
		return nil
	}
	list, _ := g.inhabitants(a)
	return list
}

// fieldBounds returns the same pointer for the bounds of a field every time.
func (g *typeGraph) fieldBounds(v *types.Var, b refine.Bounds) *refine.Bounds {
	v = v.Origin()
	if g.bounds[v] == nil {
		g.bounds[v] = &b
	}
	return g.bounds[v]
}
