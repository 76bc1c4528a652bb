package search

// guideAfter is how many failures in a row there are before the automaton is
// told of data.
const guideAfter = 64

// guide tells whether to tell the automaton of data from here on: where the
// data of a shape that it lets through fail again and again. What they are tied
// by is then often what it knows of them, as the colors in a tree.
func (r *residual) guide() bool {
	s := r.s
	return !s.guided && s.automaton != nil && s.fails >= r.patience && r == s.data
}

// told tells the automaton of all data that are decided.
func (r *residual) told() {
	s := r.s
	s.guided = true
	for i := range s.form.Vars {
		x := int32(i)
		if !s.automaton.has(x) || r.g.dom[s.prog.realized[x]].hi == 0 {
			continue
		}
		d := r.g.dom[x]
		if !d.fixed() {
			d = r.t.dom[r.at(x)]
		}
		if d.fixed() {
			s.automaton.assign(x, s.form.Vars[x].Kind.key(d.lo))
		}
	}
}

// unguided ends what told began, n decisions ago.
func (r *residual) unguided(n int) {
	r.s.automaton.undo(n)
	r.s.guided = false
}

// tell tells it of the data that were decided since the trail was as long as
// mark, and returns whether there is still a shape of the size with such data.
func (r *residual) tell(mark int) bool {
	s := r.s
	if !s.guided {
		return true
	}
	for _, c := range r.t.trail[mark:] {
		if c.n >= r.t.vars || !r.t.dom[c.n].fixed() {
			continue
		}
		if v := r.vars[c.n]; s.automaton.has(v) {
			s.automaton.assign(v, s.form.Vars[v].Kind.key(r.t.dom[c.n].lo))
		}
	}
	return s.automaton.possible(s.size)
}
