package search

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/automaton"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

const (
	// treesProbes is how many of the drawn trees are tried first. Half of them must have data.
	treesProbes = 8
	// treesMisses bounds the number of draws, in multiples of the trees wanted. In the same way,
	// and by treesMost, it bounds how many trees are enumerated.
	treesMisses = 4
	treesMost   = 1 << 18
	// treesSmall is the size from which on the automaton, if there is one, finds the shapes.
	treesSmall = 8
)

// spreadTrees is Spread for many large shapes. It draws as many trees as are wanted from the
// automaton and searches data for each. For middling sizes it enumerates the trees, if they are not
// too many, so that each shape has its share.
//
// It returns false, and yields nothing, if this does not work: there is no automaton, there are few
// shapes, or constraints that the automaton does not know exclude most of them.
func (s *Solver) spreadTrees(size int32, n int64, yield func([]int64) bool) bool {
	if size < s.treesLeast || s.predicate != nil {
		return false
	}
	if size >= sharedSmall {
		s.automate()
	}
	if s.automaton == nil || !s.readyTrees(size) {
		return false
	}
	sh := sharing{size: size}
	var texts []string
	d := &drawnTrees{solver: s, left: n, yield: yield}
	if size >= sharedSmall {
		d.perTree = min(n, sh.dataQuota())
		texts = s.drawTrees(size, firstShare(n, d.perTree))
		d.shareEach(texts)
	} else {
		texts = s.evenTrees(size, n)
		d.shareByShape(texts)
	}
	if texts == nil {
		return false
	}
	d.texts, d.probes = texts, min(treesProbes, len(texts))
	s.withSharing(size, &sh, d.take, func() { d.run(size) })
	return d.anyYielded
}

// readyTrees prepares to draw trees of up to the given size. It returns false if that is too much
// work.
func (s *Solver) readyTrees(size int32) bool {
	if s.trees == nil || s.trees.Over || s.trees.Size < int(size) {
		if s.treesFailSize > 0 && size >= s.treesFailSize {
			return false
		}
		// Prepare for greater sizes than asked for, which may come next.
		most := max(size, min(size+size/2, s.automaton.Most))
		if s.trees = automaton.NewTrees(s.form, s.automaton, most); s.trees == nil {
			s.treesFailSize = size
			return false
		}
	}
	s.trees.Quit = s.Options.Quit
	return true
}

