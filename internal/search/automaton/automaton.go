// Package automaton finds which sizes the shapes of a form can have, and draws shapes evenly.
//
// It takes a form. A plan divides the root of the form into clauses, from which a bottom-up tree
// automaton is made. The package knows nothing of propagation or of the order of the search.
package automaton

import (
	"math"
)

// An Automaton bounds the sizes of the shapes that a form allows after some choices. It is a
// bottom-up tree automaton whose states carry sizes (Comon and others, Tree Automata Techniques and
// Applications, section 1.1). A state is what the rest of the form sees of the variables below a
// choice variable. In a red-black tree that is the black height of a subtree and the color of its
// root. A choice variable with its data maps the states of the places below it to its own.
//
// Variables with many values are left out, and terms that depend on them are unknown. So the
// automaton excludes no shape that has a solution. But it sees at once what propagation finds one
// shape after another: that no tree of this black height is so high, or so small.
type Automaton struct {
	// need says that some part must have the exact level.
	need bool
	// places are indexed by choice variable; the last one is the input as a whole.
	places []place
	trail  []placeChange
	marks  []int   // by number of decisions: the length of the trail
	data   []datum // by variable
	// Watched are the data variables that the automaton considers.
	Watched []int32
	// Least and Most bound the sizes before any decision. Least > Most if there are none.
	Least, Most int32
	// Work counts the steps so far.
	Work int64
	kids []*view
}

// A place is one choice variable, or the input as a whole.
type place struct {
	class  *class
	parent int32   // the place above; -1 for the input as a whole
	kids   []int32 // the places below
	taken  int     // the decided alternative; -1 for none
	view   *view
}

// A datum is the place of a data variable and its index there. The place is -1 if the automaton
// leaves the variable out.
type datum struct{ place, index int32 }

// A placeChange is the state of a place before a decision.
type placeChange struct {
	place int32
	taken int
	view  *view
}

// Sizes bounds the sizes of everything that has a state, and of that part of it which has the exact
// level. Bounds that cross mean that there is nothing.
type sizes struct{ lo, hi, levelLo, levelHi int32 }

var noSizes = sizes{math.MaxInt32, -1, math.MaxInt32, -1}

// New makes the automaton of a form before any decision. It returns nil if the automaton would be
// too large, or if quit returns true; quit may be nil.
func New(p *Plan, quit func() bool) *Automaton {
	f := p.form
	p.assignClauses()
	a := &Automaton{need: !f.Below && f.Level > 0, places: make([]place, len(f.Vars)+1)}
	c := classes{plan: p, places: a.places, known: map[string]*class{}, workLeft: classWork + classWork/64*int64(len(f.Vars)), quit: quit}
	for v := p.top; v >= 0; v-- {
		if v < p.top && len(f.Vars[v].Choice) == 0 {
			continue
		}
		a.places[v] = place{parent: p.up(v), kids: p.kids[v], taken: -1}
		if v == p.top {
			a.places[v].taken = 0
		}
	}
	for v := p.top - 1; v >= -1; v-- {
		at := v
		if v < 0 {
			at = p.top
		} else if len(f.Vars[v].Choice) == 0 {
			continue
		}
		q := &a.places[at]
		if q.class = c.of(at); q.class == nil {
			return nil
		}
		q.view = q.class.initial
	}
	a.data = make([]datum, len(f.Vars))
	for i := range a.data {
		a.data[i].place = -1
	}
	for at, list := range p.data {
		for j, v := range list {
			if q := a.places[at].class; q != nil && q.data[j].values != nil {
				a.data[v] = datum{int32(at), int32(j)}
				a.Watched = append(a.Watched, v)
			}
		}
	}
	a.bound()
	return a
}

// Has reports whether the automaton considers a data variable.
func (a *Automaton) Has(v int32) bool { return a.data[v].place >= 0 }

// Decide decides an alternative of a choice variable, and updates the sizes there and above.
func (a *Automaton) Decide(v int32, alt int) {
	a.marks = append(a.marks, len(a.trail))
	for at, changed := v, true; at >= 0 && changed; at = a.places[at].parent {
		p := &a.places[at]
		a.trail = append(a.trail, placeChange{at, p.taken, p.view})
		if at == v {
			p.taken = alt
		}
		a.kids = a.kids[:0]
		for _, k := range p.kids {
			a.kids = append(a.kids, a.places[k].view)
		}
		now, work := p.class.viewFor(p.taken, a.kids)
		a.Work += work
		changed = now != p.view
		p.view = now
	}
}

// Decisions returns the number of decisions that were not undone.
func (a *Automaton) Decisions() int { return len(a.marks) }

// Undo undoes all but the first n decisions.
func (a *Automaton) Undo(n int) {
	if n >= len(a.marks) {
		return
	}
	for i := len(a.trail) - 1; i >= a.marks[n]; i-- {
		was := &a.trail[i]
		p := &a.places[was.place]
		p.taken, p.view = was.taken, was.view
	}
	a.trail = a.trail[:a.marks[n]]
	a.marks = a.marks[:n]
}

// bound computes the bounds before any decision.
func (a *Automaton) bound() {
	all := noSizes
	for _, s := range a.places[len(a.places)-1].view.sizes {
		all.join(s)
	}
	a.Least, a.Most = all.lo, all.hi
	if a.need {
		a.Least, a.Most = all.levelLo, all.levelHi
	}
}

// Possible reports whether shapes may have the size.
func (a *Automaton) Possible(size int32) bool {
	for _, s := range a.places[len(a.places)-1].view.sizes {
		if a.need && s.levelLo <= size && size <= s.levelHi || !a.need && s.lo <= size && size <= s.hi {
			return true
		}
	}
	return false
}

// join adds the sizes of another thing that has the state.
func (s *sizes) join(t sizes) {
	s.lo, s.hi = min(s.lo, t.lo), max(s.hi, t.hi)
	s.levelLo, s.levelHi = min(s.levelLo, t.levelLo), max(s.levelHi, t.levelHi)
}

// plus adds the sizes of a further part.
func (s sizes) plus(t sizes) sizes {
	out := sizes{s.lo + t.lo, s.hi + t.hi, math.MaxInt32, -1}
	if s.levelLo <= s.levelHi {
		out.levelLo, out.levelHi = s.levelLo+t.lo, s.levelHi+t.hi
	}
	if t.levelLo <= t.levelHi {
		out.levelLo, out.levelHi = min(out.levelLo, s.lo+t.levelLo), max(out.levelHi, s.hi+t.levelHi)
	}
	return out
}
