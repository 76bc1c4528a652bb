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
	// editParts is the greatest number of parts of an edited input. editPool is the number of parts
	// kept of each shape. editTries is the number of attempts to change something. editFew is the
	// number of parts from which the smallest is taken.
	editParts, editPool, editTries, editFew = 256, 2048, 8, 3
	// editOffset is how far apart edited windows of an array begin at most.
	editOffset = 3
	// One in editAgain edits is followed by another edit of the same input.
	editAgain = 3
)

// An Editor makes new inputs by changing parts of an input. It replaces a part by one of another
// input, inserts such a part, or wraps it around the part.
type Editor struct {
	rand *rand.Rand
	// pool has parts of the given inputs, by shape. held has the same parts as texts, for
	// deduplication.
	pool map[value.Shape][]*decode.Node
	held map[string]bool
	// mates has parts of inputs that satisfy the preconditions, by shape and surroundings.
	mates map[string][]*decode.Node
	// classes maps a shape to the first shape that takes the same from a stream.
	classes *shapeClasses
	// ints are constants of the code.
	ints  []int64
	texts *pieces.Editor
}

// New returns an Editor that holds no parts yet. Texts edits strings; ints are constants of the
// code.
func New(r *rand.Rand, texts *pieces.Editor, ints []int64) *Editor {
	return &Editor{
		rand: r, pool: map[value.Shape][]*decode.Node{}, held: map[string]bool{}, mates: map[string][]*decode.Node{}, ints: ints, texts: texts,
		classes: &shapeClasses{first: map[value.Shape]value.Shape{}},
	}
}

