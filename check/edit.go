package check

import (
	"go/types"
	"math/rand/v2"
	"slices"

	"github.com/rtest-dev/rtest/check/pieces"
	"github.com/rtest-dev/rtest/internal/value"
)

const (
	// editParts is how many parts an edited input has at most, editPool how many parts
	// of other inputs there are to choose from, of each shape, editTries how often an edit
	// is tried until it changes something, editFew of how many parts the smallest is taken.
	editParts, editPool, editTries, editFew = 256, 2048, 8, 3
	// editAgain is of how many edits one is followed by another one of the same input.
	editAgain = 3
)

// An editor makes inputs of others: it changes a part of one, or puts a part of
// another one in its place, before or behind it, or around it.
type editor struct {
	rand *rand.Rand
	// pool has parts of the inputs that were given, by shape; held are these as texts.
	pool map[value.Shape][]*node
	held map[string]bool
	// mates has parts of inputs that satisfy the preconditions, by their shape and surroundings.
	mates map[string][]*node
	// alike gives of shapes that take the same from a stream the first one.
	alike *alikes
	// ints are constants of the code.
	ints  []int64
	texts *pieces.Editor
}

// give adds the parts of an input to those that others get.
func (e *editor) give(roots []*node) {
	visit(roots, func(n *node) {
		if s, ok := n.shape.(*value.String); ok && !s.Single {
			e.texts.Give(n.own[1:])
		}
		key := e.alike.of(n.shape)
		text := string(appendKey([]byte{byte(e.alike.number(key)), byte(e.alike.number(key) >> 8)}, n.write(nil)))
		if e.held[text] {
			return
		}
		e.held[text] = true
		list := e.pool[key]
		if len(list) < editPool {
			e.pool[key] = append(list, n)
		} else {
			list[e.rand.IntN(len(list))] = n
		}
	})
}

// edited returns another input that is made of one, nil where there is none.
func (e *editor) edited(roots []*node) []*node {
	out := cloned(roots)
	done := false
	for range editTries {
		places := e.places(out)
		if len(places) == 0 {
			return nil
		}
		if !e.change(places[e.rand.IntN(len(places))], out) {
			continue
		}
		done = true
		if e.rand.IntN(editAgain) > 0 {
			break
		}
	}
	if !done || sizeOf(out) > editParts || !ascending(out) {
		return nil
	}
	return out
}

// places are the parts of one shape that may be changed, each as often as it weighs: large
// parts of a shape of which all are as good take nothing from those of another one.
func (e *editor) places(roots []*node) []*node {
	var classes []value.Shape
	by := map[value.Shape][]*node{}
	visit(roots, func(n *node) {
		w := weight(n)
		if w == 0 {
			return
		}
		class := e.alike.of(n.shape)
		if by[class] == nil {
			classes = append(classes, class)
		}
		for range w {
			by[class] = append(by[class], n)
		}
	})
	if len(classes) == 0 {
		return nil
	}
	return by[classes[e.rand.IntN(len(classes))]]
}

// visit visits nodes, each before its parts, but not those of calls.
func visit(nodes []*node, f func(*node)) {
	for _, n := range nodes {
		f(n)
		if _, ok := n.shape.(*value.Calls); !ok {
			visit(n.kids, f)
		}
	}
}

// sizeOf is how many elements, nodes and characters an input has.
func sizeOf(nodes []*node) (count int) {
	visit(nodes, func(n *node) {
		switch n.shape.(type) {
		case *value.String:
			count += len(n.own) - 1
		case *value.Pointer, *value.Interface:
			count += len(n.kids)
		case *value.Slice, *value.Map:
			count += max(0, int(n.own[0]))
		}
	})
	return count
}

func cloned(nodes []*node) []*node {
	out := make([]*node, len(nodes))
	for i, n := range nodes {
		c := *n
		c.own, c.kids = slices.Clone(n.own), cloned(n.kids)
		out[i] = &c
	}
	return out
}

// weight is how often a part is changed beside others.
func weight(n *node) int {
	switch s := n.shape.(type) {
	case *value.String:
		if s.Single {
			return 1
		}
		return 3 + min(len(n.own), 8)
	case *value.Pointer, *value.Interface, *value.Slice, *value.Map:
		return 3
	case *value.Int, *value.Bool, *value.Listed:
		return 2
	case *value.Zero, *value.Drawn, *value.Func, *value.Unsupported:
		return 0
	}
	return 1
}

// change changes one part of an input, and tells whether it did.
func (e *editor) change(n *node, roots []*node) bool {
	switch s := n.shape.(type) {
	case *value.String:
		text := e.texts.Edited(s, n.own[1:], charactersIn(roots))
		if text == nil || !spelled(s, text) {
			return false
		}
		n.own = append([]int64{int64(len(text))}, text...)
		return true
	case *value.Int:
		return e.integer(n, s, roots)
	case *value.Bool:
		n.own[0] = 1 - n.own[0]
		return true
	case *value.Listed:
		n.own[0] = e.rand.Int64N(int64(len(s.Values)))
		return true
	case *value.Slice:
		if e.rand.IntN(4) > 0 {
			return e.elements(n, s)
		}
	case *value.Map:
		return e.entries(n, s)
	}
	switch e.rand.IntN(6) {
	case 0:
		return e.around(n)
	case 1:
		return e.hoist(n)
	case 2, 3:
		return e.alongside(n, roots)
	}
	return e.exchange(n)
}

