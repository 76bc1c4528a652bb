package decode

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// A reference is nil, or the number of an object of a heap.
type reference struct{ *value.Reference }

func (s reference) read(r *reader, n *Node) {
	r.torn = r.take(n) < 0 || r.torn
	r.references = append(r.references, n)
}

func (s reference) literal(l *Literals, n *Node, at Spot) Expr {
	if n.Own[0] == 0 {
		return l.ZeroValue(s.T, Spot{Typed: at.Typed})
	}
	return l.object(s, n.Own[0], at)
}

func (s reference) set(c *Constructors, dst string) string {
	t := s.T.Underlying().(*types.Pointer).Elem()
	return fmt.Sprintf("%s = %sRefer[%s](rtestg_r, %d, %d)\n", dst, c.rt, c.Type(t), c.heap(s.To), c.slab(t))
}

func (s reference) decode(d *Decoders) string {
	call := fmt.Sprintf("%sRefer[%s](%s, %t)", d.Runtime, d.Type(s.T.Underlying().(*types.Pointer).Elem()), d.Reader, s.NotNil)
	if _, named := types.Unalias(s.T).(*types.Named); named {
		return d.Convert(s.T, call)
	}
	return call
}

func (s reference) alike(other value.Shape, same func(a, b value.Ref) bool) bool {
	o := other.(*value.Reference)
	return s.NotNil == o.NotNil && same(s.To.Elem, o.To.Elem)
}

// objects are the objects of one type in a heap.
type objects struct{ *value.Objects }

func (s objects) read(r *reader, n *Node) { r.parts(n, r.take(n), s.Elem.Shape) }

func (s objects) literal(l *Literals, _ *Node, _ Spot) Expr {
	return l.Fail("objects of %s that may share memory have no literal of their own", s.T)
}

func (s objects) set(c *Constructors, dst string) string {
	return fmt.Sprintf("for rtestg_i := range rtestg_r.Next() {\n%s := %sObject[%s](rtestg_r, %d, %d, rtestg_i+1)\n%s}\n",
		dst, c.rt, c.Type(s.T), c.heap(s.Objects), c.slab(s.T), c.Set("(*"+dst+")", s.Elem.Shape))
}

// decode writes statements that fill the objects.
func (s objects) decode(d *Decoders) string {
	return fmt.Sprintf("for n, i := %s.length(), 1; i <= n; i++ {\n*%sObject[%s](%s, i) = %s\n}\n",
		d.Reader, d.Runtime, d.Type(s.T), d.Reader, d.Next(s.Elem.Shape))
}

func (s objects) alike(other value.Shape, same func(a, b value.Ref) bool) bool {
	o := other.(*value.Objects)
	return s.Most == o.Most && same(s.Elem, o.Elem)
}

// A heap is an input with the objects that it and the inputs before it refer to.
type heap struct{ *value.Heap }

// read fails on a reference to an object that does not exist.
func (s heap) read(r *reader, n *Node) {
	for _, part := range s.Parts() {
		r.parts(n, 1, part.Shape)
	}
	for _, ref := range r.references {
		r.torn = r.torn || ref.Own[0] > 0 && Referred([]*Node{n}, ref) == nil
	}
}

func (s heap) literal(l *Literals, n *Node, at Spot) Expr { return l.Value(n.Kids[0], at) }

func (s heap) set(c *Constructors, dst string) string {
	text := c.Set(dst, s.Root)
	for _, k := range s.Kinds {
		text += c.Set("rtestg_q", k)
	}
	return text + c.rt + "Settle(rtestg_r)\n"
}

func (s heap) decode(d *Decoders) string {
	return d.function(s.Heap, func(d *Decoders) string {
		text := "v = " + d.Next(s.Root) + "\n"
		for _, k := range s.Kinds {
			text += d.Next(k)
		}
		return text + "return v\n"
	})
}

func (s heap) alike(other value.Shape, same func(a, b value.Ref) bool) bool {
	return slices.EqualFunc(s.Parts(), other.(*value.Heap).Parts(), same)
}