// Give adds the parts of an input to the pool.
func (e *Editor) Give(roots []*decode.Node) {
	Visit(roots, func(n *decode.Node) {
		if s, ok := n.Shape.(*value.String); ok && !s.Single {
			e.texts.Give(n.Own[1:])
		}
		key := e.classes.classOf(n.Shape)
		text := string(decode.AppendKey([]byte{byte(e.classes.indexOf(key)), byte(e.classes.indexOf(key) >> 8)}, n.Append(nil)))
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

// Edited returns a changed copy of an input, or nil if no edit succeeds.
func (e *Editor) Edited(roots []*decode.Node) []*decode.Node {
	out := cloned(roots)
	done := false
	for range editTries {
		places := e.places(out)
		if len(places) == 0 {
			return nil
		}
		if !e.changePart(places[e.rand.IntN(len(places))], out) {
			continue
		}
		done = true
		if e.rand.IntN(editAgain) > 0 {
			break
		}
	}
	if out = decode.Renumber(out); !done || out == nil || SizeOf(out) > editParts || !decode.Ascending(out) {
		return nil
	}
	return out
}

// places returns the parts that may be changed, all of one shape chosen at random. Each occurs as
// often as its weight. Choosing the shape first keeps one with many parts from crowding out the
// others.
func (e *Editor) places(roots []*decode.Node) []*decode.Node {
	var classes []value.Shape
	by := map[value.Shape][]*decode.Node{}
	Visit(roots, func(n *decode.Node) {
		w := weight(n)
		if w == 0 {
			return
		}
		class := e.classes.classOf(n.Shape)
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

// Visit calls f for each node before its parts. It does not enter calls.
func Visit(nodes []*decode.Node, f func(*decode.Node)) {
	for _, n := range nodes {
		f(n)
		if _, ok := n.Shape.(*value.Calls); !ok {
			Visit(n.Kids, f)
		}
	}
}

// SizeOf returns the number of elements, pointers, interfaces and characters in an input.
func SizeOf(nodes []*decode.Node) (count int) {
	Visit(nodes, func(n *decode.Node) {
		switch n.Shape.(type) {
		case *value.String:
			count += len(n.Own) - 1
		case *value.Pointer, *value.Interface:
			count += len(n.Kids)
		case *value.Slice, *value.Map, *value.Objects:
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

// weight returns how often a part is changed relative to others of its shape.
func weight(n *decode.Node) int {
	switch s := n.Shape.(type) {
	case *value.String:
		if s.Single {
			return 1
		}
		return 3 + min(len(n.Own), 8)
	case *value.Pointer, *value.Interface, *value.Slice, *value.Map:
		return 3
	case *value.Int, *value.Bool, *value.Listed, *value.Aliased:
		return 2
	case *value.Zero, *value.Drawn, *value.Func, *value.Heap, *value.Objects, *value.Unsupported:
		return 0
	}
	return 1
}

// changePart changes one part of an input and reports whether it did.
func (e *Editor) changePart(n *decode.Node, roots []*decode.Node) bool {
	switch s := n.Shape.(type) {
	case *value.String:
		text := e.texts.Edited(s, n.Own[1:], charactersIn(roots))
		if text == nil || !decode.Spells(s, text) {
			return false
		}
		n.Own = append([]int64{int64(len(text))}, text...)
		return true
	case *value.Int:
		return e.changeInteger(n, s, roots)
	case *value.Bool:
		n.Own[0] = 1 - n.Own[0]
		return true
	case *value.Aliased:
		offset := 0
		if s.Windows() {
			offset = e.rand.IntN(2*editOffset+1) - editOffset
		}
		n.Own[0] = s.Number(value.Relation{With: e.rand.IntN(len(s.With)), Offset: offset})
		return true
	case *value.Listed:
		n.Own[0] = e.rand.Int64N(int64(len(s.Values)))
		return true
	case *value.Slice:
		if e.rand.IntN(4) > 0 {
			return e.changeElements(n, s)
		}
	case *value.Map:
		return e.changeEntries(n, s)
	}
	switch e.rand.IntN(6) {
	case 0:
		return e.wrap(n)
	case 1:
		return e.hoist(n)
	case 2, 3:
		return e.composeFromMates(n, roots)
	}
	return e.exchange(n)
}

// charactersIn returns the non-empty texts of an input, as characters of the stream.
func charactersIn(roots []*decode.Node) (list [][]int64) {
	Visit(roots, func(n *decode.Node) {
		if _, ok := n.Shape.(*value.String); ok && len(n.Own) > 1 {
			list = append(list, n.Own[1:])
		}
	})
	return list
}

// exchange replaces a part by one of another input.
func (e *Editor) exchange(n *decode.Node) bool {
	o := e.otherPart(n.Shape)
	if o == nil {
		return false
	}
	*n = *cloned([]*decode.Node{o})[0]
	return true
}

// otherPart returns a part of the given shape from another input, or nil.
func (e *Editor) otherPart(s value.Shape) *decode.Node { return e.oneOf(e.pool[e.classes.classOf(s)]) }

// oneOf returns the smallest of a few random parts, or nil if list is empty. In half of the cases
// it chooses among the first parts only.
func (e *Editor) oneOf(list []*decode.Node) (best *decode.Node) {
	if e.rand.IntN(2) == 0 {
		list = list[:firstParts(len(list))]
	}
	for i := 0; i < editFew && len(list) > 0; i++ {
		if n := list[e.rand.IntN(len(list))]; best == nil || SizeOf([]*decode.Node{n}) < SizeOf([]*decode.Node{best}) {
			best = n
		}
	}
	return best
}

// firstParts returns how many of count parts are the first ones.
func firstParts(count int) int { return (count + 7) / 8 }

// hoist replaces a part by one of its own parts that has the same shape.
func (e *Editor) hoist(n *decode.Node) bool {
	below := e.nestedParts(n)
	if len(below) == 0 {
		return false
	}
	*n = *below[e.rand.IntN(len(below))]
	return true
}

// nestedParts returns the parts of a node that have its shape.
func (e *Editor) nestedParts(n *decode.Node) (list []*decode.Node) {
	key := e.classes.classOf(n.Shape)
	Visit(n.Kids, func(k *decode.Node) {
		if e.classes.classOf(k.Shape) == key {
			list = append(list, k)
		}
	})
	return list
}

// wrap wraps a part of another input around a part: it replaces a smaller part of that one.
func (e *Editor) wrap(n *decode.Node) bool {
	o := e.otherPart(n.Shape)
	if o == nil {
		return false
	}
	outer := cloned([]*decode.Node{o})[0]
	below := e.nestedParts(outer)
	if len(below) == 0 {
		return false
	}
	*below[e.rand.IntN(len(below))] = *cloned([]*decode.Node{n})[0]
	*n = *outer
	return true
}

// changeInteger changes a number by one, to another number of the input, or to a constant of the
// code.
func (e *Editor) changeInteger(n *decode.Node, s *value.Int, roots []*decode.Node) bool {
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

// changeElements deletes, doubles or moves an element of a slice, or inserts one of another input.
func (e *Editor) changeElements(n *decode.Node, s *value.Slice) bool {
	count := len(n.Kids)
	if count == 0 || e.rand.IntN(3) == 0 {
		o := e.otherPart(s.Elem.Shape)
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

// changeEntries deletes an entry of a map, or adds one made of parts of other inputs.
func (e *Editor) changeEntries(n *decode.Node, s *value.Map) bool {
	if count := len(n.Kids) / 2; count > 0 && e.rand.IntN(3) == 0 {
		i := 2 * e.rand.IntN(count)
		n.Kids = slices.Delete(n.Kids, i, i+2)
	} else {
		key, elem := e.otherPart(s.Key.Shape), e.otherPart(s.Elem.Shape)
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
