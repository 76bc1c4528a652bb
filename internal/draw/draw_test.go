package draw

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares a picture with its file, and checks that it is well-formed.
func golden(t *testing.T, name, svg string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	file := filepath.Join("testdata", name+".svg")
	if *update {
		if err := os.WriteFile(file, []byte(svg), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != svg {
		t.Errorf("%s differs from the golden file:\n%s", name, svg)
	}
}

// binary is a node of a binary tree.
func binary(key, left, right int) Box {
	return Box{Head: "Node", Rows: []Row{{Name: "Key", Text: fmt.Sprint(key)}}, Cells: []Cell{
		{Label: "Left", Port: left >= 0, Nil: left < 0}, {Label: "Right", Port: right >= 0, Nil: right < 0},
	}}
}

// connect adds the arrows of nodes to the boxes that their keys say.
func connect(g *Graph, from, cell, to int) {
	g.Arrows = append(g.Arrows, Arrow{From: from, Cell: cell, To: to})
}

func TestTree(t *testing.T) {
	g := &Graph{ID: "t", Title: "A tree", Desc: "2 with 1 and 3 <below>", Boxes: []Box{
		{Head: "call", Frame: true, Cells: []Cell{{Label: "t", Port: true}, {Label: "k", Text: "4"}}},
		binary(2, 1, 1), binary(1, -1, -1), binary(3, -1, 1), binary(4, -1, -1),
	}}
	connect(g, 0, 0, 1)
	connect(g, 1, 0, 2)
	connect(g, 1, 1, 3)
	connect(g, 3, 1, 4)
	g.Boxes[4].Mark, g.Boxes[3].Cells[1].Mark, g.Arrows[3].Mark = New, Changed, New
	golden(t, "tree", g.SVG())
}

func TestLists(t *testing.T) {
	g := &Graph{ID: "l", Title: "A ring", Desc: "three nodes", Boxes: []Box{{Head: "call", Frame: true, Cells: []Cell{{Label: "l", Port: true}}}}}
	for i := range 3 {
		g.Boxes = append(g.Boxes, Box{Rows: []Row{{Name: "Val", Text: fmt.Sprint(i)}, {Name: "Color", Text: "Red", Swatch: "#c00"}}, Cells: []Cell{{Label: "Next", Port: true}, {Label: "Prev", Port: true}}})
	}
	connect(g, 0, 0, 1)
	for i := range 3 {
		connect(g, 1+i, 0, 1+(i+1)%3)
		connect(g, 1+i, 1, 1+(i+2)%3)
	}
	if !g.IsList() {
		t.Error("a ring is not drawn as a list")
	}
	golden(t, "ring", g.SVG())
	if g.Down = true; g.IsList() {
		t.Error("a list that is to grow downwards does not")
	}
}

func TestShared(t *testing.T) {
	g := &Graph{ID: "s", Title: "Shared", Desc: "a diamond with a long arrow"}
	for _, head := range []string{"a", "b", "c", "d"} {
		g.Boxes = append(g.Boxes, Box{Head: head, Cells: []Cell{{Label: "x", Port: true}, {Label: "y", Port: true}, {Label: "z", Port: true}}})
	}
	g.Arrows = []Arrow{{From: 0, Cell: 0, To: 1}, {From: 0, Cell: 1, To: 2}, {From: 0, Cell: 2, To: 3}, {From: 1, Cell: 0, To: 3}, {From: 2, Cell: 1, To: 3}, {From: 3, Cell: 0, To: 0}}
	golden(t, "shared", g.SVG())
}

// TestOutline draws a tree that is too large to be placed, with an arrow back to its root.
func TestOutline(t *testing.T) {
	g := &Graph{ID: "o", Title: "A large tree", Desc: "60 nodes"}
	for i := range 60 {
		b := binary(i, -1, -1)
		for cell := range 2 {
			if to := 2*i + 1 + cell; to < 60 {
				b.Cells[cell] = Cell{Label: b.Cells[cell].Label, Port: true}
				connect(g, i, cell, to)
			}
		}
		g.Boxes = append(g.Boxes, b)
	}
	g.Boxes[59].Cells[0] = Cell{Label: "Left", Port: true}
	connect(g, 59, 0, 0)
	g.Boxes[58].Mark = New
	golden(t, "outline", g.SVG())
}

func TestStrip(t *testing.T) {
	g := &Graph{ID: "w", Title: "A slice", Desc: "100 numbers", Boxes: []Box{{Head: "[]int"}}}
	for i := range 100 {
		g.Boxes[0].Cells = append(g.Boxes[0].Cells, Cell{Label: fmt.Sprint(i), Text: fmt.Sprint(i * i)})
	}
	golden(t, "slice", g.SVG())
}

func TestLanes(t *testing.T) {
	l := &Lanes{ID: "l", Title: "Schedule", Desc: "A locks, then B", Names: []string{"A: c.Put()", "B: c.Get(); c.Put()"}, Steps: []Step{
		{Lane: 0, Place: "c.go:4 (locks)", Text: "c.mu.Lock()"}, {Lane: 1, Place: "c.go:9 (reads)", Text: "return c.n", Mark: Changed}, {Lane: 0, Place: "c.go:5 (writes)", Text: "c.n++"},
		{Lane: 0, Place: "c.go:6 (unlocks)", Text: "c.mu.Unlock()"}, {Lane: 1, Place: "c.go:10 (locks)", Text: "c.mu.Lock()", After: []int{3}}, {Lane: 1, Place: "c.go:11 (writes)", Text: "c.n = 0", After: []int{2}},
	}}
	golden(t, "lanes", l.SVG())
}

// TestNoOverlap lays out random graphs: no two boxes overlap in any layout.
func TestNoOverlap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		g := &Graph{}
		size := 1 + rng.IntN(40)
		for i := range size {
			b := Box{Head: strings.Repeat("T", rng.IntN(12))}
			for range rng.IntN(4) {
				b.Rows = append(b.Rows, Row{Name: "name", Text: strings.Repeat("x", rng.IntN(20))})
			}
			for range rng.IntN(4) {
				to := rng.IntN(size)
				if n%3 > 0 {
					to = i + 1 + rng.IntN(3)
				}
				if b.Cells = append(b.Cells, Cell{Label: "c", Port: to < size, Nil: to >= size}); to < size {
					connect(g, i, len(b.Cells)-1, to)
				}
			}
			g.Boxes = append(g.Boxes, b)
		}
		g.Layered = n%2 == 0
		p := newPlan(g)
		if p.place(); len(p.boxes) != size {
			t.Fatal("boxes are lost")
		}
		for i, a := range p.boxes {
			for _, b := range p.boxes[:i] {
				if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
					t.Fatalf("graph %d: boxes at %d,%d (%dx%d) and %d,%d (%dx%d) meet", n, a.x, a.y, a.w, a.h, b.x, b.y, b.w, b.h)
				}
			}
		}
	}
}

// TestHasse counts the crossings of an order that can be drawn without any.
func TestHasse(t *testing.T) {
	g := &Graph{ID: "h", Title: "An order", Desc: "a cube", Layered: true}
	for i := range 8 {
		g.Boxes = append(g.Boxes, Box{Head: fmt.Sprintf("%03b", i)})
	}
	for i := range 8 {
		for bit := 1; bit < 8; bit <<= 1 {
			if i&bit == 0 {
				g.Arrows = append(g.Arrows, Arrow{From: i, Cell: -1, To: i | bit})
			}
		}
	}
	p := newPlan(g)
	l := p.layers()
	l.order()
	if n := l.crossings(); n > 2 {
		t.Errorf("the order of a cube has %d crossings; 2 are enough", n)
	}
	golden(t, "order", g.SVG())
}
