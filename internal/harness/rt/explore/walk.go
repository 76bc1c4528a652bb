package explore

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/search"
)

// walkStall and walkWork bound the search for the drawn arguments of one callee.
const (
	walkStall = 300
	walkWork  = 500_000
)

// walkKeyBytes bounds the total length of the keys of the states of all walks; beyond it no more steps are
// taken. rowKeyBytes is the bound for rows. Large states reach it with fewer states.
const walkKeyBytes, rowKeyBytes = 16 << 20, 12 << 20

// allArguments is the greatest number of arguments of a group that are all tried.
const allArguments = 256

// sample draws arguments of a far group, or returns all if they are few.
func sample(w *wire.Walk, s *search.Solver, group int, of wire.Group) [][]int64 {
	d := search.Draw{Seed: w.Seed + uint64(group), Count: w.Arguments, Foci: w.Foci, Stall: walkStall, Work: walkWork, Few: of.Few}
	if of.All {
		d.Count, d.Foci, d.Few = allArguments, nil, true
	}
	streams, _ := s.Sample(d)
	return streams
}

// A walker makes random walks.
type walker struct {
	x    *explorer
	rand *rand.Rand
	// near and far are the arguments of each callee, within and outside the depths. all are groups
	// outside the depths whose arguments are each tried separately.
	near, far [][]*group
	all       []*group
	// rows are, by step, arguments that are taken in order.
	rows map[int]*ladder
	// favourite is the step made most often: in often of ten cases. first selects the arguments of
	// the constructor.
	favourite, favouriteTenths, constructorArgument int
	// small says that arguments are the first of a row where a step has one, and that refused calls are
	// replaced.
	small bool
	// inRow says that the steps are those of a row, singleCall that one call is made with arguments
	// that are all tried.
	inRow, singleCall bool
}

// walks finds states outside the depths.
func (x *explorer) walks() {
	w := x.job.Walk
	k := &walker{x: x, rows: map[int]*ladder{}, rand: rand.New(rand.NewPCG(w.Seed, 0))}
	k.near, k.far = make([][]*group, len(x.builder.Callees)), make([][]*group, len(x.builder.Callees))
	for _, g := range x.groups {
		list := k.near
		if g.Far {
			list = k.far
		}
		if g.Row && len(g.args) > 0 {
			k.rows[g.Callee] = ladderOf(g)
		}
		if g.All {
			k.all = append(k.all, g)
		}
		if g.Row || g.All {
			continue
		}
		if len(g.args) > 0 {
			list[g.Callee] = append(list[g.Callee], g)
		}
	}
	makers, steps := k.callees()
	k.callWithAll()
	k.callWithFar(makers, steps)
	k.climbRows(makers, steps)
	k.randomly(makers, steps, w.Walks, x.job.Calls)
	x.newStates = append(x.newStates, k.suspectsOfSmall(makers, steps)...)
	x.numbered = chooseStates(x.newStates, w.States)
}

// randomly makes random walks, until that many calls were made.
func (k *walker) randomly(makers, steps []int, walks int, calls int64) {
	for i := 0; i < walks && len(makers) > 0 && k.mayContinue() && k.x.called() < calls; i++ {
		// In every other walk one step is made always or nearly always, so that a stack grows. The
		// favourites are combined with all arguments of the constructors.
		k.favourite, k.favouriteTenths, k.constructorArgument = 0, 0, i
		if n := len(steps); i%2 == 1 && n > 0 {
			k.favourite, k.favouriteTenths, k.constructorArgument = steps[i/4%n], 10-i/2%2, i/4/n
		}
		k.walk(makers, steps)
	}
}

// smallWalks is how many walks with small arguments are made for each other walk, if they make no more calls than all before.
const smallWalks = 4

// suspectsOfSmall makes random walks with small arguments, most of which a precondition accepts that relates them to
// the state, as of an index or a number of a node. It returns the states from which a call failed. Others are like those of
// the walks before.
func (k *walker) suspectsOfSmall(makers, steps []int) []*stateNode {
	if len(k.rows) == 0 {
		return nil
	}
	before := k.x.newStates
	k.x.newStates, k.small = nil, true
	k.randomly(makers, steps, smallWalks*k.x.job.Walk.Walks, 2*k.x.called())
	suspect := slices.DeleteFunc(k.x.newStates, func(s *stateNode) bool { return s.level != wire.FarSuspect })
	k.x.newStates, k.small = before, false
	return suspect
}

// mayContinue reports whether more steps may be made.
func (k *walker) mayContinue() bool {
	most := int64(walkKeyBytes)
	if k.inRow {
		most = rowKeyBytes
	}
	return k.x.out.Cut == "" && k.x.keyBytes < most
}

// rowStates is how many of the states that rows make are kept. Each has another size, and inputs
// are drawn evenly from all sizes.
const rowStates = 16

// chooseStates returns n of the states, sorted by size: first those from which a call failed, then
// brief ones, then some of rows, then others, each spread evenly.
func chooseStates(list []*stateNode, n int) []*stateNode {
	var suspect, others, rows, brief []*stateNode
	for _, s := range list {
		switch {
		case s.level == wire.FarSuspect:
			suspect = append(suspect, s)
		case s.singleCall:
			brief = append(brief, s)
		case s.byRow:
			rows = append(rows, s)
		default:
			others = append(others, s)
		}
	}
	bySize := func(a, b *stateNode) int { return cmp.Or(a.size-b.size, a.level-b.level) }
	slices.SortStableFunc(suspect, bySize)
	slices.SortStableFunc(others, bySize)
	suspect = suspect[:min(len(suspect), n/2)]
	slices.SortStableFunc(rows, bySize)
	slices.SortStableFunc(brief, bySize)
	out := append(suspect, evenly(brief, (n-len(suspect))/3)...)
	out = append(out, evenly(rows, rowStates)...)
	out = append(out, bySizes(others, n-len(out))...)
	slices.SortStableFunc(out, bySize)
	return out
}

