package html

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	entities "html"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/decode/tree"
)

var update = flag.Bool("update", false, "write the golden files")

func number(n int) *tree.Value {
	return &tree.Value{Kind: tree.Scalar, Type: "int", Text: fmt.Sprint(n)}
}

func pointer(id int, v *tree.Value) *tree.Value {
	return &tree.Value{Kind: tree.Address, Type: "*" + v.Type, ID: id, Elems: []*tree.Value{v}}
}

func object(typ string, fields ...any) *tree.Value {
	v := &tree.Value{Kind: tree.Compound, Type: typ}
	for i := 0; i < len(fields); i += 2 {
		v.Names = append(v.Names, fields[i].(string))
		v.Elems = append(v.Elems, fields[i+1].(*tree.Value))
	}
	return v
}

var nilValue = &tree.Value{Kind: tree.Nil}

func shared(id int) *tree.Value { return &tree.Value{Kind: tree.Shared, ID: id} }

// node is a node of a red-black tree.
func node(id, key int, colour string, left, right *tree.Value) *tree.Value {
	if left == nil {
		left = nilValue
	}
	if right == nil {
		right = nilValue
	}
	c := &tree.Value{Kind: tree.Scalar, Type: "Color", Text: "0", Const: colour}
	return pointer(id, object("Tree", "Color", c, "Left", left, "Key", number(key), "Right", right))
}

// balanced is a tree of n nodes.
func balanced(n, from int, id *int) *tree.Value {
	if n == 0 {
		return nilValue
	}
	*id++
	me, left := *id, n/2
	l := balanced(left, from, id)
	return node(me, from+left, "Black", l, balanced(n-1-left, from+left+1, id))
}

func variable(name string, v *tree.Value) Value {
	return Value{Name: name, Text: tree.Literal(v), Tree: v}
}

func sequence(typ string, elems ...*tree.Value) *tree.Value {
	return &tree.Value{Kind: tree.Sequence, Type: typ, Elems: elems}
}

// hostile is text that would break out of a page, or show something else than it is.
const hostile = "</script><script>document.title='owned'</script><img src=https://example.com/x.png> \u202egnp.exe\u202c \u2066x\u2069 \x00\x1b[31m\u200b\ufeff"

