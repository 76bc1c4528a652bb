package draw

import (
	"cmp"
	"slices"
)

// Rounds of the layered layout.
const (
	orderRounds = 12
	placeRounds = 16
)

// layered places the boxes in layers, after Sugiyama, Tagawa and Toda, "Methods for visual understanding of
// hierarchical system structures" (1981). A box is below all boxes with arrows to it, except for arrows that
// close a cycle. A long arrow is a chain of empty places. The order in a layer follows the mean of the
// neighbours. Each box is as near to its neighbours as the order and the gaps allow.
func (p *plan) layered() {
	p.right = false
	g := p.layers()
	g.order()
	g.place()
	p.routes = map[int][]passage{}
	y := 0
	for _, layer := range g.layers {
		height := 0
		for _, v := range layer {
			if b := g.vertices[v].box; b != nil {
				height = max(height, b.h)
				b.x, b.y = g.vertices[v].x-b.w/2, y
			}
		}
		for _, v := range layer {
			if v := g.vertices[v]; v.box == nil {
				p.routes[v.arrow] = append(p.routes[v.arrow], passage{v.x, y, y + height})
			}
		}
		y += height + gapAlong
	}
}

// A passage is a place between two boxes of a layer through which an arrow passes.
type passage struct{ x, top, bottom int }

// A vertex is a box, or an empty place through which a long arrow passes. X is its middle. The
// neighbours above and below come with the place of the arrow in the upper box.
type vertex struct {
	box         *placed
	arrow       int
	x, w, layer int
	up, down    []neighbour
}

type neighbour struct{ of, offset int }

type layering struct {
	vertices []vertex
	layers   [][]int
}

// layers finds the layer of each box, and cuts long arrows.
func (p *plan) layers() *layering {
	g := &layering{}
	arrows := p.acyclic()
	layer := make([]int, len(p.boxes))
	// No path is longer than there are boxes.
	for range p.boxes {
		changed := false
		for _, i := range arrows {
			if a := p.Arrows[i]; layer[a.To] <= layer[a.From] {
				layer[a.To], changed = layer[a.From]+1, true
			}
		}
		if !changed {
			break
		}
	}
	for i := range p.boxes {
		g.add(vertex{box: &p.boxes[i], w: p.boxes[i].w, layer: layer[i]})
	}
	for _, i := range arrows {
		a := p.Arrows[i]
		b, offset := &p.boxes[a.From], 0
		if a.Cell >= 0 && a.Cell < len(b.Cells) {
			x, _, w := b.cell(a.Cell)
			offset = x + w/2 - b.x - b.w/2
		}
		at := a.From
		for l := layer[a.From] + 1; l < layer[a.To]; l++ {
			g.add(vertex{arrow: i, w: cellWidth / 2, layer: l})
			g.connect(at, len(g.vertices)-1, offset)
			at, offset = len(g.vertices)-1, 0
		}
		g.connect(at, a.To, offset)
	}
	return g
}

// acyclic lists the arrows without those that are Back or close a cycle in the spanning forest.
func (p *plan) acyclic() (list []int) {
	order := p.finished()
	for i, a := range p.Arrows {
		if !a.Back && a.From != a.To && order[a.To] < order[a.From] {
			list = append(list, i)
		}
	}
	return list
}

// finished numbers the boxes in the order in which a depth-first visit leaves them. An arrow to a
// box that is left later closes a cycle.
func (p *plan) finished() []int {
	order, n := make([]int, len(p.boxes)), 0
	next := make([]int, len(p.boxes))
	for root := range p.boxes {
		if p.parent[root] >= 0 {
			continue
		}
		for path := []int{root}; len(path) > 0; {
			i := path[len(path)-1]
			if next[i] < len(p.kids[i]) {
				path = append(path, p.kids[i][next[i]])
				next[i]++
				continue
			}
			order[i], n = n, n+1
			path = path[:len(path)-1]
		}
	}
	return order
}

func (g *layering) add(v vertex) {
	for v.layer >= len(g.layers) {
		g.layers = append(g.layers, nil)
	}
	g.layers[v.layer] = append(g.layers[v.layer], len(g.vertices))
	g.vertices = append(g.vertices, v)
}

func (g *layering) connect(from, to, offset int) {
	g.vertices[from].down = append(g.vertices[from].down, neighbour{to, offset})
	g.vertices[to].up = append(g.vertices[to].up, neighbour{from, offset})
}