// bySizes takes at most n of the states, which are sorted by size. It takes equally many of each size, if there
// are enough.
func bySizes(list []*stateNode, n int) (out []*stateNode) {
	var sizes [][]*stateNode
	for i, s := range list {
		if i == 0 || s.size != list[i-1].size {
			sizes = append(sizes, nil)
		}
		sizes[len(sizes)-1] = append(sizes[len(sizes)-1], s)
	}
	slices.SortStableFunc(sizes, func(a, b []*stateNode) int { return len(a) - len(b) })
	for i, of := range sizes {
		part := evenly(of, (n-len(out))/(len(sizes)-i))
		out = append(out, part...)
	}
	slices.SortStableFunc(out, func(a, b *stateNode) int { return cmp.Or(a.size-b.size, a.level-b.level) })
	return out
}

// callWithAll makes a call of each constructor with each argument of the groups in all.
func (k *walker) callWithAll() {
	before := k.rand
	k.rand, k.singleCall = rand.New(rand.NewPCG(k.x.job.Walk.Seed, uint64(len(k.all)))), true
	for _, g := range k.all {
		for _, args := range g.args {
			if k.mayContinue() {
				k.step(k.x.root, singleArgument(g, args), 0, true)
			}
		}
	}
	k.rand, k.singleCall = before, false
}

// callWithFar makes the calls of each constructor with arguments outside the depths. From the
// constructor's first value it makes the calls of each step.
func (k *walker) callWithFar(makers, steps []int) {
	for _, m := range makers {
		first := k.x.root
		for _, g := range slices.Concat(k.near[m], k.far[m]) {
			for _, args := range g.args {
				if !g.Far && first != k.x.root {
					break
				}
				if s := k.step(k.x.root, singleArgument(g, args), 0, g.Far); s != nil && first == k.x.root {
					first = s
				}
			}
		}
		for _, c := range steps {
			for _, g := range k.far[c] {
				for _, args := range g.args {
					if first != k.x.root && k.mayContinue() {
						k.step(first, singleArgument(g, args), 1, true)
					}
				}
			}
		}
	}
}

// singleArgument returns a group of one argument.
func singleArgument(of *group, args []int64) *group {
	return &group{Group: of.Group, callee: of.callee, args: [][]int64{args}, spelled: make([][]int64, 1), nested: make([]int, 1)}
}

// step makes the n-th step and returns one of the states that it gives, or nil.
func (k *walker) step(s *stateNode, g *group, n int, far bool) *stateNode {
	failures := k.x.failed[g.Callee]
	edges := k.x.runGroup(s, g)
	near := k.x.job.Walk.Near
	if k.x.failed[g.Callee] > failures && s.level > near {
		s.level = wire.FarSuspect
	}
	if len(edges) == 0 {
		return nil
	}
	e := edges[k.rand.IntN(len(edges))]
	if e.to.stream == nil {
		from := &path{to: s, calls: s.size}
		e.to.stream, e.to.size = k.x.stream(&path{from: from, edge: e, group: g}), from.callsWith(e, g)
		e.to.streamFixed, e.to.byRow, e.to.singleCall = true, k.inRow, k.singleCall
		if e.to.level = n; far || s.level >= wire.FarLevel {
			e.to.level = wire.FarLevel
		}
		if e.to.level > near {
			k.x.newStates = append(k.x.newStates, e.to)
		}
	}
	return e.to
}

// callees lists the constructors and the steps that have arguments.
func (k *walker) callees() (makers, steps []int) {
	for i, c := range k.x.builder.Callees {
		switch {
		case len(k.near[i])+len(k.far[i]) == 0:
		case c.Step:
			steps = append(steps, i)
		default:
			makers = append(makers, i)
		}
	}
	return makers, steps
}

// walk makes calls until there are enough, or until too many were tried.
func (k *walker) walk(makers, steps []int) {
	w := k.x.job.Walk
	s := k.x.root
	most := 2*w.Length + 8
	if k.small {
		most *= smallWalks
	}
	for made, tried := 0, 0; made <= w.Length && tried < most && k.mayContinue(); tried++ {
		from := steps
		if s == k.x.root {
			from = makers
		}
		if len(from) == 0 {
			return
		}
		callee := from[k.rand.IntN(len(from))]
		if s != k.x.root && k.rand.IntN(10) < k.favouriteTenths {
			callee = k.favourite
		}
		g, far := k.argument(callee, s == k.x.root)
		if to := k.step(s, g, made, far); to != nil {
			s, made = to, made+1
		}
	}
}

// argument chooses one argument of a callee, as a group of its own: at random for a step, in turn
// for a constructor.
func (k *walker) argument(callee int, maker bool) (g *group, far bool) {
	from := k.near[callee]
	n := k.rand.IntN(1 << 30)
	if maker {
		n = k.constructorArgument
	}
	if far = len(k.far[callee]) > 0 && (len(from) == 0 || n%2 == 0 || k.small); far {
		from = k.far[callee]
	}
	n /= 2
	if r := k.rows[callee]; k.small && r != nil {
		return r.among(n), true
	}
	of := from[n%len(from)]
	args := of.args[n/len(from)%len(of.args)]
	return singleArgument(of, args), far
}

// evenly takes n of the elements, spread evenly.
func evenly[E any](list []E, n int) []E {
	if len(list) <= n || n < 2 {
		return list[:min(n, len(list))]
	}
	out := make([]E, n)
	for i := range out {
		out[i] = list[i*(len(list)-1)/(n-1)]
	}
	return out
}
