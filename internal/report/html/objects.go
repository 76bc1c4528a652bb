package html

import (
	"fmt"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/draw"
)

// Limits of a picture.
const (
	mostBoxes  = 400
	mostCells  = 128
	inlineText = 22 // characters of a compound value that is written and not drawn
	cellText   = 44
)

// objects turns values into boxes with arrows.
type objects struct {
	graph draw.Graph
	// ids maps the number of a value with several references to its box. inside maps boxes to the box that
	// contains them.
	ids map[int]int
	// shared has the IDs that are referred to more than once.
	shared map[int]bool
	// paths has, for each box, the path from an input that leads to it.
	paths []string
	// dropped counts the values for which there was no room.
	dropped int
}

// newObjects draws variables as a frame with a cell for each, and the values they refer to below it.
func newObjects(frame string, vars []Value) *objects {
	o := &objects{ids: map[int]int{}, shared: map[int]bool{}}
	for _, v := range vars {
		o.findShared(v.Tree)
	}
	f := o.box(frame, "")
	o.graph.Boxes[f].Frame = true
	arrays := o.windows(vars)
	for _, v := range vars {
		if a, ok := arrays[v.Tree]; ok {
			o.window(f, v, a)
		} else {
			o.cell(f, v.Name, v.Tree, true)
		}
	}
	return o
}

// windows draws each array that several variables share, and returns the box for each such variable.
func (o *objects) windows(vars []Value) map[*tree.Value]int {
	members := map[int][]*tree.Value{}
	for _, v := range vars {
		if v.Tree != nil && v.Tree.Array != 0 {
			members[v.Tree.Array] = append(members[v.Tree.Array], v.Tree)
		}
	}
	arrays := map[*tree.Value]int{}
	for _, v := range vars {
		if v.Tree == nil || len(members[v.Tree.Array]) < 2 {
			continue
		}
		if _, done := arrays[v.Tree]; done {
			continue
		}
		array := &tree.Value{Kind: tree.Sequence, Type: v.Tree.Type}
		for _, m := range members[v.Tree.Array] {
			for k, e := range m.Elems {
				for len(array.Elems) <= m.At+k {
					array.Elems = append(array.Elems, &tree.Value{Kind: tree.Opaque, Text: "?"})
				}
				array.Elems[m.At+k] = e
			}
		}
		b := o.box("array of "+v.Tree.Type, fmt.Sprintf("array%d", v.Tree.Array))
		o.elements(b, array)
		for _, m := range members[v.Tree.Array] {
			arrays[m] = b
		}
	}
	return arrays
}

// window adds a variable that is a part of an array.
func (o *objects) window(f int, v Value, array int) {
	cells := &o.graph.Boxes[f].Cells
	*cells = append(*cells, draw.Cell{Label: visible(fmt.Sprintf("%s [%d:%d]", clip(v.Name, cellText), v.Tree.At, v.Tree.At+len(v.Tree.Elems))), Port: true})
	o.graph.Arrows = append(o.graph.Arrows, draw.Arrow{From: f, Cell: len(*cells) - 1, To: array})
}

// findShared finds values that are referred to more than once.
func (o *objects) findShared(v *tree.Value) {
	if v == nil {
		return
	}
	if v.Kind == tree.Shared {
		o.shared[v.ID] = true
	}
	for _, e := range v.Elems {
		o.findShared(e)
	}
}

// drawable reports whether a picture of a value shows more than its text.
func drawable(v *tree.Value) bool {
	switch v.Kind {
	case tree.Address, tree.Boxed:
		return len(v.Elems) > 0 && drawable(v.Elems[0])
	case tree.Compound, tree.Mapping:
		return len(v.Elems) > 0
	case tree.Sequence:
		return len(v.Elems) > 0 && !isText(v)
	case tree.ByCalls, tree.Asked, tree.Answering, tree.Yielded, tree.Shared:
		return true
	}
	return false
}

// isText reports whether a slice is written as a converted string.
func isText(v *tree.Value) bool { return strings.HasPrefix(tree.Literal(v), v.Type+"(\"") }

// box adds an empty box and returns its index.
func (o *objects) box(head, path string) int {
	o.graph.Boxes = append(o.graph.Boxes, draw.Box{Head: visible(clip(shortType(head), cellText))})
	o.paths = append(o.paths, path)
	return len(o.graph.Boxes) - 1
}