// order orders the vertices of each layer, and keeps the order with the fewest crossings.
func (g *layering) order() {
	best, least := g.copied(), g.crossings()
	for round := range orderRounds {
		if least == 0 {
			break
		}
		at := g.places()
		for k := range g.layers {
			l, from := k, func(v *vertex) []neighbour { return v.up }
			if round%2 == 1 {
				l, from = len(g.layers)-1-k, func(v *vertex) []neighbour { return v.down }
			}
			g.sortLayer(l, at, from)
		}
		if n := g.crossings(); n < least {
			best, least = g.copied(), n
		}
	}
	g.layers = best
}

func (g *layering) copied() (list [][]int) {
	for _, l := range g.layers {
		list = append(list, slices.Clone(l))
	}
	return list
}

// places returns the place of each vertex in its layer.
func (g *layering) places() []int {
	at := make([]int, len(g.vertices))
	for _, l := range g.layers {
		for i, v := range l {
			at[v] = i
		}
	}
	return at
}

// scale makes means of small numbers different without fractions.
const scale = 5040

// sortLayer sorts a layer by the mean place of neighbours. A vertex without any stays where it is.
func (g *layering) sortLayer(l int, at []int, from func(*vertex) []neighbour) {
	mean := map[int]int{}
	for _, v := range g.layers[l] {
		list := from(&g.vertices[v])
		mean[v] = at[v] * scale
		if len(list) > 0 {
			sum := 0
			for _, n := range list {
				sum += at[n.of]*scale + n.offset
			}
			mean[v] = sum / len(list)
		}
	}
	sortBy(g.layers[l], func(i, j int) int { return cmp.Compare(mean[i], mean[j]) })
	for i, v := range g.layers[l] {
		at[v] = i
	}
}

// crossings counts the pairs of arrows between neighbouring layers that cross.
func (g *layering) crossings() (n int) {
	at := g.places()
	for _, layer := range g.layers {
		type edge struct{ from, offset, to int }
		var edges []edge
		for _, v := range layer {
			for _, d := range g.vertices[v].down {
				edges = append(edges, edge{at[v], d.offset, at[d.of]})
			}
		}
		for i, e := range edges {
			for _, o := range edges[:i] {
				if c := cmp.Or(cmp.Compare(e.from, o.from), cmp.Compare(e.offset, o.offset)); c*cmp.Compare(e.to, o.to) < 0 {
					n++
				}
			}
		}
	}
	return n
}

// place finds the middle of each vertex.
func (g *layering) place() {
	for _, layer := range g.layers {
		x := 0
		for _, v := range layer {
			g.vertices[v].x = x + g.vertices[v].w/2
			x += g.vertices[v].w + gapAcross
		}
	}
	for round := range placeRounds {
		for k := range g.layers {
			l := k
			if round%2 == 1 {
				l = len(g.layers) - 1 - k
			}
			g.placeLayer(l, round%2 == 0)
		}
	}
}

// placeLayer moves the vertices of a layer as near to their neighbours above, or below, as the order and the
// gaps allow. It minimizes the sum of the squared distances. Vertices that touch move as a block to the mean of
// their wanted places.
func (g *layering) placeLayer(l int, down bool) {
	type block struct{ sum, n, first int }
	var blocks []block
	layer := g.layers[l]
	starts := make([]int, len(layer))
	for i, v := range layer {
		if i > 0 {
			before := &g.vertices[layer[i-1]]
			starts[i] = starts[i-1] + (before.w+g.vertices[v].w)/2 + gapAcross
		}
		blocks = append(blocks, block{g.wanted(&g.vertices[v], down) - starts[i], 1, i})
		for n := len(blocks); n > 1 && blocks[n-2].sum*blocks[n-1].n >= blocks[n-1].sum*blocks[n-2].n; n-- {
			blocks[n-2].sum += blocks[n-1].sum
			blocks[n-2].n += blocks[n-1].n
			blocks = blocks[:n-1]
		}
	}
	for k, b := range blocks {
		end := len(layer)
		if k+1 < len(blocks) {
			end = blocks[k+1].first
		}
		for i := b.first; i < end; i++ {
			g.vertices[layer[i]].x = b.sum/b.n + starts[i]
		}
	}
}

// wanted returns the mean of the neighbours' places, or the vertex's own if it has none.
func (g *layering) wanted(v *vertex, down bool) int {
	list, sign := v.up, 1
	if !down {
		list, sign = v.down, -1
	}
	if len(list) == 0 {
		return v.x
	}
	sum := 0
	for _, n := range list {
		sum += g.vertices[n.of].x + sign*n.offset
	}
	return sum / len(list)
}
