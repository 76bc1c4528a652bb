package check

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
)

// editMates is how many parts there are to choose from for the same surroundings. The first
// of them, which are small, stay.
const editMates = 512

// surroundings gives of the parts of nodes that have the shape of a class what stands beside
// them in the parts of that class around them and has none of the class in it, as the
// parameters of the functions that a term is in. Before is what is around the nodes, nil
// for nothing.
func (e *editor) surroundings(nodes []*node, class value.Shape, before []int64, to map[*node][]int64) {
	for i, n := range nodes {
		around := before
		for j, o := range nodes {
			if i != j && before != nil && !e.holds(o, class) {
				around = o.write(slices.Clip(around))
			}
		}
		if e.alike.of(n.shape) == class {
			if around == nil {
				around = []int64{}
			}
			to[n] = around
		}
		if _, ok := n.shape.(*value.Calls); !ok {
			e.surroundings(n.kids, class, around, to)
		}
	}
}

// place names a class and surroundings.
func (e *editor) place(class value.Shape, around []int64) string {
	return string(appendKey([]byte{byte(e.alike.number(class)), byte(e.alike.number(class) >> 8)}, around))
}

// holds tells whether a part, or one below, has the shape of a class.
func (e *editor) holds(n *node, class value.Shape) (found bool) {
	visit([]*node{n}, func(k *node) { found = found || e.alike.of(k.shape) == class })
	return found
}

// nested are the classes of the parts that are in another one of their shape.
func (e *editor) nested(roots []*node) (list []value.Shape) {
	visit(roots, func(n *node) {
		switch n.shape.(type) {
		case *value.Pointer, *value.Interface:
			if class := e.alike.of(n.shape); !slices.Contains(list, class) && len(e.below(n)) > 0 {
				list = append(list, class)
			}
		}
	})
	return list
}

// settle adds the parts of an input that satisfies the preconditions to those that others get
// in the same surroundings.
func (e *editor) settle(roots []*node) {
	for _, class := range e.nested(roots) {
		around := map[*node][]int64{}
		e.surroundings(roots, class, nil, around)
		visit(roots, func(n *node) {
			at, ok := around[n]
			if !ok {
				return
			}
			key := e.place(class, at)
			text := string(appendKey([]byte(key), append([]int64{-1}, n.write(nil)...)))
			if e.held[text] {
				return
			}
			e.held[text] = true
			if list := e.mates[key]; len(list) < editMates {
				e.mates[key] = append(list, n)
			} else {
				list[few(len(list))+e.rand.IntN(len(list)-few(len(list)))] = n
			}
		})
	}
}

// alongside puts in the place of a part one that is made of others of the same surroundings.
func (e *editor) alongside(n *node, roots []*node) bool {
	class := e.alike.of(n.shape)
	around := map[*node][]int64{}
	e.surroundings(roots, class, nil, around)
	mates := e.mates[e.place(class, around[n])]
	outer := e.other(n.shape)
	if len(mates) == 0 || outer == nil {
		return false
	}
	made := []*node{cloned([]*node{outer})[0]}
	clear(around)
	e.surroundings(made, class, nil, around)
	var places []*node
	var find func(nodes []*node)
	find = func(nodes []*node) {
		for _, k := range nodes {
			if at, ok := around[k]; ok && len(at) == 0 && k != made[0] {
				places = append(places, k)
			} else {
				find(k.kids)
			}
		}
	}
	find(made)
	if len(places) == 0 {
		places = made
	}
	for _, k := range places {
		*k = *cloned([]*node{e.oneOf(mates)})[0]
	}
	*n = *made[0]
	return true
}
