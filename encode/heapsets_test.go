package encode_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/value"
)

// A streamPart is a number of a stream; to is the kind of objects of a reference, nil for another number.
type streamPart struct {
	n  int64
	to *value.Objects
}

// A labelled is an input in which objects have any numbers: the tokens of the inputs, then of each
// object by kind.
type labelled struct {
	kinds   []*value.Objects
	inputs  []streamPart
	objects [][][]streamPart
}

// A labelling lists the labelled inputs of shapes whose parts are within a depth.
type labelling struct {
	depth  int
	counts map[*value.Objects]int
	tokens []streamPart
}

func kindsOf(shapes []value.Shape) []*value.Objects {
	for _, s := range shapes {
		if h, ok := s.(*value.Heap); ok {
			return h.Kinds
		}
	}
	return nil
}

// inputsOf returns the shapes without objects.
func inputsOf(shapes []value.Shape) []value.Shape {
	out := slices.Clone(shapes)
	for i, s := range out {
		if h, ok := s.(*value.Heap); ok {
			out[i] = h.Root
		}
	}
	return out
}

// all calls yield for each labelled input. Objects may be ones that nothing refers to.
func (l *labelling) all(shapes []value.Shape, yield func(labelled)) {
	kinds := kindsOf(shapes)
	l.counts = map[*value.Objects]int{}
	var choose func(i int)
	choose = func(i int) {
		if i < len(kinds) {
			most := l.depth
			if m := kinds[i].Most; m >= 0 {
				most = min(most, m)
			}
			for n := range most + 1 {
				l.counts[kinds[i]] = n
				choose(i + 1)
			}
			return
		}
		in := labelled{kinds: kinds, objects: make([][][]streamPart, len(kinds))}
		l.each(inputsOf(shapes), func() {
			in.inputs = slices.Clone(l.tokens)
			var fill func(k, n int)
			fill = func(k, n int) {
				switch {
				case k == len(kinds):
					yield(in)
				case n == l.counts[kinds[k]]:
					fill(k+1, 0)
				default:
					from := len(l.tokens)
					l.value(kinds[k].Elem.Shape, l.depth-kinds[k].Elem.Step, func() {
						in.objects[k] = append(in.objects[k][:n:n], slices.Clone(l.tokens[from:]))
						fill(k, n+1)
					})
				}
			}
			fill(0, 0)
		})
	}
	choose(0)
}

func (l *labelling) each(shapes []value.Shape, next func()) {
	if len(shapes) == 0 {
		next()
		return
	}
	l.value(shapes[0], l.depth, func() { l.each(shapes[1:], next) })
}

func (l *labelling) put(n int64, to *value.Objects, next func()) {
	l.tokens = append(l.tokens, streamPart{n, to})
	next()
	l.tokens = l.tokens[:len(l.tokens)-1]
}

// value calls next with the tokens of each value of a shape whose parts cost at most left.
func (l *labelling) value(s value.Shape, left int, next func()) {
	if left < 0 {
		return
	}
	switch s := s.(type) {
	case *value.Bool:
		l.put(0, nil, next)
		l.put(1, nil, next)
	case *value.Int:
		for n := -l.depth; n <= l.depth; n++ {
			l.put(int64(n), nil, next)
		}
	case *value.Reference:
		for n := range l.counts[s.To] + 1 {
			l.put(int64(n), s.To, next)
		}
	case *value.Struct:
		l.refs(s.Parts(), left, next)
	case *value.Array:
		l.refs(slices.Repeat(s.Parts(), s.Len), left, next)
	case *value.Slice:
		for n := range left + 1 {
			l.put(int64(n), nil, func() { l.refs(slices.Repeat(s.Parts(), n), left, next) })
		}
	case *value.Map:
		l.put(-1, nil, next)
		for n := range left + 1 {
			l.put(int64(n), nil, func() { l.entries(s, n, nil, left, next) })
		}
	default:
		panic(fmt.Sprintf("values of %T are not enumerated", s))
	}
}

func (l *labelling) refs(parts []value.Ref, left int, next func()) {
	if len(parts) == 0 {
		next()
		return
	}
	l.value(parts[0].Shape, left-parts[0].Step, func() { l.refs(parts[1:], left, next) })
}