// cell adds a part of a box: a cell with an arrow, with nil, or with a text. Whole says that the
// value is drawn if it can be.
func (o *objects) cell(b int, label string, v *tree.Value, whole bool) {
	i := len(o.graph.Boxes[b].Cells)
	o.graph.Boxes[b].Cells = append(o.graph.Boxes[b].Cells, draw.Cell{Label: visible(clip(label, cellText))})
	text, to := "", -1
	switch {
	case v == nil:
	case v.Kind == tree.Nil:
		o.graph.Boxes[b].Cells[i].Nil = true
		return
	default:
		text, to = o.value(v, o.paths[b]+"."+label, whole)
	}
	c := &o.graph.Boxes[b].Cells[i]
	if to < 0 {
		c.Text = visible(text)
		return
	}
	c.Port = true
	// An arrow to an existing box shows that the value is shared.
	o.graph.Arrows = append(o.graph.Arrows, draw.Arrow{From: b, Cell: i, To: to})
}

// value returns the text of a value, or the box that it is drawn as.
func (o *objects) value(v *tree.Value, path string, whole bool) (text string, box int) {
	switch v.Kind {
	case tree.Shared:
		if b, ok := o.ids[v.ID]; ok {
			return "", b
		}
		return fmt.Sprintf("→ %d", v.ID), -1
	case tree.Boxed:
		if len(v.Elems) == 1 {
			return o.value(v.Elems[0], path, whole)
		}
	case tree.Address:
		if len(v.Elems) == 1 && !o.isInline(v, false) {
			return o.target(v, path)
		}
	}
	if !drawable(v) || o.isInline(v, whole) {
		return clip(literal(v), cellText), -1
	}
	if len(o.graph.Boxes) >= mostBoxes {
		o.dropped++
		return "…", -1
	}
	b := o.box(v.Type, path)
	if v.ID != 0 {
		o.ids[v.ID] = b
	}
	o.fill(b, v)
	return "", b
}

// target returns the box of the value that a pointer refers to. The pointer and its target have one box.
func (o *objects) target(v *tree.Value, path string) (string, int) {
	e := v.Elems[0]
	for e.Kind == tree.Boxed && len(e.Elems) == 1 {
		e = e.Elems[0]
	}
	if len(o.graph.Boxes) >= mostBoxes {
		o.dropped++
		return "…", -1
	}
	b := o.box(e.Type, path)
	for _, id := range [...]int{v.ID, e.ID} {
		if id != 0 {
			o.ids[id] = b
		}
	}
	if drawable(e) && e.Kind != tree.Address && e.Kind != tree.Shared {
		o.fill(b, e)
	} else {
		o.cell(b, "", e, false)
	}
	return "", b
}

// isInline reports whether a value is short enough to be written in place.
func (o *objects) isInline(v *tree.Value, whole bool) bool {
	if whole {
		return false
	}
	return o.isPlain(v, 0) && len(literal(v)) <= inlineText
}

// isPlain reports whether a value has no references to other values, and no references into it.
func (o *objects) isPlain(v *tree.Value, depth int) bool {
	switch v.Kind {
	case tree.Scalar, tree.Nil, tree.Function, tree.Opaque:
		return true
	case tree.Compound, tree.Sequence, tree.Mapping, tree.Boxed:
		if o.shared[v.ID] && v.ID != 0 || depth > 2 {
			return false
		}
		for _, e := range v.Elems {
			if !o.isPlain(e, depth+1) {
				return false
			}
		}
		return len(v.Room) == 0
	}
	return false
}

// fill gives a box the parts of a value.
func (o *objects) fill(b int, v *tree.Value) {
	switch v.Kind {
	case tree.Compound:
		o.fields(b, v)
	case tree.Sequence:
		o.elements(b, v)
	case tree.Mapping:
		o.entries(b, v)
	case tree.ByCalls:
		o.calls(b, v)
	case tree.Asked:
		for i := 2; i+1 < len(v.Elems); i += 2 {
			o.row(b, "("+list(v.Elems[i])+")", list(v.Elems[i+1]))
		}
	case tree.Answering:
		for i := 0; i+1 < len(v.Elems); i += 2 {
			o.row(b, "("+list(v.Elems[i])+")", list(v.Elems[i+1]))
		}
	case tree.Yielded:
		for i, e := range v.Elems {
			o.row(b, fmt.Sprint(i+1), list(e))
		}
	default:
		o.cell(b, "", v, false)
	}
}

