package edits

import (
	"go/types"
	"math/rand/v2"
	"slices"

	"github.com/rtest-dev/rtest/check/pieces"
	"github.com/rtest-dev/rtest/decode"
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

// An Editor makes inputs of others: it changes a part of one, or puts a part of
// another one in its place, before or behind it, or around it.
type Editor struct {
	rand *rand.Rand
	// pool has parts of the inputs that were given, by shape; held are these as texts.
	pool map[value.Shape][]*decode.Node
	held map[string]bool
	// mates has parts of inputs that satisfy the preconditions, by their shape and surroundings.
	mates map[string][]*decode.Node
	// alike gives of shapes that take the same from a stream the first one.
	alike *alikes
	// ints are constants of the code.
	ints  []int64
	texts *pieces.Editor
}

// New returns an editor without parts. Texts edits strings, ints are constants of the code.
func New(r *rand.Rand, texts *pieces.Editor, ints []int64) *Editor {
	return &Editor{
		rand: r, pool: map[value.Shape][]*decode.Node{}, held: map[string]bool{}, mates: map[string][]*decode.Node{}, ints: ints, texts: texts,
		alike: &alikes{first: map[value.Shape]value.Shape{}},
	}
}

// Give adds the parts of an input to those that others get.
func (e *Editor) Give(roots []*decode.Node) {
	Visit(roots, func(n *decode.Node) {
		if s, ok := n.Shape.(*value.String); ok && !s.Single {
			e.texts.Give(n.Own[1:])
		}
		key := e.alike.of(n.Shape)
		text := string(decode.AppendKey([]byte{byte(e.alike.number(key)), byte(e.alike.number(key) >> 8)}, n.Append(nil)))
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

// Edited returns another input that is made of one, nil where there is none.
func (e *Editor) Edited(roots []*decode.Node) []*decode.Node {
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
	if !done || SizeOf(out) > editParts || !decode.Ascending(out) {
		return nil
	}
	return out
}

// places are the parts of one shape that may be changed, each as often as it weighs: large
// parts of a shape of which all are as good take nothing from those of another one.
func (e *Editor) places(roots []*decode.Node) []*decode.Node {
	var classes []value.Shape
	by := map[value.Shape][]*decode.Node{}
	Visit(roots, func(n *decode.Node) {
		w := weight(n)
		if w == 0 {
			return
		}
		class := e.alike.of(n.Shape)
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

// Visit visits nodes, each before its parts, but not those of calls.
func Visit(nodes []*decode.Node, f func(*decode.Node)) {
	for _, n := range nodes {
		f(n)
		if _, ok := n.Shape.(*value.Calls); !ok {
			Visit(n.Kids, f)
		}
	}
}

// SizeOf is how many elements, nodes and characters an input has.
func SizeOf(nodes []*decode.Node) (count int) {
	Visit(nodes, func(n *decode.Node) {
		switch n.Shape.(type) {
		case *value.String:
			count += len(n.Own) - 1
		case *value.Pointer, *value.Interface:
			count += len(n.Kids)
		case *value.Slice, *value.Map:
			count += max(0, int(n.Own[0]))
		}
	})
	return count
}

func cloned(nodes []*decode.Node) []*decode.Node {
	out := make([]*decode.Node, len(nodes))
	for i, n := range nodes {
		c := *n
		c.Own, c.Kids = slices.Clone(n.Own), cloned(n.Kids)
		out[i] = &c
	}
	return out
}

// weight is how often a part is changed beside others.
func weight(n *decode.Node) int {
	switch s := n.Shape.(type) {
	case *value.String:
		if s.Single {
			return 1
		}
		return 3 + min(len(n.Own), 8)
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
func (e *Editor) change(n *decode.Node, roots []*decode.Node) bool {
	switch s := n.Shape.(type) {
	case *value.String:
		text := e.texts.Edited(s, n.Own[1:], charactersIn(roots))
		if text == nil || !decode.Spells(s, text) {
			return false
		}
		n.Own = append([]int64{int64(len(text))}, text...)
		return true
	case *value.Int:
		return e.integer(n, s, roots)
	case *value.Bool:
		n.Own[0] = 1 - n.Own[0]
		return true
	case *value.Listed:
		n.Own[0] = e.rand.Int64N(int64(len(s.Values)))
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
func charactersIn(roots []*decode.Node) (list [][]int64) {
	Visit(roots, func(n *decode.Node) {
		if _, ok := n.Shape.(*value.String); ok && len(n.Own) > 1 {
			list = append(list, n.Own[1:])
		}
	})
	return list
}

// exchange puts a part of another input in the place of one.
func (e *Editor) exchange(n *decode.Node) bool {
	o := e.other(n.Shape)
	if o == nil {
		return false
	}
	*n = *cloned([]*decode.Node{o})[0]
	return true
}

// other is a part of another input with the shape, nil where there is none.
func (e *Editor) other(s value.Shape) *decode.Node { return e.oneOf(e.pool[e.alike.of(s)]) }

// oneOf is one of some parts, nil where there are none: the smallest of a few, in half of the
// cases of a few of the first.
func (e *Editor) oneOf(list []*decode.Node) (best *decode.Node) {
	if e.rand.IntN(2) == 0 {
		list = list[:few(len(list))]
	}
	for i := 0; i < editFew && len(list) > 0; i++ {
		if n := list[e.rand.IntN(len(list))]; best == nil || SizeOf([]*decode.Node{n}) < SizeOf([]*decode.Node{best}) {
			best = n
		}
	}
	return best
}

// few is how many of so many parts are the first ones.
func few(count int) int { return (count + 7) / 8 }

// hoist puts a part of its own in the place of one.
func (e *Editor) hoist(n *decode.Node) bool {
	below := e.below(n)
	if len(below) == 0 {
		return false
	}
	*n = *below[e.rand.IntN(len(below))]
	return true
}

// below are the parts of a node that have its shape.
func (e *Editor) below(n *decode.Node) (list []*decode.Node) {
	key := e.alike.of(n.Shape)
	Visit(n.Kids, func(k *decode.Node) {
		if e.alike.of(k.Shape) == key {
			list = append(list, k)
		}
	})
	return list
}

// around puts a part of another input around one, in the place of a part of that.
func (e *Editor) around(n *decode.Node) bool {
	o := e.other(n.Shape)
	if o == nil {
		return false
	}
	outer := cloned([]*decode.Node{o})[0]
	below := e.below(outer)
	if len(below) == 0 {
		return false
	}
	*below[e.rand.IntN(len(below))] = *cloned([]*decode.Node{n})[0]
	*n = *outer
	return true
}

// integer changes a number to one next to it, to another one of the input, or to a constant.
func (e *Editor) integer(n *decode.Node, s *value.Int, roots []*decode.Node) bool {
	was := n.Own[0]
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
		Visit(roots, func(k *decode.Node) {
			if _, ok := k.Shape.(*value.Int); ok {
				list = append(list, k.Own[0])
			}
		})
		v = list[e.rand.IntN(len(list))] + int64(e.rand.IntN(3)) - 1
	}
	basic, ok := s.T.Underlying().(*types.Basic)
	if v == was || !ok || !decode.Admits(s, v) || !value.Representable(v, basic) {
		return false
	}
	n.Own[0] = v
	return true
}

// elements takes out an element of a slice, doubles one, moves one, or adds one of
// another input.
func (e *Editor) elements(n *decode.Node, s *value.Slice) bool {
	count := len(n.Kids)
	if count == 0 || e.rand.IntN(3) == 0 {
		o := e.other(s.Elem.Shape)
		if o == nil {
			return false
		}
		n.Kids = slices.Insert(n.Kids, e.rand.IntN(count+1), cloned([]*decode.Node{o})...)
	} else {
		i, j := e.rand.IntN(count), e.rand.IntN(count)
		switch e.rand.IntN(3) {
		case 0:
			n.Kids = slices.Delete(n.Kids, i, i+1)
		case 1:
			n.Kids = slices.Insert(n.Kids, j, cloned(n.Kids[i:i+1])...)
		default:
			n.Kids[i], n.Kids[j] = n.Kids[j], n.Kids[i]
		}
	}
	n.Own[0] = int64(len(n.Kids))
	if s.Room && len(n.Own) < 2 {
		n.Own = append(n.Own, 0)
	}
	return true
}

// entries takes out an entry of a map, or adds one of parts of other inputs.
func (e *Editor) entries(n *decode.Node, s *value.Map) bool {
	if count := len(n.Kids) / 2; count > 0 && e.rand.IntN(3) == 0 {
		i := 2 * e.rand.IntN(count)
		n.Kids = slices.Delete(n.Kids, i, i+2)
	} else {
		key, elem := e.other(s.Key.Shape), e.other(s.Elem.Shape)
		if key == nil || elem == nil {
			return false
		}
		entry, at := cloned([]*decode.Node{key, elem}), 0
		stream := key.Append(nil)
		for ; at < len(n.Kids); at += 2 {
			switch c := slices.Compare(n.Kids[at].Append(nil), stream); {
			case c == 0:
				n.Kids[at+1] = entry[1]
				return true
			case c > 0:
			default:
				continue
			}
			break
		}
		n.Kids = slices.Insert(n.Kids, at, entry...)
	}
	n.Own[0] = int64(len(n.Kids) / 2)
	return true
}
