package search

import (
	"math"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// finish lays the cells that root needs into the program's net, and adds what ties
// the variables together.
func (b *builder) finish(p *program, root int32) {
	t := &p.net
	nv := int32(len(b.form.Vars))
	t.vars, t.small, t.rooms, t.follow = nv, b.small, b.rooms, slack
	place := b.reachable(root)
	p.root = place[root]
	at := func(n int32) int32 {
		if n < 0 {
			return n
		}
		return place[n]
	}
	for i, c := range b.cells {
		if place[i] < 0 {
			continue
		}
		c.a, c.b, c.c = at(c.a), at(c.b), at(c.c)
		dom := b.dom[i]
		if int32(i) == root {
			dom = dom.Meet(interval.Of(1, 1))
			p.empty = dom.Lo > dom.Hi
		}
		t.add(c, dom)
	}
	for i := range b.form.Vars {
		p.realized = append(p.realized, b.realization(t, i, p.realized))
	}
	b.sizes(p)
	t.rooms.drops = newDrops(t, b.form.Vars, p.root)
	t.link()
}

// begin propagates for the first time, until the search is to stop. The next search goes on
// from there: what is narrowed holds in every solution.
func (s *Solver) begin() {
	p := s.prog
	if p.begun || p.empty || s.stop.stopped {
		return
	}
	p.net.wakeAll()
	consistent := p.net.propagate()
	p.net.trail = p.net.trail[:0]
	p.begun = consistent || !s.stop.stopped
	p.empty = p.begun && !consistent
}

// reachable gives the new index of each cell that root depends on, and of each
// variable; -1 for the others.
func (b *builder) reachable(root int32) []int32 {
	used := make([]bool, len(b.cells))
	used[root] = true
	for i := len(b.cells) - 1; i >= 0; i-- {
		if c := &b.cells[i]; used[i] {
			for _, a := range [3]int32{c.a, c.b, c.c} {
				if a >= 0 {
					used[a] = true
				}
			}
		}
	}
	place := make([]int32, len(b.cells))
	next := int32(0)
	for i := range b.cells {
		place[i] = -1
		if used[i] || i < len(b.form.Vars) {
			place[i] = next
			next++
		}
	}
	return place
}

func (b *builder) realization(t *net, i int, realized []int32) int32 {
	c := cell{op: opRealized, kind: form.Bool, a: int32(i), b: -1, c: -1, val: int64(i)}
	dom := interval.Of(1, 1)
	if v := &b.form.Vars[i]; v.Parent >= 0 {
		c.b, c.c = v.Parent, realized[v.Parent]
		dom = interval.Unknown
	}
	return t.add(c, dom)
}

// sizes adds the sums, those of children before those of their parents.
func (b *builder) sizes(p *program) {
	t, f := &p.net, b.form
	kids := make([][]int32, len(f.Vars)+1) // the last for the input
	cells := make([]int32, len(f.Vars))
	for i := len(f.Vars) - 1; i >= 0; i-- {
		v := &f.Vars[i]
		if len(v.Choice) == 0 {
			continue
		}
		s := sum{}
		for _, a := range v.Choice {
			alt := sumAlt{key: interval.Key(v.Kind, a.Value), size: int64(a.Size), allowed: a.Level <= f.Level}
			for _, k := range kids[i] {
				if b.rooms.homes[k].when.Contains(alt.key) {
					alt.kids = append(alt.kids, cells[k])
				}
			}
			s.alts = append(s.alts, alt)
		}
		for _, k := range kids[i] {
			s.kids = append(s.kids, cells[k])
		}
		cells[i] = b.sum(t, s, int32(i), p.realized[i])
		up := len(f.Vars)
		if v.Parent >= 0 {
			up = int(v.Parent)
		}
		kids[up] = append(kids[up], int32(i))
	}
	top := sumAlt{allowed: true}
	for _, k := range kids[len(f.Vars)] {
		top.kids = append(top.kids, cells[k])
	}
	p.size = b.sum(t, sum{alts: []sumAlt{top}, kids: top.kids}, -1, -1)
	for i := range f.Vars {
		if len(f.Vars[i].Choice) > 0 {
			p.choices = append(p.choices, int32(i))
		}
	}
}

func (b *builder) sum(t *net, s sum, x, realized int32) int32 {
	b.rooms.sums = append(b.rooms.sums, s)
	dom := interval.Of(math.MaxInt64, 0)
	for i := range s.alts {
		dom = dom.Hull(t.total(&s.alts[i]))
	}
	return t.add(cell{op: opSizes, kind: form.Int64, a: x, b: realized, c: -1, val: int64(len(b.rooms.sums) - 1)}, dom)
}