// Renumber numbers the objects of heaps in the order of the first reference to each, and drops objects that
// nothing refers to. Call it after changing a reference. It returns nodes without a heap unchanged, and nil if a
// reference has no object of its type.
func Renumber(nodes []*Node) []*Node {
	if !slices.ContainsFunc(nodes, func(n *Node) bool { return isHeap(n.Shape) }) {
		return nodes
	}
	torn := false
	Each(nodes, func(n *Node) {
		_, ok := n.Shape.(*value.Reference)
		torn = torn || ok && n.Own[0] > 0 && Referred(nodes, n) == nil
	})
	if torn {
		return nil
	}
	r := &renumbering{numbers: map[*value.Objects][]int64{}, met: map[*value.Objects][]int64{}}
	out := make([]*Node, len(nodes))
	for i, n := range nodes {
		out[i] = n
		if isHeap(n.Shape) {
			r.number(nodes[:i], n)
			h := *n
			h.Kids = []*Node{r.copy(n.Kids[0])}
			for _, of := range n.Kids[1:] {
				h.Kids = append(h.Kids, r.objects(of))
			}
			out[i] = &h
		}
	}
	for i, n := range nodes {
		if !isHeap(n.Shape) {
			out[i] = r.copy(n)
		}
	}
	return out
}

func isHeap(s value.Shape) bool {
	_, ok := s.(*value.Heap)
	return ok
}

// A renumbering maps the old numbers of objects to new ones, or to 0 for objects that no reference has reached
// yet. met lists the old numbers in the order of the new.
type renumbering struct{ numbers, met map[*value.Objects][]int64 }

// number numbers the objects of a heap as value.Objects says. before are the inputs before it.
func (r *renumbering) number(before []*Node, heap *Node) {
	roots := append(slices.Clone(before), heap.Kids[0])
	for kinds := heap.Kids[1:]; len(kinds) > 0; {
		n := max(1, len(kinds[0].Shape.(*value.Objects).Group))
		group := kinds[:n]
		for _, of := range group {
			r.numbers[of.Shape.(*value.Objects)] = make([]int64, len(of.Kids)+1)
		}
		r.meet(roots, group)
		for done := make([]int, n); ; {
			var level []*Node
			for i, of := range group {
				for met := r.met[of.Shape.(*value.Objects)]; done[i] < len(met); done[i]++ {
					level = append(level, of.Kids[met[done[i]]-1])
				}
			}
			if len(level) == 0 {
				break
			}
			r.meet(level, group)
		}
		for _, of := range group {
			for _, old := range r.met[of.Shape.(*value.Objects)] {
				roots = append(roots, of.Kids[old-1])
			}
		}
		kinds = kinds[n:]
	}
}

// meet numbers the objects of a group to which nodes refer.
func (r *renumbering) meet(nodes, group []*Node) {
	Each(nodes, func(n *Node) {
		s, ok := n.Shape.(*value.Reference)
		if !ok || n.Own[0] == 0 || !slices.ContainsFunc(group, func(of *Node) bool { return of.Shape == value.Shape(s.To) }) || r.numbers[s.To][n.Own[0]] != 0 {
			return
		}
		r.met[s.To] = append(r.met[s.To], n.Own[0])
		r.numbers[s.To][n.Own[0]] = int64(len(r.met[s.To]))
	})
}

// copy copies a node and its parts, with new numbers in its references.
func (r *renumbering) copy(n *Node) *Node {
	c := *n
	c.Own, c.Kids = slices.Clone(n.Own), nil
	if s, ok := n.Shape.(*value.Reference); ok && n.Own[0] > 0 {
		c.Own[0] = r.numbers[s.To][n.Own[0]]
	}
	for _, k := range n.Kids {
		c.Kids = append(c.Kids, r.copy(k))
	}
	return &c
}

// objects returns the objects of a kind that are referred to.
func (r *renumbering) objects(n *Node) *Node {
	k := n.Shape.(*value.Objects)
	c := &Node{Shape: k}
	for _, old := range r.met[k] {
		c.Kids = append(c.Kids, r.copy(n.Kids[old-1]))
	}
	c.Own = []int64{int64(len(c.Kids))}
	return c
}

