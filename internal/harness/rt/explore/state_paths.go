package explore

// A path is a way to a state: a call with arguments of a group, from the end of another path. calls counts all
// calls on it, including those that make arguments.
type path struct {
	to           *stateNode
	from         *path
	edge         edge
	group        *group
	steps, calls int
}

// callsWith returns the number of calls including that of edge e.
func (s *path) callsWith(e edge, g *group) int {
	n := s.calls + g.nested[e.arg]
	if !g.callee.Silent {
		n++
	}
	return n
}

// next adds to the layer the states that one more call reaches and that the walk has not visited yet, or only by
// more calls.
func (x *explorer) next(s *path, d int, layer []*path) []*path {
	for _, g := range x.groups {
		if g.callee.Step != (s.to != x.root) || g.From > d {
			continue
		}
		edges, done := s.to.edges[g]
		if !done {
			edges = x.runGroup(s.to, g)
			s.to.edges[g] = edges
		}
		for _, e := range edges {
			calls := s.callsWith(e, g)
			if e.to.walkedLevel > d && e.to.best.calls <= calls {
				continue // the walk of this level was here
			}
			w := &path{to: e.to, from: s, edge: e, group: g, steps: s.steps + 1, calls: calls}
			e.to.walkedLevel, e.to.best = d+1, w
			if e.to.stream == nil {
				e.to.stream, e.to.size = x.stream(w), calls
				e.to.level = d
				x.newStates = append(x.newStates, e.to)
			}
			layer = append(layer, w)
		}
		if x.out.Cut != "" {
			return layer
		}
	}
	return layer
}

// stream returns the calls of a path.
func (x *explorer) stream(w *path) []int64 {
	stream := []int64{int64(w.group.Callee), int64(w.edge.which)}
	if w.from.to != x.root {
		before := w.from.to.stream
		if !w.from.to.streamFixed {
			before = x.stream(w.from)
		}
		stream = append(stream, firstInput(w.group.callee, before)...)
	}
	return append(append(stream, w.group.spelled[w.edge.arg]...), w.edge.places...)
}
