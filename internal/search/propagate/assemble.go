package propagate

import (
	"math"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// finish moves the cells that root depends on into the program's net. It adds the cells that tie
// variables to their parents and to the size.
func (b *builder) finish(p *Program, root int32) {
	t := &p.Net
	nv := int32(len(b.form.Vars))
	t.Vars, t.Small, t.Hierarchy, t.Follow = nv, b.small, b.hierarchy, Slack
	place := b.reachable(root)
	p.Root = place[root]
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
		c.A, c.B, c.C = at(c.A), at(c.B), at(c.C)
		dom := b.dom[i]
		if int32(i) == root {
			dom = dom.Meet(interval.Of(1, 1))
			p.Empty = dom.Lo > dom.Hi
		}
		t.Add(c, dom)
	}
	for i := range b.form.Vars {
		p.Realized = append(p.Realized, b.realization(t, i, p.Realized))
	}
	b.sizes(p)
	t.Hierarchy.Drops = newDrops(t, b.form.Vars, p.Root)
	t.Link()
}

// reachable returns the new index of each variable and of each cell that root depends on; -1 for
// other cells.
func (b *builder) reachable(root int32) []int32 {
	used := make([]bool, len(b.cells))
	used[root] = true
	for i := len(b.cells) - 1; i >= 0; i-- {
		if c := &b.cells[i]; used[i] {
			for _, a := range [3]int32{c.A, c.B, c.C} {
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

func (b *builder) realization(t *Net, i int, realized []int32) int32 {
	c := Cell{Op: opRealized, Kind: form.Bool, A: int32(i), B: -1, C: -1, Val: int64(i)}
	dom := interval.Of(1, 1)
	if v := &b.form.Vars[i]; v.Parent >= 0 {
		c.B, c.C = v.Parent, realized[v.Parent]
		dom = interval.Unknown
	}
	return t.Add(c, dom)
}

// sizes adds the size sums, those of children before those of their parents.
func (b *builder) sizes(p *Program) {
	t, f := &p.Net, b.form
	kids := make([][]int32, len(f.Vars)+1) // the last is for the input as a whole
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
				if b.hierarchy.Vars[k].When.Contains(alt.key) {
					alt.kids = append(alt.kids, cells[k])
				}
			}
			s.alts = append(s.alts, alt)
		}
		for _, k := range kids[i] {
			s.kids = append(s.kids, cells[k])
		}
		cells[i] = b.sum(t, s, int32(i), p.Realized[i])
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
	p.Size = b.sum(t, sum{alts: []sumAlt{top}, kids: top.kids}, -1, -1)
	for i := range f.Vars {
		if len(f.Vars[i].Choice) > 0 {
			p.Choices = append(p.Choices, int32(i))
		}
	}
}

func (b *builder) sum(t *Net, s sum, x, realized int32) int32 {
	b.hierarchy.sums = append(b.hierarchy.sums, s)
	dom := interval.Of(math.MaxInt64, 0)
	for i := range s.alts {
		dom = dom.Hull(t.total(&s.alts[i]))
	}
	return t.Add(Cell{Op: opSizes, Kind: form.Int64, A: x, B: realized, C: -1, Val: int64(len(b.hierarchy.sums) - 1)}, dom)
}
