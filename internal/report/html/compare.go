package html

import (
	"strings"

	"github.com/rtest-dev/rtest/internal/draw"
)

// compare marks the differences between two pictures. The same walk numbers the values of both, so boxes with
// the same number are the same value. Replaced arrays and boxes without a number are matched by equal contents,
// or by common contents and the same place.
func compare(before, after *objects) (differs bool) {
	twin := twins(before, after)
	back := map[int]int{}
	for b, a := range twin {
		back[a] = b
	}
	for i := range before.graph.Boxes {
		a, ok := twin[i]
		if !ok {
			before.graph.Boxes[i].Mark, differs = draw.Gone, true
			continue
		}
		differs = compareBoxes(before, after, i, a, twin) || differs
	}
	for i := range after.graph.Boxes {
		if _, ok := back[i]; !ok {
			after.graph.Boxes[i].Mark, differs = draw.New, true
		}
	}
	return differs
}

// twins matches the boxes of two pictures. It matches equal numbers first. Then it matches, in steps: equal
// contents that exist once, common contents in the same place, equal first rows that exist once, and the same
// place.
func twins(before, after *objects) map[int]int {
	twin, taken := map[int]int{0: 0}, map[int]bool{0: true}
	for id, i := range before.ids {
		if j, ok := after.ids[id]; ok {
			twin[i], taken[j] = j, true
		}
	}
	numbered := map[*objects]map[int]bool{before: before.numbered(), after: after.numbered()}
	join := func(key func(o *objects, i int) string) {
		known := map[string][]int{}
		for i := range after.graph.Boxes {
			if k := key(after, i); k != "" && !taken[i] && !numbered[after][i] {
				known[k] = append(known[k], i)
			}
		}
		mine := map[string]int{}
		for i := range before.graph.Boxes {
			if _, ok := twin[i]; !ok && !numbered[before][i] {
				mine[key(before, i)]++
			}
		}
		for i := range before.graph.Boxes {
			k := key(before, i)
			if _, ok := twin[i]; !ok && !numbered[before][i] && k != "" && mine[k] == 1 && len(known[k]) == 1 {
				twin[i], taken[known[k][0]] = known[k][0], true
			}
		}
	}
	join((*objects).contents)
	join(func(o *objects, i int) string { return o.paths[i] + "\n" + o.firstRow(i) })
	join((*objects).firstRow)
	join(func(o *objects, i int) string { return o.paths[i] + "\n" + o.graph.Boxes[i].Head })
	return twin
}

// numbered returns the boxes that are identified by their number. That excludes arrays, because append makes new
// ones.
func (o *objects) numbered() map[int]bool {
	out := map[int]bool{}
	for _, b := range o.ids {
		if !strings.HasPrefix(o.graph.Boxes[b].Head, "[") {
			out[b] = true
		}
	}
	return out
}

// contents returns the texts of a box, or nothing if it has none.
func (o *objects) contents(i int) string {
	b := &o.graph.Boxes[i]
	text := ""
	for _, r := range b.Rows {
		text += r.Name + "=" + r.Text + "\n"
	}
	for _, c := range b.Cells {
		if !c.Port && !c.Nil {
			text += c.Label + "=" + c.Text + "\n"
		}
	}
	if strings.Trim(text, "=\n") == "" {
		return ""
	}
	return b.Head + "\n" + text
}

func (o *objects) firstRow(i int) string {
	if b := &o.graph.Boxes[i]; len(b.Rows) > 0 {
		return b.Head + "\n" + b.Rows[0].Name + "=" + b.Rows[0].Text
	}
	return ""
}

// compareBoxes marks the parts of two boxes that differ.
func compareBoxes(before, after *objects, b, a int, twin map[int]int) (differs bool) {
	x, y := &before.graph.Boxes[b], &after.graph.Boxes[a]
	for i := range x.Rows {
		for j := range y.Rows {
			if x.Rows[i].Name == y.Rows[j].Name && x.Rows[i].Text != y.Rows[j].Text {
				x.Rows[i].Mark, y.Rows[j].Mark, differs = draw.Changed, draw.Changed, true
			}
		}
	}
	if x.Frame && y.Frame {
		return compareVariables(before, after, b, a, twin) || differs
	}
	for i := range y.Cells {
		if i >= len(x.Cells) {
			y.Cells[i].Mark, differs = draw.New, true
			continue
		}
		differs = compareCells(before, after, b, a, i, i, twin) || differs
	}
	for i := len(y.Cells); i < len(x.Cells); i++ {
		x.Cells[i].Mark, differs = draw.Gone, true
	}
	return differs
}

// compareVariables marks the variables that differ. One that is missing after the call is as before.
func compareVariables(before, after *objects, b, a int, twin map[int]int) (differs bool) {
	for i, x := range before.graph.Boxes[b].Cells {
		for j, y := range after.graph.Boxes[a].Cells {
			if x.Label == y.Label {
				differs = compareCells(before, after, b, a, i, j, twin) || differs
			}
		}
	}
	return differs
}

// compareCells marks a cell of both pictures, and its arrows, if they differ.
func compareCells(before, after *objects, b, a, i, j int, twin map[int]int) (differs bool) {
	x, y := &before.graph.Boxes[b].Cells[i], &after.graph.Boxes[a].Cells[j]
	p, q := before.arrow(b, i), after.arrow(a, j)
	same := x.Text == y.Text && x.Nil == y.Nil && (p == nil) == (q == nil)
	if p != nil && q != nil {
		to, ok := twin[p.To]
		same = same && ok && to == q.To
	}
	if same {
		return false
	}
	x.Mark, y.Mark = draw.Changed, draw.Changed
	if p != nil {
		p.Mark = draw.Gone
	}
	if q != nil {
		q.Mark = draw.New
	}
	return true
}

// arrow returns the one from a cell, or nil.
func (o *objects) arrow(box, cell int) *draw.Arrow {
	for i := range o.graph.Arrows {
		if a := &o.graph.Arrows[i]; a.From == box && a.Cell == cell {
			return a
		}
	}
	return nil
}