func (l *labelling) entries(s *value.Map, n int, after *int64, left int, next func()) {
	if n == 0 {
		next()
		return
	}
	l.value(s.Key.Shape, left-s.Key.Step, func() {
		if key := l.tokens[len(l.tokens)-1].n; after == nil || key > *after {
			l.value(s.Elem.Shape, left-s.Elem.Step, func() { l.entries(s, n-1, &key, left, next) })
		}
	})
}

// labels returns a solution as a labelled input.
func labels(shapes []value.Shape, nodes []*decode.Node) labelled {
	in := labelled{kinds: kindsOf(shapes)}
	tokens := func(n *decode.Node) (list []streamPart) {
		decode.Each([]*decode.Node{n}, func(n *decode.Node) {
			for _, x := range n.Own {
				t := streamPart{n: x}
				if r, ok := n.Shape.(*value.Reference); ok {
					t.to = r.To
				}
				list = append(list, t)
			}
		})
		return list
	}
	for _, n := range nodes {
		if _, ok := n.Shape.(*value.Heap); !ok {
			in.inputs = append(in.inputs, tokens(n)...)
			continue
		}
		in.inputs = append(in.inputs, tokens(n.Kids[0])...)
		for _, of := range n.Kids[1:] {
			var list [][]streamPart
			for _, o := range of.Kids {
				list = append(list, tokens(o))
			}
			in.objects = append(in.objects, list)
		}
	}
	return in
}

// reached reports whether all objects are.
func (in *labelled) reached() bool {
	seen := map[streamPart]bool{}
	var walk func(tokens []streamPart)
	walk = func(tokens []streamPart) {
		for _, t := range tokens {
			if t.to != nil && t.n > 0 && !seen[t] {
				seen[t] = true
				walk(in.objects[slices.Index(in.kinds, t.to)][t.n-1])
			}
		}
	}
	walk(in.inputs)
	n := 0
	for _, list := range in.objects {
		n += len(list)
	}
	return len(seen) == n
}

// key returns a text that is equal only for inputs that differ by renaming: the least text of all
// numberings.
func (in *labelled) key() string {
	least := ""
	number := map[*value.Objects][]int64{}
	var rename func(k int)
	rename = func(k int) {
		if k == len(in.kinds) {
			if text := in.text(number); least == "" || text < least {
				least = text
			}
			return
		}
		permute(len(in.objects[k]), func(order []int64) {
			number[in.kinds[k]] = order
			rename(k + 1)
		})
	}
	rename(0)
	return least
}

func permute(n int, yield func(order []int64)) {
	order := make([]int64, n)
	var rec func(i int, used uint)
	rec = func(i int, used uint) {
		if i == n {
			yield(order)
			return
		}
		for x := range n {
			if used>>x&1 == 0 {
				order[i] = int64(x + 1)
				rec(i+1, used|1<<x)
			}
		}
	}
	rec(0, 0)
}

func (in *labelled) text(number map[*value.Objects][]int64) string {
	var b strings.Builder
	write := func(tokens []streamPart) {
		for _, t := range tokens {
			if t.to != nil && t.n > 0 {
				t.n = number[t.to][t.n-1]
			}
			fmt.Fprintf(&b, "%d ", t.n)
		}
		b.WriteByte('.')
	}
	write(in.inputs)
	for k, list := range in.objects {
		b.WriteByte('|')
		for x := range list {
			at := slices.Index(number[in.kinds[k]], int64(x+1))
			write(list[at])
		}
	}
	return b.String()
}

