package html

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/draw"
)

// Limits of a page.
const (
	openFindings = 3       // findings that are shown without asking
	figureBudget = 500_000 // bytes of pictures
	literalText  = 20_000  // characters of a value
	mostShrink   = 40
)

// A findingView is a finding as the template needs it.
type findingView struct {
	*Finding
	ID       string
	Closed   bool
	Figures  []figure
	Legend   bool
	NotDrawn string
	Values   []Value
	Call     string

	ShrinkTitle string
	Shrink      []string
}

// A figure is a picture with its caption.
type figure struct {
	Caption string
	SVG     template.HTML
}

// viewOf draws a finding. Left is how much of the page is left for pictures.
func viewOf(x *Finding, id, function string, left *int) findingView {
	v := findingView{Finding: x, ID: id, Call: clip(x.Call, literalText), Values: x.literals()}
	v.shrinkage()
	switch figures, legend := x.figures(id, function); {
	case sizeOf(figures) > *left:
		v.NotDrawn = "The pictures are left out: the page would be too large."
	default:
		*left -= sizeOf(figures)
		v.Figures, v.Legend = figures, legend
	}
	return v
}

func sizeOf(figures []figure) (n int) {
	for _, f := range figures {
		n += len(f.SVG)
	}
	return n
}

// shrinkage shows the first and the last calls of a long history.
func (v *findingView) shrinkage() {
	calls := v.Finding.Shrink
	v.ShrinkTitle = "How it was made smaller"
	for i, c := range calls {
		if skip := len(calls) - mostShrink; skip > 0 && i >= mostShrink/2 && i < mostShrink/2+skip {
			if i == mostShrink/2 {
				v.Shrink = append(v.Shrink, fmt.Sprintf("… %d more", skip))
			}
			continue
		}
		v.Shrink = append(v.Shrink, clip(c, 2000))
	}
}

// literals returns the values as source, without those that the call shows as well.
func (x *Finding) literals() (list []Value) {
	for _, a := range x.Before {
		list = append(list, Value{Name: a.Name, Text: clip(a.Text, literalText)})
	}
	for _, a := range x.After {
		list = append(list, Value{Name: a.Name + " after the call", Text: clip(a.Text, literalText)})
	}
	for _, a := range x.Results {
		list = append(list, Value{Name: a.Name, Text: clip(a.Text, literalText)})
	}
	return list
}

// figures draws the values before and after the call, the results, and the schedule. Legend says
// that differences are marked.
func (x *Finding) figures(id, function string) (list []figure, legend bool) {
	type picture struct {
		caption, part string
		*objects
		vars []Value
	}
	var all []picture
	switch {
	case !anyDrawable(x.Before) && !anyDrawable(x.After):
	case len(x.After) == 0:
		all = append(all, picture{"Arguments", "b", newObjects("arguments", x.Before), x.Before})
	default:
		after := x.allAfter()
		o, a := newObjects("before the call", x.Before), newObjects("after the call", after)
		legend = compare(o, a)
		all = append(all, picture{"Arguments before the call", "b", o, x.Before}, picture{"Arguments after the call", "a", a, after})
	}
	if anyDrawable(x.Results) {
		all = append(all, picture{"Results", "r", newObjects("results", x.Results), x.Results})
	}
	// All pictures of a finding grow in one direction.
	down := slices.ContainsFunc(all, func(p picture) bool { return !p.graph.IsList() })
	for _, p := range all {
		g := &p.graph
		g.ID, g.Title, g.Desc, g.Down = id+p.part, visible(p.caption+" of "+function), visible(describe(p.vars, p.dropped)), down
		list = append(list, figure{p.caption, template.HTML(g.SVG())})
	}
	if x.Lanes != nil && len(x.Lanes.Steps) > 0 {
		list = append(list, x.Lanes.figure(id))
	}
	return list, legend
}

// allAfter returns the arguments after the call: those that it changed, and the others as before. What is
// part of another argument has no value of its own there.
func (x *Finding) allAfter() (list []Value) {
	changed := map[string]Value{}
	for _, a := range x.After {
		changed[a.Name] = a
	}
	for _, b := range x.Before {
		if a, ok := changed[b.Name]; ok {
			list = append(list, a)
		} else if b.Tree != nil && !drawable(b.Tree) {
			list = append(list, b)
		}
	}
	return list
}

