package tree

import (
	"fmt"
	"strings"
)

// Drawing draws a recursive value as an indented tree. Each struct of a type that contains itself
// has a line with its other fields. Below it, indented, come the structs it refers to, labeled by
// the way there. Drawing returns "" if no struct in v is inside another of its own type.
//
//	Tree{Key: 2}
//	    Left: Tree{Key: 1}
//	    Right: Tree{Key: 3}
func Drawing(v *Value) string {
	d := &drawing{types: map[string]bool{}}
	d.find(v, map[string]bool{})
	if len(d.types) == 0 {
		return ""
	}
	d.draw("", v, 0)
	return d.b.String()
}

type drawing struct {
	// types are the types of which a struct is inside another.
	types map[string]bool
	b     strings.Builder
}

func (d *drawing) find(v *Value, around map[string]bool) {
	if v.Kind == Compound {
		if around[v.Type] {
			d.types[v.Type] = true
		}
		if !around[v.Type] {
			around[v.Type] = true
			defer delete(around, v.Type)
		}
	}
	for _, e := range v.Elems {
		d.find(e, around)
	}
}

// holds reports whether v contains a struct that has a line of its own.
func (d *drawing) holds(v *Value) bool {
	if v.Kind == Compound && d.types[v.Type] {
		return true
	}
	for _, e := range v.Elems {
		if d.holds(e) {
			return true
		}
	}
	return false
}

// draw writes the outermost of these structs in v, each on a line.
func (d *drawing) draw(label string, v *Value, depth int) {
	switch {
	case !d.holds(v):
		return
	case v.Kind == Compound:
		d.node(label, v, depth)
		return
	case v.Kind == Mapping:
		for i := 0; i+1 < len(v.Elems); i += 2 {
			key := label + "[" + Literal(v.Elems[i]) + "]"
			d.draw(key, v.Elems[i], depth)
			d.draw(key, v.Elems[i+1], depth)
		}
		return
	}
	for i, e := range v.Elems {
		if v.Kind == Sequence {
			d.draw(fmt.Sprintf("%s[%d]", label, i), e, depth)
		} else {
			d.draw(label, e, depth)
		}
	}
}

func (d *drawing) node(label string, v *Value, depth int) {
	flat := &Value{Kind: Compound, Type: v.Type}
	for i, e := range v.Elems {
		if e.Kind != Shared && !d.holds(e) {
			flat.Elems, flat.Names = append(flat.Elems, e), append(flat.Names, v.Names[i])
		}
	}
	if label != "" {
		label += ": "
	}
	fmt.Fprintf(&d.b, "%s%s%s\n", strings.Repeat("    ", depth), label, Literal(flat))
	for i, e := range v.Elems {
		if e.Kind == Shared {
			fmt.Fprintf(&d.b, "%s%s: met above\n", strings.Repeat("    ", depth+1), v.Names[i])
			continue
		}
		d.draw(v.Names[i], e, depth+1)
	}
}