// charactersIn are the texts of an input that are not empty, as a stream has them.
func charactersIn(roots []*node) (list [][]int64) {
	visit(roots, func(n *node) {
		if _, ok := n.shape.(*value.String); ok && len(n.own) > 1 {
			list = append(list, n.own[1:])
		}
	})
	return list
}

// exchange puts a part of another input in the place of one.
func (e *editor) exchange(n *node) bool {
	o := e.other(n.shape)
	if o == nil {
		return false
	}
	*n = *cloned([]*node{o})[0]
	return true
}

// other is a part of another input with the shape, nil where there is none.
func (e *editor) other(s value.Shape) *node { return e.oneOf(e.pool[e.alike.of(s)]) }

// oneOf is one of some parts, nil where there are none: the smallest of a few, in half of the
// cases of a few of the first.
func (e *editor) oneOf(list []*node) (best *node) {
	if e.rand.IntN(2) == 0 {
		list = list[:few(len(list))]
	}
	for i := 0; i < editFew && len(list) > 0; i++ {
		if n := list[e.rand.IntN(len(list))]; best == nil || sizeOf([]*node{n}) < sizeOf([]*node{best}) {
			best = n
		}
	}
	return best
}

// few is how many of so many parts are the first ones.
func few(count int) int { return (count + 7) / 8 }

// hoist puts a part of its own in the place of one.
func (e *editor) hoist(n *node) bool {
	below := e.below(n)
	if len(below) == 0 {
		return false
	}
	*n = *below[e.rand.IntN(len(below))]
	return true
}

// below are the parts of a node that have its shape.
func (e *editor) below(n *node) (list []*node) {
	key := e.alike.of(n.shape)
	visit(n.kids, func(k *node) {
		if e.alike.of(k.shape) == key {
			list = append(list, k)
		}
	})
	return list
}

// around puts a part of another input around one, in the place of a part of that.
func (e *editor) around(n *node) bool {
	o := e.other(n.shape)
	if o == nil {
		return false
	}
	outer := cloned([]*node{o})[0]
	below := e.below(outer)
	if len(below) == 0 {
		return false
	}
	*below[e.rand.IntN(len(below))] = *cloned([]*node{n})[0]
	*n = *outer
	return true
}

// integer changes a number to one next to it, to another one of the input, or to a constant.
func (e *editor) integer(n *node, s *value.Int, roots []*node) bool {
	was := n.own[0]
	v := was
	switch e.rand.IntN(5) {
	case 0:
		v++
	case 1:
		v--
	case 2:
		if len(e.ints) > 0 {
			v = e.ints[e.rand.IntN(len(e.ints))]
		}
	default:
		var list []int64
		visit(roots, func(k *node) {
			if _, ok := k.shape.(*value.Int); ok {
				list = append(list, k.own[0])
			}
		})
		v = list[e.rand.IntN(len(list))] + int64(e.rand.IntN(3)) - 1
	}
	basic, ok := s.T.Underlying().(*types.Basic)
	if v == was || !ok || !admits(s, v) || !value.Representable(v, basic) {
		return false
	}
	n.own[0] = v
	return true
}

// elements takes out an element of a slice, doubles one, moves one, or adds one of
// another input.
func (e *editor) elements(n *node, s *value.Slice) bool {
	count := len(n.kids)
	if count == 0 || e.rand.IntN(3) == 0 {
		o := e.other(s.Elem.Shape)
		if o == nil {
			return false
		}
		n.kids = slices.Insert(n.kids, e.rand.IntN(count+1), cloned([]*node{o})...)
	} else {
		i, j := e.rand.IntN(count), e.rand.IntN(count)
		switch e.rand.IntN(3) {
		case 0:
			n.kids = slices.Delete(n.kids, i, i+1)
		case 1:
			n.kids = slices.Insert(n.kids, j, cloned(n.kids[i:i+1])...)
		default:
			n.kids[i], n.kids[j] = n.kids[j], n.kids[i]
		}
	}
	n.own[0] = int64(len(n.kids))
	if s.Room && len(n.own) < 2 {
		n.own = append(n.own, 0)
	}
	return true
}

// entries takes out an entry of a map, or adds one of parts of other inputs.
func (e *editor) entries(n *node, s *value.Map) bool {
	if count := len(n.kids) / 2; count > 0 && e.rand.IntN(3) == 0 {
		i := 2 * e.rand.IntN(count)
		n.kids = slices.Delete(n.kids, i, i+2)
	} else {
		key, elem := e.other(s.Key.Shape), e.other(s.Elem.Shape)
		if key == nil || elem == nil {
			return false
		}
		entry, at := cloned([]*node{key, elem}), 0
		stream := key.write(nil)
		for ; at < len(n.kids); at += 2 {
			switch c := slices.Compare(n.kids[at].write(nil), stream); {
			case c == 0:
				n.kids[at+1] = entry[1]
				return true
			case c > 0:
			default:
				continue
			}
			break
		}
		n.kids = slices.Insert(n.kids, at, entry...)
	}
	n.own[0] = int64(len(n.kids) / 2)
	return true
}