// anyDrawable reports whether a picture shows more than the text of the call, which already has the calls that
// make a value.
func anyDrawable(vars []Value) bool {
	return slices.ContainsFunc(vars, func(v Value) bool {
		return v.Tree != nil && drawable(v.Tree) && v.Tree.Kind != tree.ByCalls
	})
}

// descText is how much of the values the description of a picture has.
const descText = 1500

// describe says in words what a picture shows.
func describe(vars []Value, dropped int) string {
	var parts []string
	for _, v := range vars {
		parts = append(parts, v.Name+" is "+v.Text)
	}
	s := clip(strings.Join(parts, "; "), descText)
	if dropped > 0 {
		s += fmt.Sprintf(" (%d parts are not drawn)", dropped)
	}
	return s
}

// figure draws a schedule.
func (s *Schedule) figure(id string) figure {
	l := draw.Lanes{ID: id + "l", Title: "Schedule"}
	for _, n := range s.Names {
		l.Names = append(l.Names, visible(clip(n, cellText)))
	}
	var words []string
	for _, st := range s.Steps {
		step := draw.Step{Lane: st.Lane, Place: visible(clip(st.Place, 60)), Text: visible(clip(st.Text, 60)), After: st.After}
		if st.Blamed {
			step.Mark = draw.Changed
		}
		l.Steps = append(l.Steps, step)
		if st.Lane >= 0 && st.Lane < len(s.Names) {
			words = append(words, s.Names[st.Lane]+" at "+st.Place+": "+st.Text)
		}
	}
	l.Desc = visible(clip(strings.Join(words, "; then "), 2*descText))
	return figure{"Schedule: what each goroutine does, in order", template.HTML(l.SVG())}
}

// figure draws an order: greater nodes below.
func (o *Order) figure() *figure {
	g := draw.Graph{ID: "order", Title: visible(o.Title), Layered: true}
	var words []string
	for _, n := range o.Nodes {
		b := draw.Box{Head: visible(clip(n.Head, 60))}
		for _, r := range n.Rows {
			b.Rows = append(b.Rows, draw.Row{Name: visible(clip(r.Name, 60)), Text: visible(clip(r.Text, 60))})
		}
		g.Boxes = append(g.Boxes, b)
	}
	for _, e := range o.Edges {
		g.Arrows = append(g.Arrows, draw.Arrow{From: e[0], Cell: -1, To: e[1]})
		words = append(words, o.Nodes[e[0]].Head+" before "+o.Nodes[e[1]].Head)
	}
	g.Desc = visible(clip(strings.Join(words, "; "), 2*descText))
	return &figure{o.Title, template.HTML(g.SVG())}
}

// A tableView is a table as the template needs it.
type tableView struct {
	Title, Note string
	Head        []cellView
	Rows        []rowView
	Bars        bool
	Folded      bool
}

type rowView struct {
	Cells []cellView
	Bar   string
}

type cellView struct {
	Text      string
	Num, Code bool
}

func tableOf(t *Table) tableView {
	v := tableView{Title: t.Title, Note: t.Note, Bars: t.Bar >= 0, Folded: t.Folded}
	number := make([]bool, len(t.Head))
	for i := range t.Head {
		number[i] = len(t.Rows) > 0
		for _, r := range t.Rows {
			number[i] = number[i] && i < len(r) && isNumber(r[i])
		}
		v.Head = append(v.Head, cellView{Text: t.Head[i], Num: number[i]})
	}
	most := 0.0
	for _, r := range t.Rows {
		if t.Bar >= 0 && t.Bar < len(r) {
			most = max(most, numberOf(r[t.Bar]))
		}
	}
	for _, r := range t.Rows {
		row := rowView{}
		for i, c := range r {
			num := i < len(number) && number[i]
			row.Cells = append(row.Cells, cellView{Text: clip(c, 2000), Num: num, Code: i < t.Code})
		}
		if t.Bar >= 0 && most > 0 {
			row.Bar = strconv.FormatFloat(100*numberOf(r[t.Bar])/most, 'f', 1, 64)
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

func isNumber(s string) bool {
	return strings.Trim(s, "0123456789.,%\u2009") == ""
}

func numberOf(s string) float64 {
	f, err := strconv.ParseFloat(strings.NewReplacer("\u2009", "", ",", "", "%", "").Replace(s), 64)
	if err != nil {
		return 0
	}
	return f
}