// fields writes those of a struct: plain ones as rows, others as cells.
func (o *objects) fields(b int, v *tree.Value) {
	for i, e := range v.Elems {
		if e.Kind != tree.Nil && o.isInline(e, false) || e.Kind == tree.Scalar {
			o.row(b, v.Names[i], literal(e))
			if s := swatch(v.Names[i], e); s != "" {
				rows := o.graph.Boxes[b].Rows
				rows[len(rows)-1].Swatch = s
			}
		}
	}
	for i, e := range v.Elems {
		if e.Kind == tree.Nil || e.Kind != tree.Scalar && !o.isInline(e, false) {
			o.cell(b, v.Names[i], e, false)
		}
	}
}

func (o *objects) elements(b int, v *tree.Value) {
	for i, e := range v.Elems {
		if i == mostCells {
			o.graph.Boxes[b].Cells = append(o.graph.Boxes[b].Cells, draw.Cell{Text: fmt.Sprintf("… %d more", len(v.Elems)-i)})
			return
		}
		o.cell(b, fmt.Sprint(v.At+i), e, false)
	}
	for i, e := range v.Room {
		o.graph.Boxes[b].Cells = append(o.graph.Boxes[b].Cells, draw.Cell{Label: fmt.Sprintf("%d room", v.At+len(v.Elems)+i), Text: visible(clip(literal(e), inlineText))})
	}
}

// entries writes those of a map: as rows, or as cells if some values are drawn.
func (o *objects) entries(b int, v *tree.Value) {
	plain := true
	for i := 1; i < len(v.Elems); i += 2 {
		e := v.Elems[i]
		plain = plain && (e.Kind == tree.Nil || !drawable(e) || o.isInline(e, false)) && e.Kind != tree.Shared
	}
	for i := 0; i+1 < len(v.Elems); i += 2 {
		key := literal(v.Elems[i])
		if plain {
			o.row(b, key, literal(v.Elems[i+1]))
			continue
		}
		o.cell(b, key, v.Elems[i+1], false)
	}
}

// calls writes the statements that make a value.
func (o *objects) calls(b int, v *tree.Value) {
	statements, expr := tree.Literals([]*tree.Value{v})
	if len(statements) == 0 {
		statements = expr
	}
	for i, s := range statements {
		o.row(b, fmt.Sprintf("%d.", i+1), s)
	}
}

func (o *objects) row(b int, name, text string) {
	o.graph.Boxes[b].Rows = append(o.graph.Boxes[b].Rows, draw.Row{Name: visible(clip(name, cellText)), Text: visible(clip(text, cellText))})
}

// list writes the values of a list of arguments or results.
func list(v *tree.Value) string {
	var parts []string
	for _, e := range v.Elems {
		parts = append(parts, literal(e))
	}
	return strings.Join(parts, ", ")
}

// literal writes a value; types of containers are left out.
func literal(v *tree.Value) string {
	s := tree.Literal(v)
	switch v.Kind {
	case tree.Compound, tree.Sequence, tree.Mapping:
		return strings.TrimPrefix(s, v.Type)
	}
	return s
}

// shortType returns a type without import paths.
func shortType(t string) string {
	if i := strings.LastIndexByte(t, '/'); i >= 0 && !strings.ContainsAny(t, "[]( ") {
		return t[i+1:]
	}
	return t
}

// colours are those that values of types of colours are drawn in.
var colours = map[string]string{
	"red": "#d33a2c", "black": "#222", "white": "#fff", "green": "#2b8a3e", "blue": "#1c6fd1", "yellow": "#e6b800", "gray": "#888", "grey": "#888", "orange": "#e8590c",
}

// swatch returns the colour that a field says: the constant Red, or a true field that is called so.
func swatch(field string, v *tree.Value) string {
	if v.Kind != tree.Scalar {
		return ""
	}
	name := v.Const
	if name == "" && v.Text == "true" {
		name = field
	}
	name = strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	return colours[name]
}

// clip shortens a text to so many characters.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most-1]) + "…"
}
