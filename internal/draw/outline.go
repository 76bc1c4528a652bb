package draw

import (
	"fmt"
	"strings"
)

// mostPlaced bounds the boxes that are placed side by side. A larger tree is too wide to show a box and its
// children on one screen.
const mostPlaced = 48

// Lengths of an outline.
const (
	indent     = 18
	outlineRow = 20
	gutter     = 34
)

// outline writes a graph as lines, a box each, with those below it indented. Arrows that are not
// in the forest name the line to which they lead.
func (p *plan) outline() string {
	w := &picture{}
	order := p.preorder()
	line := make([]int, len(p.boxes))
	for i, b := range order {
		line[b] = i
	}
	labels := p.labels()
	for i, n := range order {
		b := &p.boxes[n]
		x, y := gutter+p.depth[n]*indent, i*outlineRow
		w.reach(0, y)
		w.text("no", gutter-12, y+14, fmt.Sprint(i+1))
		if up := p.parent[n]; up >= 0 {
			from := gutter + p.depth[up]*indent + 6
			w.f(`<path class="a%s" d="M%d %dV%dH%d"/>`, labels[n].Mark.class(), from, line[up]*outlineRow+18, y+10, x-2)
		}
		text := b.line(labels[n].name, func(cell int) string {
			for _, a := range p.Arrows {
				if a.From == n && a.Cell == cell && p.parent[a.To] != n {
					return fmt.Sprintf("→ line %d", line[a.To]+1)
				}
			}
			return ""
		})
		width := textWidth(text) + 2*padding
		w.f(`<g class="box%s"><rect class="b" x="%d" y="%d" width="%d" height="%d" rx="3"/>`, b.Mark.class(), x, y+1, width, lineHeight)
		w.text("v", x+padding, y+14, text)
		if s := b.Mark.sign(); s != "" {
			w.text("sign", x+width+3, y+14, s)
		}
		w.f("</g>\n")
		w.reach(x+width+10, y+outlineRow)
	}
	return w.finish(p.ID, p.Title, p.Desc)
}

// preorder lists the boxes, each directly before those below it.
func (p *plan) preorder() (order []int) {
	var stack []int
	for i := len(p.boxes) - 1; i >= 0; i-- {
		if p.parent[i] < 0 {
			stack = append(stack, i)
		}
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		order = append(order, n)
		for k := len(p.kids[n]) - 1; k >= 0; k-- {
			stack = append(stack, p.kids[n][k])
		}
	}
	return order
}

// A stem is the arrow from a box's parent to the box.
type stem struct {
	name string
	Mark
}

func (p *plan) labels() []stem {
	out := make([]stem, len(p.boxes))
	for _, a := range p.Arrows {
		if p.parent[a.To] == a.From && a.Cell >= 0 && out[a.To].name == "" {
			out[a.To] = stem{p.boxes[a.From].Cells[a.Cell].Label, a.Mark}
		}
	}
	return out
}

// line returns a box on one line. Refers gives the text of a cell whose arrow is not drawn.
func (b *placed) line(stem string, refers func(cell int) string) string {
	var parts []string
	if stem == "" {
		stem = b.Head
	}
	for _, r := range b.Rows {
		parts = append(parts, strings.TrimSpace(r.Name+" "+r.Text)+r.Mark.sign())
	}
	for i, c := range b.Cells {
		text := c.Text
		if c.Port {
			text = refers(i)
		}
		if text != "" {
			parts = append(parts, strings.TrimSpace(c.Label+" "+text)+c.Mark.sign())
		}
	}
	return strings.TrimSpace(stem + ": " + strings.Join(parts, ", "))
}
