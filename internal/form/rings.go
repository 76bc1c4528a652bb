package form

import (
	"math"
	"slices"
)

const (
	// ringLeast is the least number of values of a data variable that is divided into rings.
	ringLeast = 1 << 10
	// The first ring has 1<<ringFirst magnitudes; each further one has 1<<ringStep times as many as
	// the ring before.
	ringFirst, ringStep = 4, 3
)

// Rings divides the solutions of a form by the magnitudes of its data. In the first ring, every
// variable with many values has one of the first few of them. In each further ring, variables range
// over eight times as many values, and some variable has a value outside the ring before. Together
// the rings have the solutions of the form, each once. So solutions with small values come before
// those with one small and one huge value.
//
// Within a ring the order is that of the form. There are no rings for a form without variables with
// many values.
func (f *Form) Rings() []*Form {
	var parted []int
	for i := range f.Vars {
		if f.Vars[i].parted() {
			parted = append(parted, i)
		}
	}
	if len(parted) == 0 {
		return nil
	}
	var rings []*Form
	for bits := ringFirst; ; bits += ringStep {
		ring, whole := f.ring(parted, bits)
		if rings = append(rings, ring); whole {
			return rings
		}
	}
}

// parted reports whether the values of a variable are divided into rings.
func (v *Var) parted() bool {
	if len(v.Choice) > 0 || v.Ascending || v.Kind == Bool {
		return false
	}
	n := uint64(0)
	for _, d := range v.Dom {
		if n += uint64(d.Hi) - uint64(d.Lo); n >= ringLeast {
			return true
		}
	}
	return false
}

// ring returns the ring of values with the given number of bits. whole reports whether it is the
// last.
func (f *Form) ring(parted []int, bits int) (ring *Form, whole bool) {
	copied := *f
	copied.Renaming = nil
	copied.Vars, copied.Nodes = slices.Clone(f.Vars), slices.Clone(f.Nodes)
	r := extended(&copied)
	whole = true
	beyond := int32(-1)
	for _, i := range parted {
		v := &r.Vars[i]
		most, all := v.reach(bits)
		if whole = whole && all; !all {
			v.Dom = v.near(most)
		}
		least, all := v.reach(bits - ringStep)
		if bits == ringFirst || all {
			continue
		}
		ref := r.node(Node{Op: Ref, Kind: v.Kind, Val: int64(i)})
		far := r.node(Node{Op: Lt, Args: []int32{r.node(Node{Op: Const, Kind: v.Kind, Val: int64(least)}), ref}})
		beyond = r.either(beyond, far)
		if v.Dom[0].Lo < 0 && v.Kind != Uint64 {
			below := r.node(Node{Op: Const, Kind: v.Kind, Val: -int64(least)})
			beyond = r.either(beyond, r.node(Node{Op: Lt, Args: []int32{ref, below}}))
		}
	}
	if beyond >= 0 {
		r.Root = r.node(Node{Op: And, Args: []int32{r.Root, beyond}})
	}
	return r.Form, whole
}

// reach returns the greatest magnitude with the given number of bits, counted from that of the
// default. all reports whether no value is greater.
func (v *Var) reach(bits int) (most uint64, all bool) {
	near, far := v.Kind.Magnitude(v.Default), uint64(0)
	for _, d := range v.Dom {
		far = max(far, v.Kind.Magnitude(d.Lo), v.Kind.Magnitude(d.Hi))
	}
	if bits > 62 || near > math.MaxInt64-1<<bits || near+1<<bits > far {
		return far, true
	}
	return near + 1<<bits - 1, false
}

// near returns the values of at most the given magnitude, which must fit into an int64.
func (v *Var) near(most uint64) []Span {
	least := -int64(most)
	if v.Kind == Uint64 {
		least = 0
	}
	var dom []Span
	for _, d := range v.Dom {
		if v.Kind == Uint64 && d.Hi < 0 {
			d.Hi = math.MaxInt64 // keep only values that fit into an int64
		}
		if v.Kind == Uint64 && d.Lo < 0 {
			continue
		}
		if d.Lo, d.Hi = max(d.Lo, least), min(d.Hi, int64(most)); d.Lo <= d.Hi {
			dom = append(dom, d)
		}
	}
	return dom
}

// An extension adds terms to a form and shares equal ones.
type extension struct {
	*Form
	indexOf map[termKey]int32
}

// A termKey identifies a term of at most two arguments.
type termKey struct {
	op   Op
	kind Kind
	val  int64
	x, y int32
}

// extended returns a form to which terms can be added.
func extended(f *Form) *extension {
	r := &extension{f, make(map[termKey]int32, len(f.Nodes))}
	for i := range f.Nodes {
		if key, ok := f.Nodes[i].key(); ok {
			if _, known := r.indexOf[key]; !known {
				r.indexOf[key] = int32(i)
			}
		}
	}
	return r
}

// key returns the key of a term; ok is false if it has more than two arguments.
func (n *Node) key() (key termKey, ok bool) {
	key = termKey{n.Op, n.Kind, n.Val, -1, -1}
	switch len(n.Args) {
	case 0:
	case 1:
		key.x = n.Args[0]
	case 2:
		key.x, key.y = n.Args[0], n.Args[1]
	default:
		return key, false
	}
	return key, true
}

// either returns the disjunction of two terms. If a is negative, it returns b.
func (r *extension) either(a, b int32) int32 {
	if a < 0 {
		return b
	}
	return r.node(Node{Op: Or, Args: []int32{a, b}})
}

// node returns the index of a term, and adds the term if it is new.
func (r *extension) node(n Node) int32 {
	key, short := n.key()
	if i, known := r.indexOf[key]; short && known {
		return i
	}
	at := int32(len(r.Nodes))
	if r.Nodes = append(r.Nodes, n); short {
		r.indexOf[key] = at
	}
	return at
}
