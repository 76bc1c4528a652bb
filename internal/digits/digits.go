// Package digits solves forms of integers bit by bit. What is known of the bits of a term narrows
// those of its arguments and of the terms made of it; then a bit is decided, the lowest first. The
// low bits of sums and products depend on low bits only, so that a polynomial modulo a power of two
// has few solutions to follow (Hensel's lifting), and functions that have an inverse, as the mixers
// of hashes, are solved without a decision. It knows nothing of Z3, which does the rest.
package digits

import (
	"github.com/rtest-dev/rtest/internal/form"
)

// Find returns a solution of a form, or whether there is none, or neither where that takes more
// than so many steps, of which some millions take a second. The form must pass Check. Quit ends it
// early; it may be nil.
func Find(f *form.Form, steps int, quit func() bool) (stream []int64, none bool) {
	s := newSolver(f, steps, quit)
	if s == nil {
		return nil, false
	}
	if !s.learn(f.Root, yes) || !s.settle() {
		return nil, !s.spent
	}
	return s.search()
}

// A solver has what is known of the nodes and variables of a form, and what is to be undone.
type solver struct {
	form  *form.Form
	nodes []known
	vars  []known
	// users are the nodes that have a node as an argument, refs those that read a variable.
	users [][]int32
	refs  []int32
	// live are the nodes on which the root depends.
	live []bool
	// queue are the nodes that are to be narrowed, and dirty the variables that are.
	queue  []int32
	queued []bool
	dirty  []int
	trail  []change
	steps  int
	spent  bool
	quit   func() bool
}

// A change is what was known of a node before; of a variable where at is negative.
type change struct {
	at  int32
	was known
}

func newSolver(f *form.Form, steps int, quit func() bool) *solver {
	s := &solver{form: f, nodes: make([]known, len(f.Nodes)), vars: make([]known, len(f.Vars)), users: make([][]int32, len(f.Nodes)), refs: make([]int32, len(f.Vars)), live: make([]bool, len(f.Nodes)), queued: make([]bool, len(f.Nodes)), steps: steps, quit: quit}
	if f.Test != nil {
		return nil
	}
	for i := range s.refs {
		s.refs[i] = -1
	}
	s.live[f.Root] = true
	for i := int32(len(f.Nodes)) - 1; i >= 0; i-- {
		n := &f.Nodes[i]
		if !s.live[i] {
			continue
		}
		for _, a := range n.Args {
			s.live[a] = true
			s.users[a] = append(s.users[a], i)
		}
		switch n.Op {
		case form.Const:
			s.nodes[i] = exactly(n.Kind, n.Val)
		case form.Ref:
			s.refs[n.Val] = i
		}
	}
	for i := range f.Nodes {
		if s.live[i] {
			s.enqueue(int32(i))
		}
	}
	for i := range f.Vars {
		s.dirty = append(s.dirty, i)
	}
	return s
}

func (s *solver) enqueue(i int32) {
	if s.live[i] && !s.queued[i] {
		s.queued[i] = true
		s.queue = append(s.queue, i)
	}
}

// learn adds to what is known of a node. It is false where that contradicts it.
func (s *solver) learn(i int32, x known) bool {
	now := s.nodes[i]
	if now.clashes(x) {
		return false
	}
	if x.k&^now.k == 0 {
		return true
	}
	s.trail = append(s.trail, change{i, now})
	s.nodes[i] = now.with(x)
	s.enqueue(i)
	for _, u := range s.users[i] {
		s.enqueue(u)
	}
	return true
}

// learnVar adds to what is known of a variable.
func (s *solver) learnVar(v int, x known) bool {
	now := s.vars[v]
	if now.clashes(x) {
		return false
	}
	if x.k&^now.k == 0 {
		return true
	}
	s.trail = append(s.trail, change{int32(-1 - v), now})
	s.vars[v] = now.with(x)
	s.dirty = append(s.dirty, v)
	if s.refs[v] >= 0 {
		s.enqueue(s.refs[v])
	}
	return true
}

// settle narrows until nothing changes. It is false where there is a contradiction, or no steps are
// left.
func (s *solver) settle() bool {
	ok := true
	for ok && len(s.queue)+len(s.dirty) > 0 {
		if s.steps--; s.steps < 0 || s.steps&0xfff == 0 && s.quit != nil && s.quit() {
			s.spent = true
			ok = false
			break
		}
		if n := len(s.dirty); n > 0 {
			v := s.dirty[n-1]
			s.dirty = s.dirty[:n-1]
			ok = s.confine(v)
			continue
		}
		i := s.queue[0]
		s.queue = s.queue[1:]
		s.queued[i] = false
		ok = s.narrow(i)
	}
	for _, i := range s.queue {
		s.queued[i] = false
	}
	s.queue, s.dirty = s.queue[:0], s.dirty[:0]
	return ok
}

// undo takes back what was learned since the trail had this length.
func (s *solver) undo(to int) {
	for n := len(s.trail) - 1; n >= to; n-- {
		if c := s.trail[n]; c.at >= 0 {
			s.nodes[c.at] = c.was
		} else {
			s.vars[-1-c.at] = c.was
		}
	}
	s.trail = s.trail[:to]
}

// search decides bits until all hold, and takes back the last decision where they do not.
func (s *solver) search() (stream []int64, none bool) {
	type decision struct {
		trail int
		bit   choice
	}
	var path []decision
	ok := true
	for {
		if ok {
			c, open := s.choose()
			if !open {
				if stream = s.stream(); stream != nil {
					return stream, false
				}
				ok = false
				continue
			}
			path = append(path, decision{len(s.trail), c})
			ok = s.decide(c)
			continue
		}
		if s.spent || len(path) == 0 {
			return nil, !s.spent
		}
		last := path[len(path)-1]
		path = path[:len(path)-1]
		s.undo(last.trail)
		last.bit.x.v ^= last.bit.x.k
		ok = s.decide(last.bit)
	}
}

// A choice is a bit of a variable, or of a node where it has no variable.
type choice struct {
	node int32
	v    int
	x    known
}

func (s *solver) decide(c choice) bool {
	if c.node >= 0 {
		return s.learn(c.node, c.x) && s.settle()
	}
	return s.learnVar(c.v, c.x) && s.settle()
}

// stream is the solution that the bits make where all of them are known; nil where they make none.
func (s *solver) stream() []int64 {
	f := s.form
	values := make([]int64, len(f.Vars))
	realized := make([]bool, len(f.Vars))
	stream := []int64{}
	for i := range f.Vars {
		v := &f.Vars[i]
		if realized[i] = v.Parent < 0 || realized[v.Parent] && inSpan(f.Vars[v.Parent].Kind, v.When, values[v.Parent]); !realized[i] {
			continue
		}
		values[i] = v.Kind.Wrap(int64(s.vars[i].v))
		stream = append(stream, values[i])
	}
	holds, level, _, err := f.Eval(stream)
	if err != nil || !holds || !f.Admits(level) {
		return nil
	}
	return stream
}

func inSpan(k form.Kind, s form.Span, x int64) bool { return !k.Less(x, s.Lo) && !k.Less(s.Hi, x) }
