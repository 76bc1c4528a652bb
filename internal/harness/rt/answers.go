package rt

// Answers are the answers from which the functions of one shape choose at a
// place of some cost: the streams of all, in order, and for each depth how many
// of them are within it.
type Answers struct {
	Streams [][]int64
	Within  []int
	// Far is how many of the last are outside the bounds: of what is drawn half are of
	// these.
	Far int
}

// answers are those from which the function chooses.
func (t *table) answers() Answers {
	all := t.asking.answers
	if t.shape >= len(all) || t.cost >= len(all[t.shape]) {
		return Answers{}
	}
	return all[t.shape][t.cost]
}

// within is how many answers are within the depth.
func (t *table) within(a Answers) int {
	if len(a.Within) == 0 {
		return 0
	}
	return a.Within[min(int64(len(a.Within)-1), t.asking.depth)]
}

// level is the least depth within which the answer is.
func (t *table) level(a Answers, i int) int {
	for d, n := range a.Within {
		if i < n {
			return d
		}
	}
	return len(a.Within)
}

// admits tells whether the i-th answer is one to the arguments.
func (q *Asked[A]) admits(args A, a Answers, i int) bool {
	return q.holds(a, i) && (q.Ensure == nil || q.Ensure(args, (&answered{stream: a.Streams[i]}).reader()))
}

// holds tells whether the invariants hold of the i-th answer, which is looked at
// once.
func (q *Asked[A]) holds(a Answers, i int) bool {
	if q.Valid == nil {
		return true
	}
	k, at := q.table.asking, [2]int{q.table.shape, q.table.cost}
	if len(k.valid[at]) < len(a.Streams) {
		k.valid[at] = append(k.valid[at], make([]int8, len(a.Streams)-len(k.valid[at]))...)
	}
	known := &k.valid[at][i]
	if *known == 0 {
		*known = -1
		if q.Valid((&answered{stream: a.Streams[i]}).reader()) {
			*known = 1
		}
	}
	return *known > 0
}
