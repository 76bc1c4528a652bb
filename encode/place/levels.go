package place

import (
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/value"
)

// An owner is the object in which a reference stands, counted from 0. Its kind is nil for an input.
type owner struct {
	kind *value.Objects
	j    int
}

// A levelReference is a reference to an object of a group of types. is are the conditions that it
// refers to each of them.
type levelReference struct {
	in owner
	to *value.Objects
	is []term.Term
}

// numberLevels makes the laws of the numbers of a group of types that refer to each other. Objects are
// in levels: those to which what comes before the group refers, those to which these refer, and so on.
// Of two objects of a type the one of the lesser level has the lesser number. Within a level it is the
// one to which the level before refers first, with its objects by type, then by number. So the
// numbers of a level follow from those of the level before.
func (p *Placer) numberLevels(kinds []*value.Objects) {
	var all []owner
	for _, k := range kinds {
		for j := range p.heap.kinds[k].most {
			all = append(all, owner{k, j})
		}
	}
	// At first those that refer are the references before the group, then all of the group.
	var before, within []levelReference
	for _, r := range p.heap.levels {
		switch {
		case !slices.Contains(kinds, r.to):
		case slices.Contains(kinds, r.in.kind):
			within = append(within, r)
		default:
			before = append(before, r)
		}
	}
	met := map[owner]term.Term{} // By the levels so far.
	for _, x := range all {
		met[x] = term.No
	}
	refs, isLast := before, func(owner) term.Term { return term.Yes }
	for range all {
		now := maps.Clone(met)
		for _, r := range refs {
			there := isLast(r.in)
			// Last comes first, so that an object is met before the next one, not with it.
			for j := len(r.is) - 1; j >= 0; j-- {
				x := owner{r.to, j}
				is := p.B.And(there, r.is[j])
				if j > 0 {
					p.number(p.B.Or(p.B.Not(is), met[x], now[owner{r.to, j - 1}]))
				}
				now[x] = p.B.Or(now[x], is)
			}
		}
		last := map[owner]term.Term{}
		for _, x := range all {
			last[x] = p.B.And(now[x], p.B.Not(met[x]))
		}
		met, refs, isLast = now, within, func(o owner) term.Term { return last[o] }
	}
	for _, k := range kinds {
		o := p.heap.kinds[k]
		for j := range o.most {
			p.number(p.B.Or(p.B.Not(p.has(o, j)), met[owner{k, j}]))
		}
		p.exist(o)
	}
}
