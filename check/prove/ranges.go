package prove

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// compress returns a form with smaller domains that has a solution exactly where f has one,
// and none that f has not. Of integers that are only compared, with each other and with
// constants, it matters which is the greater, and no more: as many values between two
// constants as there are integers will do (Pnueli, Rodeh, Strichman and Siegel, "The Small
// Model Property: How Small Can It Be?", 2002).
func compress(f *form.Form) *form.Form {
	r := &ranges{form: f, above: make([]int32, len(f.Nodes)), of: map[int32]*class{}}
	for i := range r.above {
		r.above[i] = int32(i)
	}
	for i := range f.Nodes {
		r.join(int32(i))
	}
	for i := range f.Nodes {
		r.note(int32(i))
	}
	small := *f
	small.Vars = slices.Clone(f.Vars)
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if c := r.of[r.top(int32(i))]; n.Op == form.Ref && c != nil && !c.computed {
			v := &small.Vars[n.Val]
			if len(v.Choice) == 0 && v.Kind != form.Bool {
				v.Dom = c.within(v)
			}
		}
	}
	return &small
}

// ranges are the classes of terms that are compared, or are one of each other.
type ranges struct {
	form  *form.Form
	above []int32
	of    map[int32]*class
}

// A class is terms of one kind with the constants to which they are compared, as keys in the order of
// the kind. computed reports arithmetic on one of them.
type class struct {
	kind     form.Kind
	vars     map[int64]bool
	keys     []uint64
	computed bool
	sorted   bool
}

func (r *ranges) top(i int32) int32 {
	for r.above[i] != i {
		r.above[i] = r.above[r.above[i]]
		i = r.above[i]
	}
	return i
}

func (r *ranges) isConst(i int32) bool { return r.form.Nodes[i].Op == form.Const }

// together puts two terms into one class. Constants are in none: their values are noted.
func (r *ranges) together(x, y int32) {
	if !r.isConst(x) && !r.isConst(y) {
		r.above[r.top(x)] = r.top(y)
	}
}

// join puts the terms together that a node compares or is one of.
func (r *ranges) join(i int32) {
	n := &r.form.Nodes[i]
	switch n.Op {
	case form.Ite:
		if n.Kind != form.Bool {
			r.together(i, n.Args[1])
			r.together(i, n.Args[2])
		}
	case form.Eq, form.Lt, form.Le:
		if r.form.Nodes[n.Args[0]].Kind != form.Bool {
			r.together(n.Args[0], n.Args[1])
		}
	}
}

// note records what a node says about the classes of its terms.
func (r *ranges) note(i int32) {
	n := &r.form.Nodes[i]
	switch n.Op {
	case form.Const, form.Not, form.And, form.Or:
	case form.Ref:
		if n.Kind != form.Bool {
			r.refer(i, n)
		}
	case form.Ite:
		if n.Kind != form.Bool {
			r.constant(i, n.Args[1])
			r.constant(i, n.Args[2])
		}
	case form.Eq, form.Lt, form.Le:
		if r.form.Nodes[n.Args[0]].Kind != form.Bool {
			r.constant(n.Args[0], n.Args[1])
			r.constant(n.Args[1], n.Args[0])
		}
	default:
		r.class(i).computed = true
		for _, a := range n.Args {
			r.class(a).computed = true
		}
	}
}

// class returns the class of a term.
func (r *ranges) class(i int32) *class {
	top := r.top(i)
	if r.of[top] == nil {
		r.of[top] = &class{kind: r.form.Nodes[i].Kind, vars: map[int64]bool{}}
	}
	return r.of[top]
}

// constant records that the terms of the class of x are compared with y, if y is a constant.
func (r *ranges) constant(x, y int32) {
	if r.isConst(y) && !r.isConst(x) {
		c := r.class(x)
		c.keys = append(c.keys, key(c.kind, r.form.Nodes[y].Val))
	}
}

// refer notes a variable. Its default, and the ends of its domain, count as constants.
func (r *ranges) refer(i int32, n *form.Node) {
	c, v := r.class(i), &r.form.Vars[n.Val]
	add := func(x int64) { c.keys = append(c.keys, key(c.kind, x)) }
	add(v.Default)
	for _, a := range v.Choice {
		add(a.Value)
	}
	if len(v.Choice) > 0 {
		return
	}
	c.vars[n.Val] = true
	c.computed = c.computed || v.ByMagnitude || v.Kind != c.kind
	all := c.kind.Bounds()
	for _, d := range v.Dom {
		if d != all {
			add(d.Lo)
			add(d.Hi)
		}
	}
}

// within returns the values of a variable of the class that are enough.
func (c *class) within(v *form.Var) []form.Span {
	if !c.sorted {
		slices.Sort(c.keys)
		c.keys, c.sorted = slices.Compact(c.keys), true
	}
	all := c.kind.Bounds()
	least, most, n := key(c.kind, all.Lo), key(c.kind, all.Hi), uint64(len(c.vars))
	var out []form.Span
	for _, d := range v.Dom {
		lo, hi := key(c.kind, d.Lo), key(c.kind, d.Hi)
		var at []span
		for i, k := range c.keys {
			s := span{k, k + min(n, most-k)}
			if i == 0 {
				s.lo -= min(n, k-least)
			}
			if s.lo, s.hi = max(s.lo, lo), min(s.hi, hi); s.lo > s.hi {
				continue
			}
			if last := len(at) - 1; last >= 0 && s.lo <= at[last].hi+1 {
				at[last].hi = max(at[last].hi, s.hi)
			} else {
				at = append(at, s)
			}
		}
		for _, s := range at {
			out = append(out, form.Span{Lo: number(c.kind, s.lo), Hi: number(c.kind, s.hi)})
		}
	}
	return out
}

type span struct{ lo, hi uint64 }

// key maps the values of a kind to numbers in its order.
func key(k form.Kind, v int64) uint64 {
	if k.Signed() {
		return uint64(v) ^ 1<<63
	}
	return uint64(v)
}

// number is the inverse of key.
func number(k form.Kind, key uint64) int64 {
	if k.Signed() {
		return int64(key ^ 1<<63)
	}
	return int64(key)
}
