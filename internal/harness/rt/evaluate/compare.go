package evaluate

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

func (u *Universe) compareAll(c wire.Comparisons) wire.Compared {
	var out wire.Compared
	for _, p := range c.Pairs {
		out.Outcomes = append(out.Outcomes, u.compare(p))
	}
	return out
}

// compare evaluates both programs for the assignments of their variables. If these exceed the limit,
// it uses those of small values and some random ones. With Further, it uses some assignments with
// further values.
func (u *Universe) compare(c wire.Comparison) (out wire.Outcome) {
	u.modest, u.wider = c.Modest, c.Wide
	list := u.list(c)
	env := make([]uint32, len(u.ask.Slots))
	u.avoid(c)
	try := func(ids []uint32) bool {
		for i, s := range c.Slots {
			env[s] = ids[i]
		}
		return c.Further && !u.allowed(c.Slots, env) || u.tryAssignment(c, env, &out)
	}
	more := true
	for row := 0; row < list.rows && more; row++ {
		more = try(list.ids[row*len(c.Slots):][:len(c.Slots)])
	}
	out.Whole = list.whole && more
	if c.Further && more && c.Most == 0 && (!c.Wide || list.rows > 0) { // Where differences are counted, none counts twice.
		trying := func(ids []uint32) bool { more = try(ids); return more }
		if u.tellingAssignments(c.Slots, trying); more {
			u.relatedAssignments(c, trying)
		}
	}
	u.inFlight = u.inFlight[:0]
	if c.Further && out.Differ > 0 {
		u.noteTelling(c.Slots, out.Apart)
	}
	return out
}

// tryAssignment compares both programs for one assignment. It returns false if more than are wanted differ.
func (u *Universe) tryAssignment(c wire.Comparison, env []uint32, out *wire.Outcome) bool {
	if len(c.Condition) > 0 && !u.holds(c.Condition, !c.Negated, env) {
		return true
	}
	l, r := u.observe(c.Left, env), u.observe(c.Right, env)
	out.Tried++
	if l == undefined && r == undefined {
		out.Undefined++
	}
	if l == r {
		return true
	}
	if out.Differ++; out.Differ == 1 {
		out.Apart = u.assignment(env)
	}
	if c.Most > 0 && out.Differ <= mostDescribed {
		if values := u.described(c.Slots, env); out.Differ == 1 || extent(values) < extent(out.Simplest) {
			out.Simplest = values
		}
	}
	return out.Differ <= c.Most
}

// mostDescribed is among how many assignments for which terms differ the simplest is looked for.
const mostDescribed = 100

// described describes the values of variables.
func (u *Universe) described(slots []int, env []uint32) (values []*tree.Value) {
	d := explain.NewDescriber()
	for _, s := range slots {
		values = append(values, d.Walk([]any{u.rows[s].of.values[env[s]].Addr().Interface()})...)
	}
	return values
}

// extent is how many values there are in some, with their parts, and the length of their texts.
func extent(values []*tree.Value) (n int) {
	for _, v := range values {
		n += 1 + len(v.Text) + extent(v.Elems)
	}
	return n
}

// A listed has assignments of some variables: for each the numbers of their values. Whole says that these are all.
type listed struct {
	ids   []uint32
	rows  int
	whole bool
}

// mostListed is how many lists of assignments are kept.
const mostListed = 400

// list returns the assignments of a comparison. Most comparisons are of the same few variables.
func (u *Universe) list(c wire.Comparison) *listed {
	key := fmt.Sprint(c.Slots, c.Limit, c.Further, c.Modest, c.Wide)
	if l := u.lists[key]; l != nil {
		return l
	}
	values := func(sort int) []uint32 { return u.values[sort] }
	if c.Further {
		u.withFurther()
		values = u.all
	}
	if c.Wide {
		u.withWide()
	}
	u.modest, u.wider = c.Modest, c.Wide
	l := &listed{}
	add := func(at []int) bool {
		for i, s := range c.Slots {
			l.ids = append(l.ids, values(u.ask.Slots[s])[at[i]])
		}
		l.rows++
		return true
	}
	switch {
	case c.Wide:
		u.wideAssignments(c.Slots, c.Limit, add)
	case c.Further:
		u.furtherAssignments(c.Slots, c.Limit, add)
	default:
		sizes := make([]int, len(c.Slots))
		for i, s := range c.Slots {
			sizes[i] = len(values(u.ask.Slots[s]))
		}
		if combinations(sizes) <= c.Limit {
			l.whole = assignments(sizes, c.Limit, add)
		} else {
			once := distinct(add)
			covering(sizes, c.Limit/2, once)
			assignments(sizes, c.Limit-int64(l.rows), once)
		}
	}
	if u.lists == nil || len(u.lists) == mostListed {
		u.lists = map[string]*listed{}
	}
	u.lists[key] = l
	return l
}

// assignment copies an assignment, with the first value of each variable that has none.
func (u *Universe) assignment(env []uint32) wire.Assignment {
	out := slices.Clone(env)
	for v, id := range out {
		if of := u.values[u.ask.Slots[v]]; id == undefined && len(of) > 0 {
			out[v] = of[0]
		}
	}
	return out
}

