package automaton

import (
	"encoding/binary"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// A source says where a value at a place comes from.
type source struct {
	from  sourceKind
	index int32
	kid   int32
}

type sourceKind uint8

const (
	fromNode  sourceKind = iota // the node with this index at the place
	fromKid                     // the export with this index of the place below with index kid
	fromConst                   // the form's node with this index, which depends on no variables
)

// A classMaker makes the class of one place.
type classMaker struct {
	classes *classes
	place   int32
	ok      bool
	args    [][]source // by node of the place
	must    [][]source
	exports []source
	data    []classData
	states  map[string]int16

	class *class
	vals  []known // of the nodes
	kids  []int16 // the current states of the places below; -1 if not realized
	tuple []known // the current values of the data
	index int     // the index of tuple
	self  known
	alt   *classAlt
}

// A classData is a data variable of a place.
type classData struct {
	variable int32
	values   []int64 // nil if there are too many
	stride   int     // the increase of the tuple's index from one value to the next
	none     bool    // no value is within the level
	level    bool    // it may have the exact level
}

func newClassMaker(c *classes, at int32) *classMaker {
	p := c.plan
	m := &classMaker{classes: c, place: at, ok: true, states: map[string]int16{}}
	for _, n := range p.own[at] {
		m.args = append(m.args, m.sources(p.form.Nodes[n].Args))
	}
	for _, clause := range p.must[at] {
		m.must = append(m.must, m.sources(clause))
	}
	m.exports = m.sources(p.exports[at])
	tuples := 1
	for _, v := range p.data[at] {
		d := m.datum(v)
		if d.stride = tuples; tuples*len(d.values) > dataTuples {
			d.values = nil
		}
		tuples *= max(1, len(d.values))
		m.data = append(m.data, d)
	}
	return m
}

// datum describes data variable i.
func (m *classMaker) datum(i int32) classData {
	f := m.classes.plan.form
	v := &f.Vars[i]
	d := classData{variable: i, level: v.Level == f.Level}
	spans := interval.Allowed(v, f.Level)
	d.none = len(spans) == 0
	if v.ByMagnitude && v.Level < f.Level {
		for _, k := range interval.Extremes(v, f.Level) {
			d.level = d.level || slices.ContainsFunc(spans, func(s interval.Interval) bool { return s.Contains(k) })
		}
	}
	d.values = valuesOf(v, f.Level)
	return d
}

// valuesOf returns the values within a level, unordered; nil if there are too many.
func valuesOf(v *form.Var, level int32) []int64 {
	spans := interval.Allowed(v, level)
	n := uint64(0)
	for _, s := range spans {
		if n += min(s.Width(), dataValues) + 1; n > dataValues {
			return nil
		}
	}
	var out []int64
	for _, s := range spans {
		for k := range s.Width() + 1 {
			out = append(out, interval.Key(v.Kind, s.Lo+int64(k)))
		}
	}
	return out
}

func (m *classMaker) sources(nodes []int32) []source {
	p := m.classes.plan
	out := make([]source, len(nodes))
	for i, n := range nodes {
		switch o := p.owner[n]; {
		case o < 0:
			out[i] = source{from: fromConst, index: n}
		case o == m.place:
			at, ok := slices.BinarySearch(p.own[m.place], n)
			m.ok = m.ok && ok
			out[i] = source{from: fromNode, index: int32(at)}
		default:
			kid := o
			for p.up(kid) != m.place {
				kid = p.up(kid)
			}
			at, ok := slices.BinarySearch(p.exports[kid], n)
			m.ok = m.ok && ok
			out[i] = source{from: fromKid, index: int32(at), kid: int32(slices.Index(p.kids[m.place], kid))}
		}
	}
	return out
}

// key encodes everything that the class of the place depends on.
func (m *classMaker) key() []byte {
	p := m.classes.plan
	var b []byte
	num := func(x int64) { b = binary.AppendVarint(b, x) }
	list := func(list []source) {
		num(int64(len(list)))
		for _, s := range list {
			num(int64(s.from))
			if s.from == fromConst {
				num(int64(p.form.Nodes[s.index].Kind))
				num(p.value[s.index])
				continue
			}
			num(int64(s.index))
			num(int64(s.kid))
		}
	}
	if m.place < p.top {
		v := p.form.Vars[m.place]
		v.Name, v.Parent, v.When = "", 0, form.Span{}
		b = v.Append(b)
	}
	for _, d := range m.data {
		v := p.form.Vars[d.variable]
		v.Name, v.Parent = "", 0
		b = v.Append(b)
	}
	for _, k := range p.kids[m.place] {
		num(int64(m.classes.number[m.classes.places[k].class]))
		num(p.form.Vars[k].When.Lo)
		num(p.form.Vars[k].When.Hi)
	}
	for i, n := range p.own[m.place] {
		c := &p.form.Nodes[n]
		num(int64(c.Op))
		num(int64(c.Kind))
		if c.Op == form.Ref {
			num(m.ref(int32(c.Val)))
		}
		list(m.args[i])
	}
	num(int64(len(m.must)))
	for _, c := range m.must {
		list(c)
	}
	list(m.exports)
	return b
}

// ref returns -1 for the place's own variable, else the index of the data variable.
func (m *classMaker) ref(v int32) int64 {
	if v == m.place {
		return -1
	}
	return int64(slices.IndexFunc(m.data, func(d classData) bool { return d.variable == v }))
}

// make computes the states and transitions. It returns nil if there are too many.
func (m *classMaker) make() *class {
	f, p := m.classes.plan.form, m.classes.plan
	m.class = &class{width: len(p.kids[m.place]) + 2}
	m.tuples()
	m.vals, m.tuple = make([]known, len(p.own[m.place])), make([]known, len(m.data))
	m.kids = make([]int16, len(p.kids[m.place]))
	if m.place == p.top {
		alt := classAlt{level: slices.ContainsFunc(m.data, func(d classData) bool { return d.level })}
		m.alt = &alt
		if !slices.ContainsFunc(m.data, func(d classData) bool { return d.none }) && !m.eachState(0, func(int32) bool { return true }) {
			return nil
		}
		m.class.alts = []classAlt{alt}
	} else {
		v := &f.Vars[m.place]
		for _, a := range v.Choice {
			if !m.alternative(v, a) {
				return nil
			}
		}
		m.notRealized(v)
	}
	var kids []*view
	for _, k := range p.kids[m.place] {
		m.class.kids = append(m.class.kids, m.classes.places[k].class)
		kids = append(kids, m.classes.places[k].class.initial)
	}
	m.class.initial, _ = m.class.viewFor(-1, kids)
	return m.class
}

// tuples records which tuples contain each value of each data variable.
func (m *classMaker) tuples() {
	for _, d := range m.data {
		t := classTuples{values: d.values, with: make([]tupleSet, len(d.values))}
		for i := 0; len(d.values) > 0 && i < dataTuples; i++ {
			t.with[i/d.stride%len(d.values)] |= 1 << i
		}
		m.class.data = append(m.class.data, t)
	}
}

// alternative computes the transitions of an alternative. It returns false if there are too many.
func (m *classMaker) alternative(v *form.Var, a form.Alt) bool {
	f := m.classes.plan.form
	realizes := func(i int32) bool {
		w := f.Vars[i].When
		return !v.Kind.Less(a.Value, w.Lo) && !v.Kind.Less(w.Hi, a.Value)
	}
	alt := classAlt{size: a.Size, level: a.Level == f.Level}
	m.alt, m.self = &alt, known{true, a.Value}
	possible := a.Level <= f.Level
	for _, d := range m.data {
		if realizes(d.variable) {
			alt.level = alt.level || d.level
			possible = possible && !d.none
		}
	}
	ok := !possible || m.eachState(0, realizes)
	m.class.alts = append(m.class.alts, alt)
	return ok
}

// eachState goes through the states of the places below, from the i-th on.
func (m *classMaker) eachState(i int, realizes func(int32) bool) bool {
	p := m.classes.plan
	if i == len(m.kids) {
		m.index = 0
		return m.eachValue(0, realizes)
	}
	k := p.kids[m.place][i]
	if !realizes(k) {
		m.kids[i] = -1
		return m.eachState(i+1, realizes)
	}
	for s := range m.classes.places[k].class.states {
		m.kids[i] = int16(s)
		if !m.eachState(i+1, realizes) {
			return false
		}
	}
	return true
}

// eachValue goes through the values of the data, from the i-th on.
func (m *classMaker) eachValue(i int, realizes func(int32) bool) bool {
	if i == len(m.data) {
		return m.transition()
	}
	d := &m.data[i]
	switch {
	case !realizes(d.variable):
		m.tuple[i] = known{true, m.classes.plan.form.Vars[d.variable].Default}
	case d.values == nil:
		m.tuple[i] = known{}
	default:
		before := m.index
		for j, x := range d.values {
			m.tuple[i], m.index = known{true, x}, before+j*d.stride
			if !m.eachValue(i+1, realizes) {
				return false
			}
		}
		return true
	}
	return m.eachValue(i+1, realizes)
}

// transition adds the transition of the current states and values. It returns false if there are
// too many.
func (m *classMaker) transition() bool {
	before := m.classes.workLeft / classLook
	if m.classes.workLeft -= int64(len(m.vals)) + 1; m.classes.workLeft < 0 {
		return false
	}
	if m.classes.workLeft/classLook != before && m.classes.quit != nil && m.classes.quit() {
		m.classes.workLeft = 0
		return false
	}
	m.compute()
	for _, clause := range m.must {
		if !slices.ContainsFunc(clause, func(s source) bool { v := m.value(s); return !v.is || v.value != 0 }) {
			return true
		}
	}
	state := make([]known, len(m.exports))
	var key []byte
	for i, s := range m.exports {
		state[i] = m.value(s)
		key = append(key, byte(form.Truth(state[i].is)))
		if state[i].is {
			key = binary.AppendVarint(key, state[i].value)
		}
	}
	n, old := m.states[string(key)]
	if !old {
		n = int16(len(m.states))
		m.states[string(key)] = n
		m.class.states = append(m.class.states, state)
	}
	m.alt.add(m.kids, int16(m.index), n)
	return len(m.states) <= classStates
}

// add records a transition and its group.
func (alt *classAlt) add(kids []int16, tuple, state int16) {
	first := int16(-1)
	if len(kids) > 0 {
		first = kids[0]
	}
	alt.transitions = append(append(alt.transitions, kids...), tuple, state)
	if n := len(alt.groups); n == 0 || alt.groups[n-1].state != first {
		alt.groups = append(alt.groups, classGroup{state: first})
	}
	alt.groups[len(alt.groups)-1].end = len(alt.transitions)
}

// notRealized computes what the places above see if the place is not realized.
func (m *classMaker) notRealized(v *form.Var) {
	m.self = known{true, v.Default}
	for i := range m.kids {
		m.kids[i] = -1
	}
	for i, d := range m.data {
		m.tuple[i] = known{true, m.classes.plan.form.Vars[d.variable].Default}
	}
	m.compute()
	for _, s := range m.exports {
		m.class.absent = append(m.class.absent, m.value(s))
	}
}
