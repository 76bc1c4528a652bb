package draw

// Gaps between boxes: across the direction in which a forest grows, and along it.
const (
	gapAcross = 16
	gapAlong  = 34
)

// tidy places the boxes as trees that grow downwards or to the right. The layout is that of Reingold and
// Tilford, "Tidier drawings of trees" (1981), for boxes of different sizes. Subtrees are as close to each other
// as their contours allow, and a box is centred over its subtrees. Siblings are packed from both sides and get
// the mean of both places, so small subtrees between large ones are spread evenly.
func (p *plan) tidy() {
	nodes := make([]node, len(p.boxes))
	root := &node{}
	// Boxes below others come after them in the order of a visit, so they are made backwards.
	order := p.visit()
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		b := &p.boxes[i]
		nodes[i].box, nodes[i].across = b, b.w
		if p.right {
			nodes[i].across = b.h
		}
		nodes[i].kids = p.hanging(i, nodes)
		nodes[i].place()
	}
	for i := range p.boxes {
		if p.parent[i] < 0 {
			root.kids = append(root.kids, &nodes[i])
		}
	}
	root.place()
	p.settle(root)
}

// visit lists the boxes, each before those below it.
func (p *plan) visit() (order []int) {
	for i := range p.boxes {
		if p.parent[i] < 0 {
			order = append(order, i)
		}
	}
	for k := 0; k < len(order); k++ {
		order = append(order, p.kids[order[k]]...)
	}
	return order
}

// hanging lists the children of a box: the boxes below it, and an empty place for each nil next to them. Thus a
// right child is drawn on the right.
func (p *plan) hanging(i int, nodes []node) (kids []*node) {
	b := &p.boxes[i]
	below := map[int][]int{}
	for _, a := range p.Arrows {
		if a.From == i && p.parent[a.To] == i {
			below[a.Cell] = append(below[a.Cell], a.To)
		}
	}
	taken := map[int]bool{}
	add := func(cell int) {
		for _, to := range below[cell] {
			if !taken[to] {
				taken[to] = true
				kids = append(kids, &nodes[to])
			}
		}
	}
	add(-1)
	for c := range b.Cells {
		add(c)
		if b.Cells[c].Nil && len(p.kids[i]) > 0 && !p.right {
			empty := &node{across: cellWidth / 2}
			empty.place()
			kids = append(kids, empty)
		}
	}
	return kids
}

// A node is a box in a tree, or an empty place. At is its middle, relative to that of its parent.
type node struct {
	box    *placed
	across int
	at     int
	kids   []*node
	// contour has for each level below, from the node on, the space that the tree takes there.
	contour []span
}

type span struct{ lo, hi int }

// place places the subtrees of a node by their contours, and computes the contour of the node.
func (n *node) place() {
	near, far := n.pack()
	lo, hi := 0, 0
	for i, k := range n.kids {
		k.at = (near[i] + far[i]) / 2
		if i == 0 {
			lo = k.at
		}
		hi = k.at
	}
	n.contour = []span{{-n.across / 2, n.across - n.across/2}}
	for _, k := range n.kids {
		k.at -= (lo + hi) / 2
		for level, s := range k.contour {
			s.lo, s.hi = s.lo+k.at, s.hi+k.at
			if level+1 == len(n.contour) {
				n.contour = append(n.contour, s)
				continue
			}
			c := &n.contour[level+1]
			c.lo, c.hi = min(c.lo, s.lo), max(c.hi, s.hi)
		}
		k.contour = nil
	}
}

// pack returns the least places of the subtrees, and the greatest ones with the same sum.
func (n *node) pack() (near, far []int) {
	var contours, mirrored [][]span
	for _, k := range n.kids {
		contours = append(contours, k.contour)
	}
	for i := len(n.kids) - 1; i >= 0; i-- {
		var c []span
		for _, s := range n.kids[i].contour {
			c = append(c, span{-s.hi, -s.lo})
		}
		mirrored = append(mirrored, c)
	}
	near, back := packed(contours), packed(mirrored)
	difference := 0
	for i := range near {
		far = append(far, -back[len(back)-1-i])
		difference += near[i] - far[i]
	}
	for i := range far {
		far[i] += difference / len(far)
	}
	return near, far
}

// packed returns the least positions of subtrees so that none overlaps an earlier one.
func packed(contours [][]span) (at []int) {
	var edge []int
	for _, c := range contours {
		shift := 0
		for level := range min(len(edge), len(c)) {
			shift = max(shift, edge[level]+gapAcross-c[level].lo)
		}
		for level, s := range c {
			if level == len(edge) {
				edge = append(edge, s.hi+shift)
			}
			edge[level] = max(edge[level], s.hi+shift)
		}
		at = append(at, shift)
	}
	return at
}

// settle gives the boxes of a forest below an empty root their places.
func (p *plan) settle(root *node) {
	type found struct {
		*node
		middle, level int
	}
	queue := []found{{root, 0, -1}}
	var lengths []int
	least := 0
	for k := 0; k < len(queue); k++ {
		f := queue[k]
		if f.box != nil {
			length := f.box.h
			if p.right {
				length = f.box.w
			}
			for f.level >= len(lengths) {
				lengths = append(lengths, 0)
			}
			lengths[f.level] = max(lengths[f.level], length)
			least = min(least, f.middle-f.across/2)
		}
		for _, kid := range f.kids {
			queue = append(queue, found{kid, f.middle + kid.at, f.level + 1})
		}
	}
	starts := make([]int, len(lengths))
	for i := 1; i < len(starts); i++ {
		starts[i] = starts[i-1] + lengths[i-1] + gapAlong
	}
	for _, f := range queue {
		if f.box == nil {
			continue
		}
		along, across := starts[f.level], f.middle-f.across/2-least
		if p.right {
			along, across = across, along
		}
		f.box.x, f.box.y = across, along
	}
}
