package control

import (
	"cmp"
	"slices"
)

// Edits are changes of a text, by offset.
type edits []edit

// An edit replaces the text between two offsets. Closing texts come before others at one offset.
type edit struct {
	from, to int
	text     string
	closing  bool
}

// open inserts a text before a node, after the texts inserted before the nodes that enclose it.
func (e *edits) open(at int, text string) { *e = append(*e, edit{at, at, text, false}) }

// close inserts a text after a node whose inner nodes are already rewritten.
func (e *edits) close(at int, text string) { *e = append(*e, edit{at, at, text, true}) }

// replace replaces a text.
func (e *edits) replace(from, to int, text string) { *e = append(*e, edit{from, to, text, false}) }

// apply returns the text between two offsets with all edits made.
func (e edits) apply(text []byte, from, to int) []byte {
	sorted := slices.Clone(e)
	rank := func(x edit) int {
		switch {
		case x.closing:
			return 0
		case x.from == x.to:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(sorted, func(a, b edit) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(rank(a), rank(b))) })
	var out []byte
	for _, x := range sorted {
		if x.from < from || x.to > to {
			continue
		}
		out = append(append(out, text[from:x.from]...), x.text...)
		from = x.to
	}
	return append(out, text[from:to]...)
}
