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
	// treesProbes is how many of the trees that were drawn are tried first, of which
	// half must have data.
	treesProbes = 8
	// treesMisses is how many times the number of trees that are wanted is drawn,
	// and how many times it are all looked for, treesMost at most.
	treesMisses = 4
	treesMost   = 1 << 18
	// treesSmall is the size from which on shapes are found by the automaton where
	// there is one.
	treesSmall = 8
)

// spreadTrees is Spread for large shapes of which there are many: it draws them
// from the automaton, as many as are wanted, and looks for data of each. Of middling
// ones it finds all, where these are not too many, so that each has its share. It
// does nothing and is false where that is not how to find them: there is no
// automaton, there are few shapes, or what the automaton does not know of mostly
// excludes them.
func (s *Solver) spreadTrees(size int32, n int64, yield func([]int64) bool) bool {
	if size < s.treesFrom || s.predicate != nil {
		return false
	}
	if size >= sharedSmall {
		s.automate()
	}
	if s.automaton == nil || !s.readyTrees(size) {
		return false
	}
	sh := sharing{size: size, drawn: true}
	var texts []string
	d := &drawnTrees{s: s, left: n, yield: yield}
	if size >= sharedSmall {
		d.each = min(n, sh.data())
		texts = s.drawTrees(size, share(n, d.each))
		d.alone(texts)
	} else {
		texts = s.evenTrees(size, n)
		d.together(texts)
	}
	if texts == nil {
		return false
	}
	d.texts, d.probes = texts, min(treesProbes, len(texts))
	s.sharingOut(size, &sh, d.take, func() { d.run(size) })
	return d.some
}

// readyTrees makes what trees up to a size are drawn with, where that is not too
// much work.
func (s *Solver) readyTrees(size int32) bool {
	if s.trees == nil || s.trees.Over || s.trees.Size < int(size) {
		if s.treesFail > 0 && size >= s.treesFail {
			return false
		}
		// More than is asked for, as greater ones may come.
		most := max(size, min(size+size/2, s.automaton.Most))
		if s.trees = automaton.NewTrees(s.form, s.automaton, most); s.trees == nil {
			s.treesFail = size
			return false
		}
	}
	s.trees.Quit = s.Options.Quit
	return true
}

// drawTrees draws so many different trees, in the order of their shapes; nil where
// there are not many more.
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

// evenTrees gives trees of a size, all or those that were drawn, in the order of
// their shapes: as many of each shape as there are of others, no more than n.
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
		// Of more shapes than are wanted some are taken at even distances.
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

// shapesOf gives, for each shape of the trees in order, where its trees end.
func shapesOf(texts []string) (ends []int64) {
	for i := range texts {
		if i+1 == len(texts) || !strings.HasPrefix(texts[i+1], shapeOf(texts[i])) {
			ends = append(ends, int64(i+1))
		}
	}
	return ends
}

// shapeOf is the part of a text that says the shape of a tree.
func shapeOf(text string) string { return text[:len(text)/3*2] }

// A drawnTrees is the spread over trees that were drawn.
type drawnTrees struct {
	s     *Solver
	texts []string
	// ends are where those end that share what one shape is to give.
	ends  []int64
	left  int64
	yield func([]int64) bool
	// some says that there are solutions; ended that no more are wanted.
	some, ended bool
	// probes is how many trees are tried first, probing says that they are. Each is
	// how many solutions a tree is to give, 0 where that is up to its shape.
	probes  int
	probing bool
	each    int64
	// group are the solutions of the last trees, of the same shape, and vars the
	// variables that it realizes.
	group [][]int64
	vars  []int32
}

// run finds the solutions.
func (d *drawnTrees) run(size int32) {
	s := d.s
	t := &s.prog.Net
	s.stats.Sizes++
	s.size, s.fails, s.low = size, 0, math.MaxInt
	t.Undo(0)
	defer t.Undo(0)
	if !t.Narrow(s.prog.Size, interval.Of(int64(size), int64(size))) || !s.settle() {
		t.Forget()
		return
	}
	if d.probes > 0 && !d.probe() {
		return
	}
	d.drawMore(size)
	s.stats = Stats{Sizes: 1}
	from := int64(0)
	for k, end := range d.ends {
		left := d.left - int64(len(d.group))
		part := share(left, int64(len(d.ends)-k))
		for i := from; i < end; i++ {
			had := int64(len(d.group))
			if s.sharing.quota = share(part, end-i); s.sharing.quota == 0 {
				break
			}
			text := d.texts[i]
			ok := d.tree(text)
			part -= int64(len(d.group)) - had
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

// share is what the first of so many has, where the first ones have more if any.
func share(whole, among int64) int64 { return (whole + among - 1) / among }

// alone gives each tree a share of its own, together one to all of one shape.
func (d *drawnTrees) alone(texts []string) {
	for i := range texts {
		d.ends = append(d.ends, int64(i+1))
	}
}

func (d *drawnTrees) together(texts []string) { d.ends = shapesOf(texts) }

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

// drawMore draws more trees where these have fewer solutions than each is to give.
func (d *drawnTrees) drawMore(size int32) {
	sh := d.s.sharing
	if d.each <= 1 || d.probes == 0 {
		return
	}
	d.probing = true
	defer func(rand form.SplitMix) { d.probing, sh.rand = false, rand }(sh.rand)
	before := d.s.stats.Solutions
	for i := range d.probes {
		sh.quota = d.each
		if !d.tree(d.texts[i*len(d.texts)/d.probes]) {
			return
		}
	}
	each := share(d.s.stats.Solutions-before, int64(d.probes))
	if each >= d.each {
		return
	}
	if texts := d.s.drawTrees(size, share(d.left, max(1, each))); texts != nil {
		d.texts, d.ends = texts, nil
		d.alone(texts)
	}
}

// tree looks for the share of solutions of a tree; false to stop.
func (d *drawnTrees) tree(text string) bool {
	s := d.s
	t := &s.prog.Net
	mark := len(t.Trail)
	s.path, s.along = s.path[:0], s.along[:0]
	ok := true
	s.data.newEvaluation()
	for _, x := range s.trees.First {
		ok = ok && s.data.realize(x, true)
	}
	set := func(v int32, value int64) { ok = ok && t.Put(v, interval.Key(s.form.Vars[v].Kind, value)) }
	s.trees.Each(s.form, text, func(v int32, alt int) {
		value := s.form.Vars[v].Choice[alt].Value
		s.path, s.along = append(s.path, value), append(s.along, v)
		set(v, value)
		key := interval.Key(s.form.Vars[v].Kind, value)
		for _, x := range s.trees.Hang[v] {
			ok = ok && s.data.realize(x, t.Rooms.Homes[x].When.Contains(key))
		}
	}, set)
	s.at = propagate.Grow(s.at, len(s.path)+1)
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
	t.Undo(mark)
	s.path, s.along = s.path[:0], s.along[:0]
	return ok
}

// realized notes the variables that the shape at hand realizes.
func (d *drawnTrees) realized() {
	d.vars = d.vars[:0]
	drops := d.s.prog.Net.Rooms.Drops
	for x := int32(0); int(x) < len(d.s.form.Vars); {
		if drops.Gone[x] {
			x = drops.End[x]
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
	x, y := interval.Key(v.Kind, a[i]), interval.Key(v.Kind, b[i])
	if v.Ascending || v.Kind == form.Uint64 {
		return cmp.Compare(x, y)
	}
	return cmp.Or(cmp.Compare(interval.Magnitude(x), interval.Magnitude(y)), cmp.Compare(y, x))
}
