// Package digits solves forms of integers bit by bit. It takes a form and returns a solution, or that there is
// none. It knows nothing of Z3, which solves the other forms.
//
// Known bits of a term narrow the bits of its arguments and of the terms that use it. When nothing narrows any
// more, it decides a bit, the lowest first. The low bits of sums and products depend on low bits only, so a
// polynomial modulo a power of two has few solutions to follow (Hensel's lifting). Invertible functions, such as
// the mixers of hashes, need no decision at all.
package digits

import (
	"github.com/rtest-dev/rtest/internal/form"
)

// Find returns a solution of a form, or none true if it has no solution. It returns neither if it runs out of
// steps; a few million steps take a second. The form must pass Check. Quit ends the search early; it may be nil.
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

// A solver has the known bits of the nodes and variables of a form, and a trail of changes to undo.
type solver struct {
	form  *form.Form
	nodes []known
	vars  []known
	// users are the nodes that have a node as an argument, refs those that read a variable.
	users [][]int32
	refs  []int32
	// live are the nodes on which the root depends.
	live []bool
	// queue are the nodes to narrow, and dirty the variables.
	queue  []int32
	queued []bool
	dirty  []int
	trail  []change
	steps  int
	spent  bool
	quit   func() bool
}

// A change holds the earlier bits of a node, or of a variable if at is negative.
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

// learn adds known bits to a node. It returns false if they contradict what is known.
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

// learnVar adds known bits to a variable. It returns false if they contradict what is known.
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

// settle narrows until nothing changes. It returns false on a contradiction, or if no steps are left.
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

// undo takes back all changes since the trail had the given length.
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

// A choice is a bit of a variable, or of a node if it has no variable.
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

// stream returns the solution if all bits are known, or nil if they do not satisfy the form.
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
