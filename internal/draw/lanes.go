package draw

import "slices"

// Lanes are the steps of several goroutines in the order of execution, with a lane for each goroutine. Arrows lead
// from a step to those that it happens before. A dotted arrow leads to the next step where nothing but the schedule
// orders the two.
type Lanes struct {
	ID, Title, Desc string
	// Names are those of the lanes.
	Names []string
	Steps []Step
}

// A Step is something that one lane does. Place is where, Text is what. After are the steps of other lanes that happen
// directly before it, by their indices.
type Step struct {
	Lane        int
	Place, Text string
	After       []int
	// Mark is Changed for a step that the finding is about.
	Mark Mark
}

const (
	laneGap    = 18
	laneHead   = 26
	stepHeight = 36
	stepGap    = 10
)

// SVG draws the lanes downwards.
func (l *Lanes) SVG() string {
	w := &picture{}
	widths := l.widths()
	var lefts []int
	x := 34
	for _, width := range widths {
		lefts = append(lefts, x)
		x += width + laneGap
	}
	bottom := laneHead + len(l.Steps)*(stepHeight+stepGap)
	w.reach(0, 0)
	w.reach(max(x-laneGap, 60), bottom)
	for i, name := range l.Names {
		middle := lefts[i] + widths[i]/2
		w.text("lane", middle, 14, name)
		w.f(`<path class="life" d="M%d %dV%d"/>`+"\n", middle, laneHead-4, bottom)
	}
	for i, s := range l.Steps {
		if s.Lane < 0 || s.Lane >= len(lefts) {
			continue
		}
		y := laneHead + i*(stepHeight+stepGap)
		left, width := lefts[s.Lane], widths[s.Lane]
		for _, from := range s.After {
			l.arrow(w, "a", from, i, lefts, widths)
		}
		if i > 0 && l.Steps[i-1].Lane != s.Lane && !slices.Contains(s.After, i-1) {
			l.arrow(w, "a switch", i-1, i, lefts, widths)
		}
		w.f(`<g class="box%s"><rect class="b" x="%d" y="%d" width="%d" height="%d" rx="3"/>`, s.Mark.class(), left, y, width, stepHeight)
		w.text("h", left+padding, y+14, s.Place)
		w.text("v", left+padding, y+29, s.Text)
		w.f("</g>")
		w.f(`<text class="no" x="%d" y="%d">%d</text>`+"\n", 22, y+22, i+1)
	}
	return w.finish(l.ID, l.Title, l.Desc)
}

// arrow writes an arrow from a step to a later one of another lane, between the sides that face each other.
func (l *Lanes) arrow(w *picture, class string, from, to int, lefts, widths []int) {
	a, b := l.Steps[from].Lane, l.Steps[to].Lane
	if a < 0 || a >= len(lefts) || a == b {
		return
	}
	middle := func(i int) int { return laneHead + i*(stepHeight+stepGap) + stepHeight/2 }
	x, end, way, bend := lefts[a]+widths[a], lefts[b], 'r', laneGap
	if b < a {
		x, end, way, bend = lefts[a], lefts[b]+widths[b], 'l', -laneGap
	}
	tip := end - bend/3
	w.f(`<path class="%s" d="M%d %dC%d %d %d %d %d %d"/>`, class, x, middle(from)+stepHeight/4, x+bend, middle(from)+stepHeight/4, end-bend, middle(to)-stepHeight/4, tip, middle(to)-stepHeight/4)
	w.head(class, end, middle(to)-stepHeight/4, way)
}

// widths returns the width of each lane.
func (l *Lanes) widths() []int {
	widths := slices.Repeat([]int{100}, len(l.Names))
	for i, name := range l.Names {
		widths[i] = max(widths[i], textWidth(name)+2*padding)
	}
	for _, s := range l.Steps {
		if s.Lane >= 0 && s.Lane < len(widths) {
			widths[s.Lane] = max(widths[s.Lane], textWidth(s.Text)+2*padding, labelWidth(s.Place)+2*padding)
		}
	}
	return widths
}