// sample is a report with all that pages have.
func sample() *Report {
	ids := 0
	rotated := &Finding{
		Headline: "ensures RBT fails: ordered(t)", Pos: "redblack.go:12:3", Call: "Insert(t, 4) = …",
		Parts: []Clause{{Kind: "ordered(t)", Text: "false"}},
		Before: []Value{
			variable("t", node(1, 2, "Black", node(2, 1, "Red", nil, nil), node(3, 3, "Red", nil, nil))), variable("k", number(4)),
		},
		After:   []Value{variable("t", node(1, 3, "Black", node(2, 2, "Black", node(4, 1, "Red", nil, nil), nil), node(3, 4, "Red", nil, nil)))},
		Results: []Value{variable("result", number(4))},
		Facts:   []Fact{{"how often", "found at depth 3; 2 of 5 inputs of that depth fail in the same way"}},
		Again:   "rtest replay -run '^Insert$'", Shrink: []string{"Insert(big, 4)", "Insert(t, 4)"}, Output: "hello", Stack: []string{"insert redblack.go:20"},
	}
	large := &Finding{Headline: "panics: " + hostile, Pos: "a.go:1:2", Call: "F(" + hostile + ")", Before: []Value{variable("t", balanced(300, 0, &ids)), variable("s", &tree.Value{Kind: tree.Scalar, Type: "string", Text: `"` + strings.Repeat("long ", 2000) + `"`})}}
	many := &Function{Package: "example.com/m", Name: "Many", Verdict: "refuted", Tone: Bad, Counts: Counts{Inputs: "1\u2009000\u2009000", Depth: "4"}}
	for i := range 200 {
		x := *rotated
		x.Headline = fmt.Sprintf("panics: index %d out of range", i)
		many.Findings = append(many.Findings, &x)
	}
	race := &Function{Package: "example.com/m", Name: "Counter(race)", Verdict: "refuted", Tone: Bad, Findings: []*Finding{{
		Headline: "not linearizable", Text: "c := New(); then at the same time", Lanes: &Schedule{Names: []string{"A: c.Put()", "B: c.Put()"}, Steps: []Step{
			{Lane: 0, Place: "c.go:4 (locks)", Text: "c.mu.Lock()"}, {Lane: 1, Place: "c.go:4 (locks)", Text: "c.mu.Lock()", Blamed: true, After: []int{0}},
		}},
	}}}
	good := &Function{
		Package: "example.com/m", Name: "Pop", Verdict: "exhausted", Tone: Good, Pos: "heap.go:3:6", Counts: Counts{Inputs: "8\u2009000", Beyond: "997", Depth: "4", Time: "0.12s"},
		Tested: Tested{
			Reach: "8000 inputs, exhausted to depth 4", Proof: "proved for all data up to depth 4", Bounds: "depth 4",
			Contract: []Clause{{Kind: "requires", Text: "len(h) > 0"}, {Kind: "sig", Text: "h Heap", Unfolded: "isHeap(h)"}},
			Inputs:   []Input{{Name: "h", Says: "[]int, up to 4 elements", Parts: []Clause{{Kind: "h[i]", Text: "-4..4"}}}},
		},
		Tables: []*Table{{Title: "Classes of inputs", Head: []string{"Class", "inputs"}, Rows: [][]string{{"short", "7\u2009000"}, {hostile, "1\u2009000"}}, Bar: 1}},
		Notes:  []Notice{{Tone: Warn, Pos: "heap.go:9:2", Text: "no tried input reaches line 9"}},
		Source: &Source{File: "heap.go:3", Coverage: "3 of 4 statements reached", Lines: []Line{
			{Number: 3, Parts: []Token{{"k", "func"}, {"", " Pop(h Heap) int {"}}, Cover: Reached, Goals: []Goal{{Kind: "the condition is true", State: "reached", Text: "Pop(Heap{1})", Tone: Good}, {Kind: "panics", State: "open", Text: "too large", Tone: Warn}}},
			{Number: 4, Parts: []Token{{"", "\t" + strings.Repeat("wide ", 60)}}, Cover: Missed}, {Number: 5, Parts: []Token{{"", "}"}}, Cover: Partly},
		}},
	}
	return &Report{
		Title: "rtest report", Version: "v1", Packages: []*Package{
			{Path: "example.com/m", Tone: Bad, Summary: "4 functions", Time: "0.3s", Notices: []Notice{{Tone: Warn, Pos: "m.go:3:1", Text: hostile}}, Functions: []*Function{
				{Package: "example.com/m", Name: "Insert", Verdict: "refuted", Tone: Bad, Findings: []*Finding{rotated}}, {Package: "example.com/m", Name: "Large", Verdict: "refuted", Tone: Bad, Findings: []*Finding{large}},
				many, race, good, {Package: "example.com/m", Name: "insert", Verdict: "spent", Tone: Warn, Reason: "the time is over"},
			}},
			{Path: "example.com/none", Tone: Mute, Summary: "no contracts"},
		},
		Sheets: []*Sheet{{Title: "Ranking", Summary: "3 implementations", Order: &Order{Title: "Who has more bugs", Nodes: []OrderNode{{Head: "a"}, {Head: "b", Rows: []Fact{{"bugs", "1"}}}, {Head: "c"}}, Edges: [][2]int{{0, 1}, {0, 2}}}, Tables: []*Table{{Title: "Bugs", Head: []string{"Bug"}, Rows: [][]string{{"1"}}, Bar: -1}}}},
	}
}

func filesOf(t *testing.T, r *Report) map[string]string {
	t.Helper()
	files, err := r.Files()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range files {
		out[f.Name] = string(f.Data)
	}
	if len(out) != len(files) {
		t.Error("two pages have one name")
	}
	return out
}

func TestPages(t *testing.T) {
	files := filesOf(t, sample())
	again := filesOf(t, sample())
	for name, text := range files {
		if again[name] != text {
			t.Errorf("%s: the same report has other bytes the second time", name)
		}
		if len(text) > 1<<20 {
			t.Errorf("%s has %d bytes, more than 1 MiB", name, len(text))
		}
		if i := strings.IndexFunc(text, isHidden); i >= 0 {
			t.Errorf("%s has the hidden character %q", name, text[i:i+4])
		}
		if strings.Contains(text, "<img") || strings.Contains(text, "ZgotmplZ") || strings.Count(text, "<script>") != 1 {
			t.Errorf("%s has elements of a text", name)
		}
		wellFormed(t, name, text)
	}
	if _, ok := files["example.com-m.insert-2.html"]; !ok {
		t.Error("pages whose names differ by their case alone would be one file on some systems")
	}
	for _, want := range []string{"⟨U+202E⟩gnp.exe", "⟨U+0000⟩⟨U+001B⟩[31m⟨U+200B⟩", "</script><script>document"} {
		if !strings.Contains(entities.UnescapeString(files["example.com-m.Large.html"]), want) {
			t.Errorf("the page with hostile text lacks %s", want)
		}
	}
}

