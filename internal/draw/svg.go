package draw

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// svg writes the placed boxes and their arrows.
func (p *plan) svg() string {
	w := &picture{}
	for i := range p.boxes {
		w.box(&p.boxes[i])
	}
	for i := range p.Arrows {
		p.arrow(w, i)
	}
	return w.finish(p.ID, p.Title, p.Desc)
}

// A picture collects elements, and how far they reach.
type picture struct {
	b                        strings.Builder
	left, top, right, bottom int
	begun                    bool
}

// reach notes that the picture has something at a point.
func (w *picture) reach(x, y int) {
	if !w.begun {
		w.left, w.top, w.right, w.bottom, w.begun = x, y, x, y, true
	}
	w.left, w.right = min(w.left, x), max(w.right, x)
	w.top, w.bottom = min(w.top, y), max(w.bottom, y)
}

func (w *picture) f(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

// text writes a text whose base line begins at a point.
func (w *picture) text(class string, x, y int, s string) {
	if s != "" {
		w.f(`<text class="%s" x="%d" y="%d">%s</text>`, class, x, y, escape(s))
	}
}

// finish returns the element svg with all that was written.
func (w *picture) finish(id, title, desc string) string {
	x, y := w.left-margin, w.top-margin
	width, height := w.right-w.left+2*margin, w.bottom-w.top+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="%[1]s-t %[1]s-d" width="%[2]d" height="%[3]d" viewBox="%[4]d %[5]d %[2]d %[3]d">`, id, width, height, x, y)
	fmt.Fprintf(&b, `<title id="%[1]s-t">%[2]s</title><desc id="%[1]s-d">%[3]s</desc>`+"\n", id, escape(title), escape(desc))
	b.WriteString(w.b.String())
	b.WriteString("</svg>\n")
	return b.String()
}

// escape returns a text as XML.
func escape(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		return ""
	}
	return b.String()
}

// box writes a box.
func (w *picture) box(p *placed) {
	w.reach(p.x, p.y)
	w.reach(p.x+p.w, p.y+p.h)
	class := "box"
	if p.Frame {
		class = "frame"
	}
	w.f(`<g class="%s%s"><rect class="b" x="%d" y="%d" width="%d" height="%d" rx="3"/>`, class, p.Mark.class(), p.x, p.y, p.w, p.h)
	y := p.y
	if p.Head != "" {
		w.text("h", p.x+padding, y+13, p.Head)
		y += lineHeight
	}
	if s := p.Mark.sign(); s != "" {
		w.text("sign", p.x+p.w+2, p.y+9, s)
	}
	for _, r := range p.Rows {
		w.row(p, r, y)
		y += lineHeight
	}
	for i := range p.Cells {
		w.cell(p, i)
	}
	w.f("</g>\n")
}

func (w *picture) row(p *placed, r Row, y int) {
	if r.Mark != Same {
		w.f(`<rect class="m%s" x="%d" y="%d" width="%d" height="%d"/>`, r.Mark.class(), p.x+1, y, p.w-2, lineHeight)
	}
	w.text("n", p.x+padding, y+13, r.Name)
	x := p.x + padding
	if p.names > 0 {
		x += p.names + 10
	}
	if r.Swatch != "" {
		w.f(`<circle class="swatch" cx="%d" cy="%d" r="4.5" fill="%s"/>`, x+5, y+9, escape(r.Swatch))
		x += swatchWidth
	}
	w.text("v", x, y+13, r.Text)
}

func (w *picture) cell(p *placed, i int) {
	c := p.Cells[i]
	x, y, width := p.cell(i)
	h := p.cellHeight()
	if c.Mark != Same {
		w.f(`<rect class="m%s" x="%d" y="%d" width="%d" height="%d"/>`, c.Mark.class(), x+1, y+1, width-2, h-2)
	}
	if y > p.y {
		w.f(`<path class="s" d="M%d %dh%d"/>`, x, y, width)
	}
	if i%p.perLine > 0 {
		w.f(`<path class="s" d="M%d %dv%d"/>`, x, y, h)
	}
	middle := x + width/2
	if p.labels {
		w.text("l", middle, y+10, c.Label)
		y += labelHeight
	}
	switch {
	case c.Port:
		w.f(`<circle class="p" cx="%d" cy="%d" r="3"/>`, middle, y+lineHeight/2)
	case c.Nil:
		w.f(`<path class="z" d="M%d %dl8 -8"/>`, middle-4, y+13)
	default:
		w.text("c", middle, y+13, c.Text)
	}
}

// arrow writes an arrow. Those that lead on are straight, others swing out.
func (p *plan) arrow(w *picture, i int) {
	a := p.Arrows[i]
	from, to := &p.boxes[a.From], &p.boxes[a.To]
	x, y := from.x+from.w/2, from.y+from.h
	if a.Cell >= 0 && a.Cell < len(from.Cells) {
		cx, cy, cw := from.cell(a.Cell)
		x, y = cx+cw/2, cy+from.cellHeight()-lineHeight/2
	}
	class := "a" + a.Mark.class()
	switch {
	case p.right && !a.Back && p.parent[a.To] == a.From:
		p.rightwards(w, class, a, x, y)
	case !p.right && !a.Back && to.y >= from.y+from.h:
		p.downwards(w, class, i, x, y)
	case p.right:
		p.below(w, class+" back", from, to, x, y)
	default:
		p.aside(w, class+" back", from, to, x, y)
	}
}

// rightwards writes an arrow to a box on the right. From a cell in the middle of a box it passes
// below the others.
func (p *plan) rightwards(w *picture, class string, a Arrow, x, y int) {
	from, to := &p.boxes[a.From], &p.boxes[a.To]
	end, mid := to.x, to.y+min(to.h/2, lineHeight)
	if low := from.y + from.h; a.Cell >= 0 && a.Cell < len(from.Cells)-1 {
		w.f(`<path class="%s" d="M%d %dC%d %d %d %d %d %d"/>`, class, x, y, x, low+24, end-gapAlong/2, low+16, end-7, mid)
		w.reach(x, low+16)
	} else {
		reach := max(16, (end-x)/2)
		w.f(`<path class="%s" d="M%d %dC%d %d %d %d %d %d"/>`, class, x, y, x+reach, y, end-reach, mid, end-7, mid)
	}
	w.head(class, end, mid, 'r')
}

// downwards writes an arrow to a box below, through the places that the layers leave for it.
func (p *plan) downwards(w *picture, class string, i, x, y int) {
	to := &p.boxes[p.Arrows[i].To]
	w.f(`<path class="%s" d="M%d %d`, class, x, y)
	curve := func(toX, toY int) {
		reach := max(14, (toY-y)/2)
		w.f("C%d %d %d %d %d %d", x, y+reach, toX, toY-reach, toX, toY)
		x, y = toX, toY
	}
	for _, r := range p.routes[i] {
		curve(r.x, r.top)
		w.f("V%d", r.bottom)
		y = r.bottom
		w.reach(r.x, r.top)
	}
	curve(to.x+to.w/2, to.y-7)
	w.f(`"/>`)
	w.head(class, to.x+to.w/2, to.y, 'd')
}

// below writes an arrow to a box that is not the next one. The farther away the box is, the deeper the arrow
// bends.
func (p *plan) below(w *picture, class string, from, to *placed, x, y int) {
	far := 14 + min(60, max(from.x-to.x, to.x-from.x)/6)
	end, mid := to.y+to.h, to.x+to.w/3
	under := max(from.y+from.h, end) + far
	w.f(`<path class="%s" d="M%d %dC%d %d %d %d %d %d"/>`, class, x, y, x, under, mid, under, mid, end+7)
	w.head(class, mid, end, 'u')
	w.reach(mid, under)
}

// aside writes an arrow back to a box above or next to this one. It leaves the box on the nearer side and enters
// the other on the same side.
func (p *plan) aside(w *picture, class string, from, to *placed, x, y int) {
	mid := to.y + min(to.h/2, lineHeight)
	if x >= from.x+from.w/2 {
		out := max(from.x+from.w, to.x+to.w) + 22
		w.f(`<path class="%s" d="M%d %dC%d %d %d %d %d %d"/>`, class, x, y, out+8, y, out+8, mid, to.x+to.w+7, mid)
		w.head(class, to.x+to.w, mid, 'l')
		w.reach(out, mid)
		return
	}
	out := min(from.x, to.x) - 22
	w.f(`<path class="%s" d="M%d %dC%d %d %d %d %d %d"/>`, class, x, y, out-8, y, out-8, mid, to.x-7, mid)
	w.head(class, to.x, mid, 'r')
	w.reach(out, mid)
}

// head writes the tip of an arrow that points to the right, left, down or up.
func (w *picture) head(class string, x, y int, to rune) {
	d := map[rune]string{'r': "l-8 -4v8z", 'l': "l8 -4v8z", 'd': "l-4 -8h8z", 'u': "l-4 8h8z"}[to]
	w.f(`<path class="t%s" d="M%d %d%s"/>`, strings.TrimPrefix(class, "a"), x, y, d)
}
