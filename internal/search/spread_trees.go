package search

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

const (
	// treesProbes is how many of the trees that were drawn are tried first, of which
	// half must have data.
	treesProbes = 8
	// treesMisses is how many times the number of trees that are wanted is drawn.
	treesMisses = 4
)

// spreadTrees is Spread for large shapes of which there are many: it draws them
// from the automaton, as many as are wanted, and looks for data of each. It does
// nothing and is false where that is not how to find them: there is no automaton,
// there are few shapes, or what the automaton does not know of mostly excludes
// them.
func (s *Solver) spreadTrees(size int32, n int64, yield func([]int64) bool) bool {
	if size < s.treesFrom || s.exam != nil {
		return false
	}
	s.automate()
	if s.automaton == nil || !s.readyTrees(size) {
		return false
	}
	sh := sharing{size: size, drawn: true}
	each := min(n, sh.data())
	texts := s.drawTrees(size, (n+each-1)/each)
	if texts == nil {
		return false
	}
	d := &drawnTrees{s: s, texts: texts, left: n, yield: yield, probes: min(treesProbes, len(texts))}
	s.sharingOut(size, &sh, d.take, func() { d.run(size) })
	return d.some
}

// readyTrees makes what trees up to a size are drawn with, where that is not too
// much work.
func (s *Solver) readyTrees(size int32) bool {
	if s.trees == nil || s.trees.size < int(size) {
		if s.treesFail > 0 && size >= s.treesFail {
			return false
		}
		// More than is asked for, as greater ones may come.
		most := max(size, min(size+size/2, s.automaton.most))
		if s.trees = newTrees(s.form, s.automaton, most); s.trees == nil {
			s.treesFail = size
			return false
		}
	}
	return true
}

// drawTrees draws so many different trees, in the order of their shapes; nil where
// there are not many more.
func (s *Solver) drawTrees(size int32, n int64) []string {
	t := s.trees
	t.rand = splitmix(uint64(size))
	seen := make(map[string]bool, n)
	var texts []string
	for range treesMisses*n + treesProbes {
		x := t.draw(size)
		if x == "" {
			return nil
		}
		if !seen[x] {
			seen[x] = true
			if texts = append(texts, x); int64(len(texts)) == n {
				slices.Sort(texts)
				return texts
			}
		}
	}
	return nil
}

// A drawnTrees is the spread over trees that were drawn.
type drawnTrees struct {
	s     *Solver
	texts []string
	left  int64
	yield func([]int64) bool
	// some says that there are solutions; ended that no more are wanted.
	some, ended bool
	// probes is how many trees are tried first, probing says that they are.
	probes  int
	probing bool
	// group are the solutions of the last trees, of the same shape, and vars the
	// variables that it realizes.
	group [][]int64
	vars  []int32
}

// run finds the solutions.
func (d *drawnTrees) run(size int32) {
	s := d.s
	t := &s.prog.net
	s.stats.Sizes++
	s.size, s.fails, s.low = size, 0, math.MaxInt
	t.undo(0)
	defer t.undo(0)
	if !t.narrow(s.prog.size, interval{int64(size), int64(size)}) || !s.settle() {
		t.forget()
		return
	}
	if d.probes > 0 && !d.probe() {
		return
	}
	s.stats = Stats{Sizes: 1}
	for i, text := range d.texts {
		n := int64(len(d.texts) - i)
		s.sharing.quota = (d.left - int64(len(d.group)) + n - 1) / n
		ok := d.tree(text)
		if !ok || i+1 == len(d.texts) || !strings.HasPrefix(d.texts[i+1], text[:len(text)/3*2]) {
			d.flush()
		}
		if !ok || d.ended {
			return
		}
	}
}

// probe tells whether enough trees have data.
func (d *drawnTrees) probe() bool {
	d.probing = true
	found := 0
	for i := range d.probes {
		before := d.s.stats.Solutions
		d.s.sharing.quota = 1
		if !d.tree(d.texts[i*len(d.texts)/d.probes]) {
			break
		}
		if d.s.stats.Solutions > before {
			found++
		}
	}
	d.probing = false
	return 2*found >= d.probes
}

// tree looks for the share of solutions of a tree; false to stop.
func (d *drawnTrees) tree(text string) bool {
	s := d.s
	t := &s.prog.net
	mark := len(t.trail)
	s.path, s.along = s.path[:0], s.along[:0]
	ok := true
	s.data.newEvaluation()
	for _, x := range s.trees.first {
		ok = ok && s.data.realize(x, true)
	}
	set := func(v int32, value int64) { ok = ok && t.put(v, s.form.Vars[v].Kind.key(value)) }
	s.trees.each(s.form, text, func(v int32, alt int) {
		value := s.form.Vars[v].Choice[alt].Value
		s.path, s.along = append(s.path, value), append(s.along, v)
		set(v, value)
		key := s.form.Vars[v].Kind.key(value)
		for _, x := range s.trees.hang[v] {
			ok = ok && s.data.realize(x, t.rooms.homes[x].when.contains(key))
		}
	}, set)
	s.at = grow(s.at, len(s.path)+1)
	for i := range s.at {
		s.at[i] = s.stats.Solutions
	}
	s.stats.Decisions++
	if ok = ok && s.data.evaluate(); ok {
		s.stats.Shapes++
		d.realized()
		ok = s.dataShared(s.sharing.quota)
	} else {
		ok = s.fail()
	}
	s.data.evaluates, s.data.roomed = false, false
	t.undo(mark)
	s.path, s.along = s.path[:0], s.along[:0]
	return ok
}

// realized notes the variables that the shape at hand realizes.
func (d *drawnTrees) realized() {
	d.vars = d.vars[:0]
	drops := d.s.prog.net.rooms.drops
	for x := int32(0); int(x) < len(d.s.form.Vars); {
		if drops.gone[x] {
			x = drops.end[x]
			continue
		}
		d.vars = append(d.vars, x)
		x++
	}
}

// take takes a solution of the tree at hand.
func (d *drawnTrees) take(x []int64) bool {
	if !d.probing {
		d.group = append(d.group, slices.Clone(x))
	}
	return true
}

// flush yields the solutions of a shape in their order.
func (d *drawnTrees) flush() {
	slices.SortFunc(d.group, d.compare)
	for _, x := range d.group {
		d.some = true
		d.left--
		if d.ended = d.ended || !d.yield(x) || d.left == 0; d.ended {
			break
		}
	}
	d.group = d.group[:0]
}

// compare is the order of two solutions of one shape.
func (d *drawnTrees) compare(a, b []int64) int {
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if i == len(a) {
		return 0
	}
	v := &d.s.form.Vars[d.vars[i]]
	x, y := v.Kind.key(a[i]), v.Kind.key(b[i])
	if v.Ascending || v.Kind == Uint64 {
		return cmp.Compare(x, y)
	}
	return cmp.Or(cmp.Compare(magnitude(x), magnitude(y)), cmp.Compare(y, x))
}