// wellFormed checks that the elements of a page nest.
func wellFormed(t *testing.T, name, text string) {
	t.Helper()
	for _, e := range []string{"style", "script"} {
		before, rest, _ := strings.Cut(text, "<"+e+">")
		_, after, _ := strings.Cut(rest, "</"+e+">")
		text = before + after
	}
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
}

// TestFigures compares the pictures of values with their files.
func TestFigures(t *testing.T) {
	ring := func(last int) *tree.Value {
		return pointer(1, object("Node", "Val", number(0), "Next", pointer(2, object("Node", "Val", number(1), "Next", shared(last), "Prev", shared(1))), "Prev", nilValue))
	}
	array := func(at int, elems ...*tree.Value) *tree.Value {
		v := sequence("[]int", elems...)
		v.Array, v.At = 1, at
		return v
	}
	room := sequence("[]int", number(1))
	room.Room = []*tree.Value{number(0), number(7)}
	for name, x := range map[string]*Finding{
		"redblack": sample().Packages[0].Functions[0].Findings[0],
		"ring":     {Before: []Value{variable("l", ring(1))}, After: []Value{variable("l", ring(2))}},
		"map": {Before: []Value{variable("m", &tree.Value{Kind: tree.Mapping, Type: "map[string]*T", Elems: []*tree.Value{
			{Kind: tree.Scalar, Type: "string", Text: `"a"`}, pointer(1, object("T", "n", number(1), "xs", sequence("[]int", number(1), number(2)))), {Kind: tree.Scalar, Type: "string", Text: `"b"`}, shared(1), {Kind: tree.Scalar, Type: "string", Text: `"c"`}, nilValue,
		}})}, Results: []Value{variable("n", &tree.Value{Kind: tree.Mapping, Type: "map[int]bool", Elems: []*tree.Value{number(1), {Kind: tree.Scalar, Type: "bool", Text: "true"}}})}},
		"windows": {Before: []Value{variable("p", array(0, number(1), number(2))), variable("q", array(1, number(2), number(3)))}, After: []Value{variable("p", array(0, number(1), number(5))), variable("q", array(1, number(5), number(3)))}},
		"room":    {Before: []Value{variable("s", room)}},
	} {
		figures, legend := x.figures("f1", "F")
		var b bytes.Buffer
		for _, f := range figures {
			fmt.Fprintf(&b, "<!-- %s -->\n%s", f.Caption, f.SVG)
		}
		if legend != (len(x.After) > 0) {
			t.Errorf("%s: legend is %t", name, legend)
		}
		file := filepath.Join("testdata", name+".svgs")
		if *update {
			if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(want, b.Bytes()) {
			t.Errorf("%s differs from %s:\n%s", name, file, b.Bytes())
		}
	}
}

// TestLongList draws a list that is longer than a picture may be.
func TestLongList(t *testing.T) {
	v := nilValue
	for i := range 100_000 {
		v = pointer(100_000-i, object("Node", "Next", v))
	}
	o := newObjects("arguments", []Value{{Name: "l", Tree: v}})
	if n := len(o.graph.Boxes); n != mostBoxes || o.dropped != 1 {
		t.Errorf("%d boxes, %d dropped", n, o.dropped)
	}
	o.graph.SVG()
}

// TestWrite replaces an earlier report, and leaves other files alone.
func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "report")
	page := File{Name: "x.html", Data: []byte("<html>" + generator)}
	if err := Write(dir, []File{{Name: "index.html"}, page}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "mine.html"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, []File{{Name: "index.html"}}); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 2 || left[0].Name() != "index.html" || left[1].Name() != "mine.html" {
		t.Errorf("left: %v", left)
	}
	if text := filesOf(t, sample())["index.html"]; !strings.Contains(text, generator) {
		t.Error("pages do not say who wrote them")
	}
}