// graphTypes returns the source of random types whose values refer to each other, and of functions of
// some of them.
func (g *heapMaker) graphTypes(functions int) string {
	var b strings.Builder
	b.WriteString("package heaps\n")
	for i := range functions {
		kinds := 2 - g.IntN(3)/2
		name := func() string { return fmt.Sprintf("T%d%c", i, 'A'+rune(g.IntN(kinds))) }
		field := func() string {
			return [...]string{"*%s", "*%s", "[2]*%s", "[]*%s", "map[bool]*%s", "struct{ P *%s; B bool }"}[g.IntN(6)]
		}
		for k := range kinds {
			fmt.Fprintf(&b, "\ntype T%d%c struct {\n", i, 'A'+rune(k))
			for f := range 1 + g.IntN(2) {
				fmt.Fprintf(&b, "F%d %s\n", f, fmt.Sprintf(field(), name()))
			}
			if g.IntN(3) == 0 {
				b.WriteString("B bool\n")
			}
			b.WriteString("}\n")
		}
		fmt.Fprintf(&b, "\n//shared T%d%c", i, 'A')
		if kinds == 2 {
			fmt.Fprintf(&b, " T%d%c", i, 'B')
		}
		fmt.Fprintf(&b, "\nfunc P%d(p %s", i, fmt.Sprintf(field(), name()))
		if g.IntN(2) == 0 {
			fmt.Fprintf(&b, ", q *%s", name())
		}
		b.WriteString(") bool { return true }\n")
	}
	return b.String()
}

// TestHeapSets compares the heaps of random types with all assignments of their pointers. The types
// are one kind or two that may refer to each other through pointers, slices, arrays and maps.
// Assignments that differ by renaming are one input, with the object numbers of package decode.
func TestHeapSets(t *testing.T) {
	g := &heapMaker{rand.New(rand.NewPCG(3, 0))}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module testdata\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "heaps", "heaps.go"), g.graphTypes(longtest.Cases(70, 200)))
	ps, _ := loadFrom(t, dir)
	most := longtest.Cases(8_000, 40_000)
	heaps, several := 0, 0
	for _, p := range ps {
		for depth := range 4 {
			want := map[string]bool{}
			n := 0
			l := &labelling{depth: depth}
			func() {
				defer func() { recover() }()
				l.all(p.shapes, func(in labelled) {
					if n++; n > most {
						panic("too many")
					}
					if in.reached() {
						want[in.key()] = true
					}
				})
			}()
			if n > most {
				break
			}
			if kinds := kindsOf(p.shapes); slices.ContainsFunc(kinds, func(k *value.Objects) bool { return len(k.Group) > 1 }) {
				several += len(want)
			}
			heaps += len(want)
			q, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes}, encode.Options{Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			q.Form.Below = true
			got := map[string]bool{}
			for _, s := range streams(t, q.Form, len(want)+1) {
				nodes := decode.Parse(p.shapes, s, nil)
				other := decode.Parse(p.shapes, s, nil)
				g.shuffle(other)
				if again := decode.Write(decode.Renumber(other)); !slices.Equal(again, s) {
					t.Fatalf("%s at depth %d: %v is numbered as %v\n%v", p.name, depth, s, again, p.fn.Signature)
				}
				in := labels(p.shapes, nodes)
				key := in.key()
				if got[key] || !want[key] {
					t.Fatalf("%s at depth %d: %v differs by renaming from another, or is none\n%v", p.name, depth, s, p.fn.Signature)
				}
				got[key] = true
			}
			if len(got) != len(want) {
				t.Errorf("%s at depth %d: %d heaps, want %d\n%v", p.name, depth, len(got), len(want), p.fn.Signature)
			}
		}
	}
	t.Logf("%d heaps, %d of types that refer to each other", heaps, several)
	if heaps < 5000 || several < 150 {
		t.Errorf("only %d heaps, %d of types that refer to each other", heaps, several)
	}
}

// shuffle gives the objects of an input other numbers.
func (g *heapMaker) shuffle(nodes []*decode.Node) {
	numbers := map[*value.Objects][]int{}
	decode.Each(nodes, func(n *decode.Node) {
		if k, ok := n.Shape.(*value.Objects); ok {
			order := g.Perm(len(n.Kids))
			numbers[k] = order
			kids := slices.Clone(n.Kids)
			for old, at := range order {
				n.Kids[at] = kids[old]
			}
		}
	})
	decode.Each(nodes, func(n *decode.Node) {
		if r, ok := n.Shape.(*value.Reference); ok && n.Own[0] > 0 {
			n.Own[0] = int64(numbers[r.To][n.Own[0]-1] + 1)
		}
	})
}
