package evaluate

import (
	"reflect"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// relatedTries is with how many values of the other variables a variable is set to what a part of a comparison gives.
// Of values that the condition rejects there may be some more: failedTries in all. mostRelated limits the assignments of
// one comparison. chainTries and mostOfChains are the same for each chain of calls, and for all. Before
// each, the variables are drawn up to drawTries times.
const (
	relatedTries = 12
	failedTries  = 48
	mostRelated  = 240
	chainTries   = 4
	mostOfChains = 400
	drawTries    = 12
)

// relatedAssignments calls do with assignments in which variables are related, until it returns false. Values that are
// chosen one by one are seldom related so.
//
//   - The variables of the condition have values for which it holds.
//   - A variable has the value of a part of the programs that has other variables. A text or list is also such a value
//     before or behind another, as one that contains what a part gives.
//   - A variable has what one or two calls make of another, or of itself, such as the same instant in another time zone.
//
// The parts by which the programs differ have different values where possible, and the condition holds.
func (u *Universe) relatedAssignments(c wire.Comparison, do func(ids []uint32) bool) {
	r := relating{Universe: u, Comparison: c, env: make([]uint32, len(u.ask.Slots)), do: do, pairs: u.differing(c.Left, c.Right)}
	r.premises = u.apart(u.premisesOf(c), r.pairs)
	if !r.hold() {
		return
	}
	if r.left = mostOfChains; !r.relateChains() {
		return
	}
	r.left = mostRelated
	for _, part := range u.parts(c.Left, c.Right, c.Condition) {
		of := u.calls[part[len(part)-1]].result.of
		for _, slot := range c.Slots {
			if u.rows[slot].of == of && u.furtherOf(u.ask.Slots[slot]) > 0 && !slices.Contains(part, -1-slot) && !r.relate(part, slot) {
				return
			}
		}
	}
}

// parts lists the calls that programs consist of, as programs, each once.
func (u *Universe) parts(programs ...[]int) (list [][]int) {
	for _, program := range programs {
		for i, start := range u.starts(program) {
			part := program[start : i+1]
			if program[i] >= 0 && !slices.ContainsFunc(list, func(p []int) bool { return slices.Equal(p, part) }) {
				list = append(list, part)
			}
		}
	}
	return list
}

// starts returns for each step of a program where the part begins that ends with the step.
func (u *Universe) starts(program []int) []int {
	var open []int // where the operands on the stack begin
	out := make([]int, len(program))
	for i, step := range program {
		n := len(open)
		if step >= 0 {
			n -= len(u.calls[step].inputs)
		}
		open = append(open, i)
		open = open[:n+1]
		out[i] = open[n]
	}
	return out
}

// differing lists the pairs of parts by which two programs differ that call the same.
func (u *Universe) differing(l, r []int) (pairs [][2][]int) {
	if len(l) == 0 || len(r) == 0 || l[len(l)-1] != r[len(r)-1] || l[len(l)-1] < 0 {
		return nil
	}
	as, bs := u.arguments(l), u.arguments(r)
	for i, a := range as {
		if slices.Equal(a, bs[i]) {
			continue
		}
		within := u.differing(a, bs[i])
		if pairs = append(pairs, within...); within == nil {
			pairs = append(pairs, [2][]int{a, bs[i]})
		}
	}
	return pairs
}

// arguments returns the arguments of the last call of a program, as programs.
func (u *Universe) arguments(program []int) (list [][]int) {
	starts, last := u.starts(program), len(program)-1
	for end := last; end > starts[last]; end = starts[end-1] {
		list = append(list, program[starts[end-1]:end])
	}
	slices.Reverse(list)
	return list
}

// A relating makes the related assignments of one comparison. env has the values of all variables, state is that of
// the random numbers, left is how many assignments may follow, pairs are the parts by which the programs differ.
type relating struct {
	*Universe
	wire.Comparison
	env   []uint32
	do    func(ids []uint32) bool
	state uint64
	left  int
	pairs [][2][]int
	// premises are those of the condition for which the programs differ in a part.
	premises *premises
}

// draw draws the values of all variables: until the condition holds and the programs differ in a part, but not for ever.
func (r *relating) draw() {
	for range drawTries {
		for _, s := range r.Slots {
			r.env[s] = r.drawOf(r.ask.Slots[s])
		}
		r.state += stride
		if n, rows := mix(r.state), r.premises.rows; len(rows) > 0 && n%4 > 0 {
			r.premises.set(r.env, rows[n/4%uint64(len(rows))])
		}
		if !r.allowed(r.Slots, r.env) {
			continue
		}
		differ := func(p [2][]int) bool { return r.number(p[0], r.env) != r.number(p[1], r.env) }
		if (len(r.pairs) == 0 || slices.ContainsFunc(r.pairs, differ)) && (len(r.Condition) == 0 || r.holds(r.Condition, !r.Negated, r.env)) {
			return
		}
	}
}

// drawOf returns the number of a value of a sort: a small one, any, one of any group, or one that told terms apart.
func (r *relating) drawOf(sort int) uint32 {
	all := r.all(sort)
	r.state += stride
	n := mix(r.state)
	how := n % 4
	n /= 4
	if outside := r.furtherOf(sort) > 0 && !(r.modest && isWide(r.calls[r.ask.Sorts[sort].Target].inputs[0].of.t)); how == 3 && outside && r.telling != nil && len(r.telling[sort]) > 0 {
		return r.telling[sort][n%uint64(len(r.telling[sort]))]
	} else if how >= 2 && outside {
		return r.stratum(sort, n)
	}
	if how == 0 {
		all = all[:min(fewValues, len(all))]
	}
	return all[n%uint64(len(all))]
}

// relate sets a variable to what a part gives. It returns false if no more assignments are wanted.
func (r *relating) relate(part []int, slot int) bool {
	for tries, tried := 0, 0; tried < relatedTries && tries < failedTries; tries++ {
		r.draw()
		id := r.number(part, r.env)
		of := r.rows[slot].of
		if !r.admits(slot, id) {
			continue
		}
		ids := []uint32{id}
		if v, w := of.values[id], of.values[r.env[slot]]; isSequence(of.t) {
			ids = append(ids, of.joined(v, w), of.joined(w, v))
		}
		admitted := false
		for _, r.env[slot] = range ids {
			if len(r.Condition) > 0 && !r.holds(r.Condition, !r.Negated, r.env) {
				continue
			}
			if admitted = true; !r.try() {
				return false
			}
		}
		if admitted {
			tried++
		}
	}
	return true
}

// admits reports whether a variable may have a value.
func (r *relating) admits(slot int, id uint32) bool {
	return id != undefined && !(r.ask.Sorts[r.ask.Slots[slot]].NonNil && isNil(r.rows[slot].of.values[id]))
}

// A step is a call with what came before as the argument at an index.
type step struct {
	*call
	at int
}

// stepsFrom lists the steps that take a value of a type.
func (u *Universe) stepsFrom(of *table) (list []step) {
	for _, target := range u.ask.Grow {
		c := u.calls[target]
		at := slices.IndexFunc(c.inputs, func(v variable) bool { return v.of == of })
		if from, _, _ := u.sorts(c); at >= 0 && !slices.Contains(from, -1) {
			list = append(list, step{c, at})
		}
	}
	return list
}

// chains lists the ways from a value of a type to one of another by one or two calls.
func (u *Universe) chains(from, to *table) (list [][]step) {
	key := [2]*table{from, to}
	if list, ok := u.chained[key]; ok {
		return list
	}
	for _, first := range u.stepsFrom(from) {
		if first.result.of == to {
			list = append(list, []step{first})
		}
		for _, second := range u.stepsFrom(first.result.of) {
			if second.result.of == to {
				list = append(list, []step{first, second})
			}
		}
	}
	if u.chained == nil {
		u.chained = map[[2]*table][][]step{}
	}
	u.chained[key] = list
	return list
}

// relateChains sets a variable to what chains of calls make of each variable. It returns false if no
// more assignments are wanted.
func (r *relating) relateChains() bool {
	total := 0
	each := func(do func(from, to int, chain []step) bool) bool {
		for _, from := range r.Slots {
			for _, to := range r.Slots {
				for _, chain := range r.chains(r.rows[from].of, r.rows[to].of) {
					if r.furtherOf(r.ask.Slots[to]) > 0 && !do(from, to, chain) {
						return false
					}
				}
			}
		}
		return true
	}
	each(func(int, int, []step) bool { total++; return true })
	if total == 0 {
		return true
	}
	left, tries := 0, min(chainTries*total, mostOfChains)
	return each(func(from, to int, chain []step) bool {
		for left += tries; left >= total; left -= total { // So many tries are spread over all.
			r.draw()
			id := r.follow(chain, r.env[from])
			if !r.admits(to, id) {
				continue
			}
			if r.env[to] = id; !r.try() {
				return false
			}
		}
		return true
	})
}

// follow returns what a chain makes of a value, with any other arguments.
func (r *relating) follow(chain []step, id uint32) uint32 {
	for _, s := range chain {
		from, _, _ := r.sorts(s.call)
		args := make([]uint32, len(from))
		for i, sort := range from {
			if args[i] = id; i != s.at {
				args[i] = r.drawOf(sort)
			}
		}
		if id = r.kept(s.call, args); id == undefined {
			break
		}
	}
	return id
}

// mostKept is the greatest length of a text or list that is made only to be the value of a variable.
const mostKept = 1 << 9

// kept returns the number of the result of a call, undefined if it is too long to be kept.
func (u *Universe) kept(c *call, args []uint32) uint32 {
	if _, known := c.known(args); !known && u.call(c, args) && isLong(c.result.value) {
		return undefined
	}
	return u.apply(c, args)
}

// isLong reports whether v is a text or list that is not kept.
func isLong(v reflect.Value) bool { return isSequence(v.Type()) && v.Len() > mostKept }

// try calls do with the values of the variables. It returns false if no more assignments are wanted.
func (r *relating) try() bool {
	at := make([]uint32, len(r.Slots))
	for k, s := range r.Slots {
		at[k] = r.env[s]
	}
	r.left--
	return r.left >= 0 && r.do(at)
}

// isSequence reports whether values of a type can be joined: it is string or a slice type, and no directive says
// which values it has, because it has no name.
func isSequence(t reflect.Type) bool {
	return t == reflect.TypeFor[string]() || t.Kind() == reflect.Slice && t.Name() == ""
}

// joined returns the number of a text or slice that has the elements of two.
func (t *table) joined(v, w reflect.Value) uint32 {
	to := reflect.New(t.t)
	if t.t.Kind() == reflect.String {
		to.Elem().SetString(v.String() + w.String())
	} else {
		list := reflect.MakeSlice(t.t, 0, v.Len()+w.Len())
		to.Elem().Set(reflect.AppendSlice(reflect.AppendSlice(list, v), w))
	}
	return t.number(to.Interface())
}
