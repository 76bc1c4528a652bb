package draw

import (
	"cmp"
	"slices"
	"strings"
)

// A Graph is boxes with arrows between their cells.
type Graph struct {
	// ID makes the identifiers of the picture unique in its page. Title names the picture. Desc describes it in
	// words, for readers who cannot see it.
	ID, Title, Desc string
	Boxes           []Box
	Arrows          []Arrow
	// Layered asks for layers even if no box has two arrows to it. Down asks for trees that grow downwards even
	// if they are lists.
	Layered, Down bool
}

// IsList reports whether the graph is drawn as lists from left to right.
func (g *Graph) IsList() bool { return newPlan(g).right }

// A Box is a rectangle with, from top to bottom, a head, rows, and a strip of cells.
type Box struct {
	Head string
	Rows []Row
	// Cells are placed side by side. Arrows begin in them. Cells without arrows are wrapped into lines.
	Cells []Cell
	Mark  Mark
	// Frame is a box that is no object, such as that of the variables of a call.
	Frame bool
}

// A Row is a name with a value. Swatch names a colour to show next to it, or is empty.
type Row struct {
	Name, Text, Swatch string
	Mark               Mark
}

// A Cell is a place in a row, with a label above it. It holds a text, an arrow, or nil.
type Cell struct {
	Label, Text string
	// Port says that an arrow begins here, Nil that none does although one could.
	Port, Nil bool
	Mark      Mark
}

// An Arrow leads from a cell of a box to another box. Arrows that are Back do not count for the
// layout. From a box without cells an arrow leads from its edge: Cell is then -1.
type Arrow struct {
	From, Cell, To int
	Back           bool
	Mark           Mark
}

// A Mark says how a part differs from its counterpart in the other picture.
type Mark uint8

// The marks: a part is as in the other picture, is only there, only here, or has changed.
const (
	Same Mark = iota
	Gone
	New
	Changed
)

// class returns the class of a mark in the style sheet, and sign the character that shows it.
func (m Mark) class() string { return [...]string{"", " gone", " new", " changed"}[m] }
func (m Mark) sign() string  { return [...]string{"", "−", "+", "~"}[m] }

// SVG lays the graph out and returns it as an element svg.
func (g *Graph) SVG() string {
	p := newPlan(g)
	if !p.right && !g.Layered && len(p.boxes) > mostPlaced {
		return p.outline()
	}
	p.place()
	return p.svg()
}

// place gives each box its place.
func (p *plan) place() {
	if p.Layered || p.crosses() {
		p.layered()
	} else {
		p.tidy()
	}
}

// A plan is a graph with the place of each box.
type plan struct {
	*Graph
	boxes []placed
	// kids are the boxes below a box in a spanning forest, in the order of cells. depth is the
	// distance from the root. parent is -1 for a root.
	kids          [][]int
	parent, depth []int
	// routes are the places through which long arrows pass in a layered graph, by their index.
	routes map[int][]passage
	// right says that the forest grows to the right and not downwards.
	right bool
}

// A placed box has its upper left corner and its size.
type placed struct {
	*Box
	x, y int
	size
}

func newPlan(g *Graph) *plan {
	p := &plan{Graph: g, kids: make([][]int, len(g.Boxes)), parent: make([]int, len(g.Boxes)), depth: make([]int, len(g.Boxes))}
	for i := range g.Boxes {
		p.boxes = append(p.boxes, placed{Box: &g.Boxes[i], size: measure(&g.Boxes[i])})
		p.parent[i] = -1
	}
	seen := make([]bool, len(g.Boxes))
	for i := range g.Boxes {
		if seen[i] = true; p.parent[i] >= 0 {
			continue
		}
		p.span(i, seen)
	}
	p.right = !g.Down && p.chains()
	return p
}

// span makes the boxes that can be reached from one, and from no earlier one, its tree. Boxes are
// visited in depth-first order, without recursion: lists are long.
func (p *plan) span(root int, seen []bool) {
	out := p.arrowsFrom()
	next := make([]int, len(p.Boxes))
	for path := []int{root}; len(path) > 0; {
		n := path[len(path)-1]
		if next[n] == len(out[n]) {
			path = path[:len(path)-1]
			continue
		}
		a := p.Arrows[out[n][next[n]]]
		next[n]++
		if seen[a.To] || a.Back {
			continue
		}
		seen[a.To] = true
		p.parent[a.To], p.depth[a.To] = n, p.depth[n]+1
		p.kids[n] = append(p.kids[n], a.To)
		path = append(path, a.To)
	}
}

// arrowsFrom lists the arrows of each box by their cells.
func (p *plan) arrowsFrom() [][]int {
	out := make([][]int, len(p.Boxes))
	for i, a := range p.Arrows {
		out[a.From] = append(out[a.From], i)
	}
	for _, list := range out {
		sortBy(list, func(i, j int) int { return cmp.Compare(p.Arrows[i].Cell, p.Arrows[j].Cell) })
	}
	return out
}

// chains reports whether the forest consists of lists, which are drawn from left to right. A frame may begin
// several lists. If all arrows begin in cells with the same label, boxes with more nil cells of that label
// belong to a tree, unless the label is usual for lists.
func (p *plan) chains() bool {
	label, lists := "", 0
	for _, a := range p.Arrows {
		from := p.boxes[a.From]
		switch {
		case p.parent[a.To] != a.From:
		case from.Frame:
			lists++
		case a.Cell < 0 || label != "" && label != from.Cells[a.Cell].Label || len(p.kids[a.From]) > 1:
			return false
		default:
			label = from.Cells[a.Cell].Label
		}
	}
	if listLabels[strings.ToLower(label)] || label == "" {
		return true
	}
	others := map[string]int{}
	for _, b := range p.boxes {
		for _, c := range b.Cells {
			if others[c.Label]++; !c.Nil || c.Label == label {
				others[c.Label]--
			} else if others[c.Label] > max(lists, 1) {
				return false
			}
		}
	}
	return true
}

// listLabels are the usual labels of the cells that lead on in a list.
var listLabels = map[string]bool{"next": true, "tail": true, "rest": true, "link": true, "cdr": true, "succ": true}

// crosses reports whether some arrow is not in the forest and does not lead back to its box's parent. A tree
// does not show the sharing of such arrows.
func (p *plan) crosses() bool {
	if p.right {
		return false
	}
	return slices.ContainsFunc(p.Arrows, func(a Arrow) bool { return p.parent[a.To] != a.From && !p.isAbove(a.To, a.From) })
}

// isAbove reports whether box a is b or an ancestor of b.
func (p *plan) isAbove(a, b int) bool {
	for b >= 0 && b != a {
		b = p.parent[b]
	}
	return b == a
}
