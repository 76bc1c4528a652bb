package tree

import (
	"fmt"
	"strings"
)

// Drawings draws values that may share memory, after their names. Each struct, slice or map that contains others
// has a line with its plain parts, and the others are indented below it. Fields that are nil are left out. A
// value made by calls has a line for each call. A value that is referred to more than once has a number (#1),
// and so has an array with several windows.
func Drawings(names []string, vs []*Value) []string {
	w := newLiterals()
	for _, v := range vs {
		w.findShared(v)
	}
	var out []string
	for i, v := range vs {
		d := &drawing{shared: w.shared}
		if stmts, exprs := Named(names[i:i+1], vs[i:i+1]); v.Kind == ByCalls && len(stmts) > 0 {
			d.WriteString(strings.TrimSuffix(names[i]+": "+exprs[0], " "+names[i]) + "\n")
			for k, s := range stmts {
				first, rest := corners(k == len(stmts)-1)
				d.WriteString(first + strings.ReplaceAll(s, "\n", "\n"+rest) + "\n")
			}
		} else {
			d.node("", "", names[i]+": ", v)
		}
		out = append(out, strings.TrimSuffix(d.String(), "\n"))
	}
	return out
}

// A drawing collects lines. shared has the IDs that are referred to more than once.
type drawing struct {
	strings.Builder
	shared map[int]bool
}

// corners returns what precedes the first line of a part, and what precedes its other lines.
func corners(last bool) (first, rest string) {
	if last {
		return "└── ", "    "
	}
	return "├── ", "│   "
}

// A branch is a part that has lines of its own.
type branch struct {
	label string
	value *Value
}

// node draws a value after a label. First precedes its line, rest the lines below it.
func (d *drawing) node(first, rest, label string, v *Value) {
	head, branches := d.split(v)
	d.WriteString(first + label + strings.ReplaceAll(head, "\n", "\n"+rest) + "\n")
	for i, b := range branches {
		one, below := corners(i == len(branches)-1)
		d.node(rest+one, rest+below, b.label, b.value)
	}
}

// split returns the line of a value, and the parts that have lines of their own.
func (d *drawing) split(v *Value) (head string, branches []branch) {
	in, prefix := v, ""
	for in.Kind == Address || in.Kind == Boxed {
		if in.Kind == Address {
			prefix += "&"
		}
		in = in.Elems[0]
	}
	if in.Kind == Shared {
		return fmt.Sprintf("%s#%d", prefix, in.ID), nil
	}
	number := ""
	if id := numbered(v); d.shared[id] {
		number = fmt.Sprintf(" (#%d)", id)
	}
	if v.Array > 0 {
		number += fmt.Sprintf(" (array %d from element %d)", v.Array, v.At)
	}
	if !hasBranches(in) {
		return Literal(v) + number, nil
	}
	// The plain parts are written as a literal without the others.
	plain := *in
	plain.ID, plain.Elems, plain.Names, plain.Room, plain.Cap = 0, nil, nil, nil, 0
	switch in.Kind {
	case Compound:
		for i, e := range in.Elems {
			if isBranch(e) {
				branches = append(branches, branch{in.Names[i] + ": ", e})
			} else {
				plain.Elems, plain.Names = append(plain.Elems, e), append(plain.Names, in.Names[i])
			}
		}
	case Sequence:
		for i, e := range in.Elems {
			branches = append(branches, branch{fmt.Sprintf("[%d] ", i), e})
		}
	case Mapping:
		for i := 0; i+1 < len(in.Elems); i += 2 {
			branches = append(branches, branch{Literal(in.Elems[i]) + ": ", in.Elems[i+1]})
		}
	}
	return prefix + Literal(&plain) + number, branches
}

// numbered returns the number by which other parts refer to a value, or 0.
func numbered(v *Value) int {
	for v.ID == 0 && (v.Kind == Address || v.Kind == Boxed) {
		v = v.Elems[0]
	}
	return v.ID
}

// hasBranches reports whether a struct, slice, array or map contains a value that has a line of its
// own.
func hasBranches(v *Value) bool {
	switch v.Kind {
	case Compound, Sequence, Mapping:
		for _, e := range v.Elems {
			if isBranch(e) {
				return true
			}
		}
	}
	return false
}

// isBranch reports whether a value has a line of its own: it points to a struct, slice or map, was
// met before, or contains such values.
func isBranch(v *Value) bool {
	switch v.Kind {
	case Address:
		to := v.Elems[0]
		return to.Kind == Compound || to.Kind == Sequence || to.Kind == Mapping || isBranch(to)
	case Boxed:
		return isBranch(v.Elems[0])
	case Shared:
		return true
	}
	return hasBranches(v)
}