// Referred returns the object to which a node of shape Reference refers, or nil.
func Referred(nodes []*Node, n *Node) *Node {
	s, ok := n.Shape.(*value.Reference)
	if !ok {
		return nil
	}
	for _, h := range nodes {
		if !isHeap(h.Shape) {
			continue
		}
		for _, of := range h.Kids[1:] {
			if i := n.Own[0] - 1; of.Shape == value.Shape(s.To) && i >= 0 && i < int64(len(of.Kids)) {
				return of.Kids[i]
			}
		}
	}
	return nil
}

// An object is an object of a heap. It is written as a literal if there is only one reference to it, and as a
// variable otherwise.
type object struct {
	node *Node
	// count is the number of references to it.
	count int
	// name is the variable, or empty.
	name string
}

// Objects returns statements that declare the objects to which several references of an input refer,
// and those that refer to such. The literals of the input then mention their variables. variable
// returns a new name.
func (l *Literals) Objects(nodes []*Node, variable func() string) (stmts []string) {
	l.objects = map[*value.Objects][]*object{}
	var all, named []*object
	for _, n := range nodes {
		if !isHeap(n.Shape) {
			continue
		}
		for _, of := range n.Kids[1:] {
			k := of.Shape.(*value.Objects)
			for _, kid := range of.Kids {
				l.objects[k] = append(l.objects[k], &object{node: kid})
			}
		}
		for _, of := range n.Kids[1:] {
			k := of.Shape.(*value.Objects)
			all = append(all, l.objects[k]...)
		}
	}
	Each(nodes, func(n *Node) {
		if o := l.referred(n); o != nil {
			o.count++
		}
	})
	for _, o := range all {
		if o.count > 1 || l.mentions(o.node) {
			o.name = variable()
			named = append(named, o)
		}
	}
	for _, o := range named {
		stmts = append(stmts, o.name+" := &"+l.without(o.node))
	}
	for _, o := range named {
		stmts = append(stmts, l.assignments(o)...)
	}
	return stmts
}

// referred returns the object to which a node refers, or nil.
func (l *Literals) referred(n *Node) *object {
	s, ok := n.Shape.(*value.Reference)
	if !ok || n.Own[0] <= 0 || n.Own[0] > int64(len(l.objects[s.To])) {
		return nil
	}
	return l.objects[s.To][n.Own[0]-1]
}

// mentions reports whether the literal of a node mentions the variable of an object. It ends, as
// there is no cycle without an object to which several references refer.
func (l *Literals) mentions(n *Node) (found bool) {
	Each([]*Node{n}, func(part *Node) {
		if o := l.referred(part); o != nil {
			found = found || o.count > 1 || o.name != "" || l.mentions(o.node)
		}
	})
	return found
}

// without writes an object without the fields that mention others.
func (l *Literals) without(n *Node) string {
	s := n.Shape.(*value.Struct)
	var parts []string
	for i, f := range s.Fields {
		if l.mentions(n.Kids[i]) {
			continue
		}
		if x := l.Value(n.Kids[i], Spot{}); !x.Zero {
			parts = append(parts, f.Name+": "+x.Text)
		}
	}
	return l.Type(s.T) + "{" + strings.Join(parts, ", ") + "}"
}

// assignments writes the fields that mention others.
func (l *Literals) assignments(o *object) (stmts []string) {
	for i, f := range o.node.Shape.(*value.Struct).Fields {
		if l.mentions(o.node.Kids[i]) {
			stmts = append(stmts, o.name+"."+f.Name+" = "+l.Value(o.node.Kids[i], Spot{}).Text)
		}
	}
	return stmts
}

// object writes a reference to an object.
func (l *Literals) object(s reference, n int64, at Spot) Expr {
	of := l.objects[s.To]
	if n > int64(len(of)) {
		return l.Fail("a reference of %s has no object", s.T)
	}
	o := of[n-1]
	if o.name != "" {
		return Expr{Text: o.name}
	}
	_, named := types.Unalias(s.T).(*types.Named)
	elided := at.Elided && !named
	text := l.Value(o.node, Spot{Elided: elided}).Text
	if elided {
		return Expr{Text: text}
	}
	text = "&" + text
	if at.Typed && named {
		text = l.Convert(s.T, text)
	}
	return Expr{Text: text}
}
