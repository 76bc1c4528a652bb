package edits

import (
	"slices"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// editMates is the greatest number of parts kept for the same surroundings. The first, which are
// small, always stay.
const editMates = 512

// surroundings records the surroundings of each part whose shape is of the class. These are the
// siblings, of the part and of the parts around it, that contain nothing of the class. An example
// is the parameters of the functions that enclose a term. Before has the surroundings of nodes; it
// is nil outside any part of the class.
func (e *Editor) surroundings(nodes []*decode.Node, class value.Shape, before []int64, to map[*decode.Node][]int64) {
	for i, n := range nodes {
		around := before
		for j, o := range nodes {
			if i != j && before != nil && !e.containsClass(o, class) {
				around = o.Append(slices.Clip(around))
			}
		}
		if e.classes.classOf(n.Shape) == class {
			if around == nil {
				around = []int64{}
			}
			to[n] = around
		}
		if _, ok := n.Shape.(*value.Calls); !ok {
			e.surroundings(n.Kids, class, around, to)
		}
	}
}

// placeKey returns the key of mates for a class and surroundings.
func (e *Editor) placeKey(class value.Shape, around []int64) string {
	return string(decode.AppendKey([]byte{byte(e.classes.indexOf(class)), byte(e.classes.indexOf(class) >> 8)}, around))
}

// containsClass reports whether a part, or a part below it, has a shape of the class.
func (e *Editor) containsClass(n *decode.Node, class value.Shape) (found bool) {
	Visit([]*decode.Node{n}, func(k *decode.Node) { found = found || e.classes.classOf(k.Shape) == class })
	return found
}

// nestedClasses returns the classes of the parts that contain another part of their shape.
func (e *Editor) nestedClasses(roots []*decode.Node) (list []value.Shape) {
	Visit(roots, func(n *decode.Node) {
		switch n.Shape.(type) {
		case *value.Pointer, *value.Interface:
			if class := e.classes.classOf(n.Shape); !slices.Contains(list, class) && len(e.nestedParts(n)) > 0 {
				list = append(list, class)
			}
		}
	})
	return list
}

// Settle adds the parts of an input that satisfies the preconditions to mates.
func (e *Editor) Settle(roots []*decode.Node) {
	for _, class := range e.nestedClasses(roots) {
		around := map[*decode.Node][]int64{}
		e.surroundings(roots, class, nil, around)
		Visit(roots, func(n *decode.Node) {
			at, ok := around[n]
			if !ok {
				return
			}
			key := e.placeKey(class, at)
			text := string(decode.AppendKey([]byte(key), append([]int64{-1}, n.Append(nil)...)))
			if e.held[text] {
				return
			}
			e.held[text] = true
			if list := e.mates[key]; len(list) < editMates {
				e.mates[key] = append(list, n)
			} else {
				list[firstParts(len(list))+e.rand.IntN(len(list)-firstParts(len(list)))] = n
			}
		})
	}
}

// composeFromMates replaces a part by one that is composed of mates of the same surroundings.
func (e *Editor) composeFromMates(n *decode.Node, roots []*decode.Node) bool {
	class := e.classes.classOf(n.Shape)
	around := map[*decode.Node][]int64{}
	e.surroundings(roots, class, nil, around)
	mates := e.mates[e.placeKey(class, around[n])]
	outer := e.otherPart(n.Shape)
	if len(mates) == 0 || outer == nil {
		return false
	}
	made := []*decode.Node{cloned([]*decode.Node{outer})[0]}
	clear(around)
	e.surroundings(made, class, nil, around)
	var places []*decode.Node
	var find func(nodes []*decode.Node)
	find = func(nodes []*decode.Node) {
		for _, k := range nodes {
			if at, ok := around[k]; ok && len(at) == 0 && k != made[0] {
				places = append(places, k)
			} else {
				find(k.Kids)
			}
		}
	}
	find(made)
	if len(places) == 0 {
		places = made
	}
	for _, k := range places {
		*k = *cloned([]*decode.Node{e.oneOf(mates)})[0]
	}
	*n = *made[0]
	return true
}