// drawTrees draws n different trees and returns them in the order of their shapes. It returns nil
// if there are not many more than n.
func (s *Solver) drawTrees(size int32, n int64) []string {
	t := s.trees
	t.Rand = form.SplitMix(uint64(size))
	seen := make(map[string]bool, n)
	var texts []string
	for range treesMisses*n + treesProbes {
		x := t.Draw(size)
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

// evenTrees returns at most n trees of a size in the order of their shapes, the same number of each
// shape. It takes them from all trees, or from drawn ones if those are too many.
func (s *Solver) evenTrees(size int32, n int64) []string {
	t := s.trees
	texts, all := t.All(size, int(min(treesMisses*n, treesMost)))
	if !all {
		t.Rand = form.SplitMix(uint64(size))
		texts = texts[:0]
		for range treesMisses * n {
			if t.Over {
				break
			}
			texts = append(texts, t.Draw(size))
		}
	}
	if t.Over {
		return nil
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	if len(texts) == 0 || texts[0] == "" {
		return nil
	}
	ends := shapesOf(texts)
	shapes := int64(len(ends))
	var chosen []string
	for i := range min(shapes, n) {
		// Of more shapes than are wanted, take some at even distances.
		k := i
		if shapes > n {
			k = i * shapes / n
		}
		from := int64(0)
		if k > 0 {
			from = ends[k-1]
		}
		some := min(ends[k]-from, max(1, n/shapes))
		for j := range some {
			chosen = append(chosen, texts[from+j*(ends[k]-from)/some])
		}
	}
	return chosen
}

// shapesOf returns, for each shape in the sorted trees, the index after its last tree.
func shapesOf(texts []string) (ends []int64) {
	for i := range texts {
		if i+1 == len(texts) || !strings.HasPrefix(texts[i+1], shapeOf(texts[i])) {
			ends = append(ends, int64(i+1))
		}
	}
	return ends
}

// shapeOf returns the prefix of a tree's text that determines its shape.
func shapeOf(text string) string { return text[:len(text)/3*2] }

// A drawnTrees is a spread over drawn trees.
type drawnTrees struct {
	solver *Solver
	texts  []string
	// ends are the indices after each group of trees that divide one share.
	ends  []int64
	left  int64
	yield func([]int64) bool
	// anyYielded says that a solution was yielded, ended that no more are wanted.
	anyYielded, ended bool
	// probes is how many trees are tried first; probing says that this is under way. perTree is the
	// number of solutions wanted per tree, 0 if it follows from the shape.
	probes  int
	probing bool
	perTree int64
	// pending are the solutions of the last trees of one shape. vars are the variables that this
	// shape realizes.
	pending [][]int64
	vars    []int32
}

// run searches the trees and yields their solutions by shape.
func (d *drawnTrees) run(size int32) {
	s := d.solver
	t := &s.program.Net
	s.size, s.failuresSince, s.shortestPath = size, 0, math.MaxInt
	t.Undo(0)
	defer t.Undo(0)
	if !t.Narrow(s.program.Size, interval.Of(int64(size), int64(size))) || !s.settle() {
		t.Forget()
		return
	}
	if d.probes > 0 && !d.probe() {
		return
	}
	d.drawMore(size)
	s.stats = Stats{}
	from := int64(0)
	for k, end := range d.ends {
		left := d.left - int64(len(d.pending))
		part := firstShare(left, int64(len(d.ends)-k))
		for i := from; i < end; i++ {
			had := int64(len(d.pending))
			if s.sharing.quota = firstShare(part, end-i); s.sharing.quota == 0 {
				break
			}
			text := d.texts[i]
			ok := d.searchTree(text)
			part -= int64(len(d.pending)) - had
			if next := i + 1; !ok || next == int64(len(d.texts)) || !strings.HasPrefix(d.texts[next], shapeOf(text)) {
				d.flush()
			}
			if !ok || d.ended {
				return
			}
		}
		from = end
	}
	d.flush()
}

// firstShare returns the first of n equal shares of whole; if they cannot be equal, the first are
// greater by one.
func firstShare(whole, among int64) int64 { return (whole + among - 1) / among }

// shareEach gives each tree a share of its own.
func (d *drawnTrees) shareEach(texts []string) {
	for i := range texts {
		d.ends = append(d.ends, int64(i+1))
	}
}

func (d *drawnTrees) shareByShape(texts []string) { d.ends = shapesOf(texts) }

// probe reports whether enough trees have data.
func (d *drawnTrees) probe() bool {
	d.probing = true
	found := 0
	for i := range d.probes {
		before := d.solver.stats.Solutions
		d.solver.sharing.quota = 1
		if !d.searchTree(d.texts[i*len(d.texts)/d.probes]) {
			break
		}
		if d.solver.stats.Solutions > before {
			found++
		}
	}
	d.probing = false
	return 2*found >= d.probes
}

// drawMore draws more trees if the trees turn out to have fewer solutions than wanted of each.
func (d *drawnTrees) drawMore(size int32) {
	sh := d.solver.sharing
	if d.perTree <= 1 || d.probes == 0 {
		return
	}
	d.probing = true
	defer func(rand form.SplitMix) { d.probing, sh.rand = false, rand }(sh.rand)
	before := d.solver.stats.Solutions
	for i := range d.probes {
		sh.quota = d.perTree
		if !d.searchTree(d.texts[i*len(d.texts)/d.probes]) {
			return
		}
	}
	each := firstShare(d.solver.stats.Solutions-before, int64(d.probes))
	if each >= d.perTree {
		return
	}
	if texts := d.solver.drawTrees(size, firstShare(d.left, max(1, each))); texts != nil {
		d.texts, d.ends = texts, nil
		d.shareEach(texts)
	}
}

// searchTree searches the quota of solutions of a tree. It returns false to stop the search.
func (d *drawnTrees) searchTree(text string) bool {
	s := d.solver
	t := &s.program.Net
	mark := len(t.Trail)
	s.path, s.pathVars = s.path[:0], s.pathVars[:0]
	ok := true
	s.data.startEvaluation()
	for _, x := range s.trees.First {
		ok = ok && s.data.realize(x, true)
	}
	set := func(v int32, value int64) { ok = ok && t.Put(v, interval.Key(s.form.Vars[v].Kind, value)) }
	s.trees.Each(s.form, text, func(v int32, alt int) {
		value := s.form.Vars[v].Choice[alt].Value
		s.path, s.pathVars = append(s.path, value), append(s.pathVars, v)
		set(v, value)
		key := interval.Key(s.form.Vars[v].Kind, value)
		for _, x := range s.trees.Hang[v] {
			ok = ok && s.data.realize(x, t.Hierarchy.Vars[x].When.Contains(key))
		}
	}, set)
	s.solutionsBefore = propagate.Grow(s.solutionsBefore, len(s.path)+1)
	for i := range s.solutionsBefore {
		s.solutionsBefore[i] = s.stats.Solutions
	}
	s.stats.Decisions++
	if ok = ok && s.data.evaluate(); ok {
		d.noteRealized()
		ok = s.takeData(s.sharing.quota)
	} else {
		ok = s.fail()
	}
	s.data.evaluates, s.data.isReset = false, false
	t.Undo(mark)
	s.path, s.pathVars = s.path[:0], s.pathVars[:0]
	return ok
}

// noteRealized records the variables that the current shape realizes.
func (d *drawnTrees) noteRealized() {
	d.vars = d.vars[:0]
	drops := d.solver.program.Net.Hierarchy.Drops
	for x := int32(0); int(x) < len(d.solver.form.Vars); {
		if drops.IsDropped[x] {
			x = drops.End[x]
			continue
		}
		d.vars = append(d.vars, x)
		x++
	}
}

// take records a solution of the current tree.
func (d *drawnTrees) take(x []int64) bool {
	if !d.probing {
		d.pending = append(d.pending, slices.Clone(x))
	}
	return true
}

// flush yields the solutions of a shape in order.
func (d *drawnTrees) flush() {
	slices.SortFunc(d.pending, d.compare)
	for _, x := range d.pending {
		d.anyYielded = true
		d.left--
		if d.ended = d.ended || !d.yield(x) || d.left == 0; d.ended {
			break
		}
	}
	d.pending = d.pending[:0]
}

// compare orders two solutions of one shape.
func (d *drawnTrees) compare(a, b []int64) int {
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if i == len(a) {
		return 0
	}
	v := &d.solver.form.Vars[d.vars[i]]
	x, y := interval.Key(v.Kind, a[i]), interval.Key(v.Kind, b[i])
	if v.Ascending || v.Kind == form.Uint64 {
		return cmp.Compare(x, y)
	}
	return cmp.Or(cmp.Compare(interval.Magnitude(x), interval.Magnitude(y)), cmp.Compare(y, x))
}