// assignments calls do with indices below sizes until it returns false. whole reports that these were
// all combinations. If there are more than limit, the first half has the least indices, and the others
// are spread over all.
func assignments(sizes []int, limit int64, do func([]int) bool) (whole bool) {
	total := combinations(sizes)
	if total == 0 {
		return true
	}
	at := make([]int, len(sizes))
	if total <= limit {
		for i := range total {
			indices(at, sizes, i)
			if !do(at) {
				return false
			}
		}
		return true
	}
	small, product := make([]int, len(sizes)), int64(1)
	for i := range small {
		small[i] = 1
	}
	for grown := true; grown; {
		grown = false
		for i := range small {
			if small[i] < sizes[i] && product/int64(small[i])*int64(small[i]+1) <= limit/2 {
				product = product / int64(small[i]) * int64(small[i]+1)
				small[i]++
				grown = true
			}
		}
	}
	for i := range product {
		indices(at, small, i)
		if !do(at) {
			return false
		}
	}
	state := uint64(limit)
	for range limit - product {
		state += 0x9e3779b97f4a7c15
		indices(at, sizes, int64(mix(state)%uint64(total)))
		if !do(at) {
			return false
		}
	}
	return false
}

// distinct returns a function that calls do with each combination once.
func distinct(do func([]int) bool) func([]int) bool {
	known := map[string]bool{}
	return func(at []int) bool {
		var room [64]byte
		key := room[:0]
		for _, n := range at {
			key = binary.AppendUvarint(key, uint64(n))
		}
		if known[string(key)] {
			return true
		}
		known[string(key)] = true
		return do(at)
	}
}

// combinations returns how many combinations of indices below sizes there are, or a great number.
func combinations(sizes []int) int64 {
	total, most := int64(1), int64(1)<<40
	for _, n := range sizes {
		total = min(total*int64(n), most)
	}
	return total
}

// covering calls do with combinations in which one variable has each of its values, and the others one of their two least,
// in all ways, as far as the limit goes. An exception may need one value and the others to differ, and no more.
func covering(sizes []int, limit int64, do func([]int) bool) {
	at, most := make([]int, len(sizes)), slices.Max(sizes)
	for others := range 1 << min(len(sizes)-1, 8) {
		for n := range most {
			for i, size := range sizes {
				if n >= size {
					continue
				}
				bits := others
				for k := range at {
					if k == i {
						at[k] = n
						continue
					}
					at[k], bits = min(bits&1, sizes[k]-1), bits>>1
				}
				if limit--; limit < 0 || !do(at) {
					return
				}
			}
		}
	}
}

// indices sets at to the n-th combination. The last index changes first.
func indices(at, sizes []int, n int64) {
	for i := len(sizes) - 1; i >= 0; i-- {
		at[i] = int(n % int64(sizes[i]))
		n /= int64(sizes[i])
	}
}

// try calls a target with combinations of values, three times for each, with copies.
func (u *Universe) try(t wire.Trial) wire.Tried {
	c := u.calls[t.Target]
	n := len(c.inputs)
	out := wire.Tried{Changed: make([]bool, n), Nil: make([]int64, n), NilUndefined: make([]int64, n), Returned: returnsInput(c)}
	sizes := make([]int, len(t.Inputs))
	for i, s := range t.Inputs {
		sizes[i] = len(u.values[s])
	}
	var before operand // the result of the call before, as it is now
	assignments(sizes, t.Limit, func(at []int) bool {
		given := make([]any, len(at))
		for i, s := range t.Inputs {
			given[i] = c.inputs[i].of.values[u.values[s][at[i]]].Addr().Interface()
		}
		first := u.again(c, memory.Copies(given))
		out.Reused = out.Reused || before.value.IsValid() && c.result.of.number(before.value.Addr().Interface()) != before.id
		if before = (operand{id: first}); first != undefined && c.result.of != nil && c.result.of.plain {
			before.value = reflect.New(c.result.of.t).Elem()
			before.value.Set(c.result.value)
		}
		for i, p := range c.inputs {
			out.Changed[i] = out.Changed[i] || !memory.EqualAll([]any{p.pointer}, given[i:i+1], false)
		}
		out.Calls++
		if first == undefined {
			out.Undefined++
		} else if out.Returned {
			out.Returned = c.result.value.Pointer() == c.inputs[0].value.Pointer()
		}
		for i, g := range given {
			if isNil(reflect.ValueOf(g).Elem()) {
				out.Nil[i]++
				if first == undefined {
					out.NilUndefined[i]++
				}
			}
		}
		if u.again(c, memory.Copies(given)) != first {
			out.Unsteady = true
		}
		out.Roomy = !out.Unsteady && u.again(c, memory.RoomyCopies(given)) != first
		out.Zoned = !out.Unsteady && u.elsewhere(c, memory.Copies(given)) != first
		return !out.Unsteady && !out.Reused && !out.Roomy && !out.Zoned
	})
	out.Returned = out.Returned && out.Undefined < out.Calls
	if c.result.of != nil {
		out.Opaque = c.result.of.opaque
	}
	return out
}

// returnsInput reports whether a call's result is a pointer of the type of its first input.
func returnsInput(c *call) bool {
	return len(c.inputs) > 0 && c.result.of == c.inputs[0].of && c.result.value.Kind() == reflect.Pointer
}

// isNil reports whether v is a nil pointer.
func isNil(v reflect.Value) bool { return v.Kind() == reflect.Pointer && v.IsNil() }

// elsewhere calls a target where the local time zone is another.
func (u *Universe) elsewhere(c *call, copies []any) uint32 {
	local := time.Local
	time.Local = time.UTC
	defer func() { time.Local = local }()
	return u.again(c, copies)
}

// again calls a target with copies of its inputs, and returns the number of the result.
func (u *Universe) again(c *call, copies []any) uint32 {
	for i := range c.inputs {
		c.inputs[i].value.Set(reflect.ValueOf(copies[i]).Elem())
	}
	if !u.make(c) {
		return undefined
	}
	if c.result.of == nil {
		return undefined + 1
	}
	return c.result.of.number(c.result.pointer)
}
