package automaton

import "github.com/rtest-dev/rtest/internal/form"

// value returns the value of a source.
func (m *classMaker) value(s source) known {
	switch s.from {
	case fromConst:
		return known{true, m.classes.plan.value[s.index]}
	case fromNode:
		return m.vals[s.index]
	}
	k := m.classes.places[m.classes.plan.kids[m.place][s.kid]].class
	if m.kids[s.kid] < 0 {
		return k.absent[s.index]
	}
	return k.states[m.kids[s.kid]][s.index]
}

// compute evaluates the nodes of the place.
func (m *classMaker) compute() {
	p := m.classes.plan
	for i, n := range p.own[m.place] {
		c := &p.form.Nodes[n]
		switch c.Op {
		case form.Ref:
			if r := m.ref(int32(c.Val)); r < 0 {
				m.vals[i] = m.self
			} else {
				m.vals[i] = m.tuple[r]
			}
		case form.And, form.Or:
			m.vals[i] = m.junction(m.args[i], form.Truth(c.Op == form.Or))
		default:
			m.vals[i] = m.operation(c, m.args[i])
		}
	}
}

// junction evaluates And or Or; absorbing is the value that decides it.
func (m *classMaker) junction(args []source, absorbing int64) known {
	out := known{true, 1 - absorbing}
	for _, s := range args {
		switch v := m.value(s); {
		case v.is && v.value == absorbing:
			return v
		case !v.is:
			out = known{}
		}
	}
	return out
}

func (m *classMaker) operation(c *form.Node, args []source) known {
	var x [3]known
	all := true
	for i, s := range args {
		x[i] = m.value(s)
		all = all && x[i].is
	}
	if c.Op == form.Ite {
		switch {
		case x[0].is && x[0].value != 0, !x[0].is && x[1] == x[2]:
			return x[1]
		case x[0].is:
			return x[2]
		}
		return known{}
	}
	if !all {
		return known{}
	}
	kind := m.classes.plan.form.Nodes[c.Args[0]].Kind
	return known{true, form.EvalOp(c.Op, c.Kind, kind, x[0].value, x[1].value, x[2].value)}
}
