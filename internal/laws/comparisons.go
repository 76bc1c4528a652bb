package laws

import (
	"context"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// A comparing compares terms.
type comparing struct {
	eval evaluator
	// processes counts those that ended. Assignments have a meaning in one process.
	processes int
	// partial holds the sorts whose variables do not have all values within the bounds, larger those that have values
	// up to twice the bounds.
	partial, larger map[int]bool
	// without maps targets that do not return for some further values to the restriction on their calls.
	// That of noTarget applies to all.
	without map[int]restriction
	// refuted holds small false equations whose sides are equal for all samples. apart holds all false
	// equations of this kind, and those that they make doubtful.
	refuted [][2]*terms.Term
	apart   map[[2]*terms.Term]bool
}

// noTarget means that no call of a target was running, but, for instance, the construction of a value.
// After mostEnded calls that end the process, each further one spares its target all further values; after allEnded, or mostEnded values
// that cannot be built, there are none any more. mostParted calls of a target end the process before its further values are restricted.
const (
	noTarget   = -1
	mostEnded  = 30
	allEnded   = 100
	mostParted = 8
)

// A restriction says with which further values a target is called.
type restriction int

const (
	unrestricted restriction = iota
	// modest ones are no great integers, and nothing that a function gives for these: a great length or count takes too much memory
	// or time.
	modest
	spared
)

// compareFurther compares again for assignments with further values: larger ones within the bounds,
// and values outside, or if c.Wide is set, values up to twice the depth. It adds the outcome to that before.
func (x *explorer) compareFurther(ctx context.Context, c harness.Comparison, before outcome) (outcome, error) {
	for {
		most := max(x.restricted(c.Left), x.restricted(c.Right), x.restricted(c.Condition))
		if most == spared {
			return before, nil
		}
		c.Further, c.Modest, c.Limit = true, most == modest, furtherAssignments
		if c.Wide {
			c.Limit = x.limits.Wide
		}
		list, err := x.eval.Compare(ctx, []harness.Comparison{c})
		if err == nil {
			out := outcome{list[0], list[0].Tried + before.larger, 0}
			if c.Wide {
				out.wide = list[0].Tried
			}
			out.Tried, out.Undefined, out.Whole = out.Tried+before.Tried, out.Undefined+before.Undefined, before.Whole
			return out, nil
		}
		if err := x.revive(ctx, err); err != nil {
			return before, err
		}
	}
}

// revive replaces the process that a further value ended.
func (x *comparing) revive(ctx context.Context, ended error) error {
	x.processes++
	return x.eval.Revive(ctx, ended)
}

// restricted returns the restriction on the further values of a program.
func (x *comparing) restricted(program []int) restriction {
	most := x.without[noTarget]
	for _, step := range program {
		if step >= 0 {
			most = max(most, x.without[step])
		}
	}
	return most
}

// leaveOut leaves out the further or wide value with a number of harness.CallEnded. It returns false if there is none.
func (f *finder) leaveOut(number int) bool {
	for _, in := range f.inputs {
		number -= len(in.streams)
	}
	for _, in := range f.inputs {
		if len(in.streams) > 0 && omit(&in.further, &number) {
			return true
		}
	}
	return slices.ContainsFunc(f.inputs, func(in *input) bool { return len(in.streams) > 0 && omit(&in.wide, &number) })
}

// omit deletes the stream with a number from a list, or if the number is too great, subtracts the length of the list from it.
func omit(list *[][]int64, number *int) bool {
	if n := len(*list); *number < 0 || *number >= n {
		*number -= n
		return false
	}
	*list = slices.Delete(*list, *number, *number+1)
	return true
}

// exempt leaves out a further value that cannot be built. A target is not called any more with the further values that
// ended the process, as long as there are few. Else exempt restricts the further values of the target of a call that
// ended the process: of a target that was restricted before, or after many such calls of any, all of them. Other targets keep
// theirs. It returns false if nothing is left to restrict.
func (f *finder) exempt(died *harness.CallEnded) bool {
	f.ended++
	target := died.Target
	switch {
	case f.without[noTarget] == spared:
		return false
	case target == noTarget:
		if f.unbuilt++; f.unbuilt > mostEnded || !f.leaveOut(died.Value) {
			f.without[noTarget]++
		}
	case f.without[target] == spared || f.ended > allEnded:
		f.without[noTarget] = spared
	case f.ended > mostEnded:
		f.without[target] = spared
	case len(died.Keys) > 0 && f.parted[target] < mostParted:
		f.parted[target]++
		f.deadly[target] = append(f.deadly[target], died.Keys...)
	default:
		f.without[target]++
	}
	return true
}

// compare compares two terms for the assignments of their variables for which a condition
// holds; nil is none. It ends when more than most differ. Terms that are equal for these are compared for
// further values.
func (x *explorer) compare(ctx context.Context, l, r *terms.Term, condition *condition, most int64) (outcome, error) {
	c, out, err := x.compareNear(ctx, l, r, condition, most)
	if err != nil || out.Differ > 0 || len(c.Slots) == 0 || l == r && out.Undefined < out.Tried {
		return out, err
	}
	out, err = x.compareFurther(ctx, c, out)
	if err != nil || out.Differ > 0 || x.limits.Wide == 0 {
		return out, err
	}
	c.Wide = true
	return x.compareFurther(ctx, c, out)
}

// compareNear compares two terms as compare does, without further values. It also returns the request.
func (x *explorer) compareNear(ctx context.Context, l, r *terms.Term, condition *condition, most int64) (harness.Comparison, outcome, error) {
	c := harness.Comparison{Left: x.program(l), Right: x.program(r), Limit: x.limits.Assignments, Most: most}
	sides := []*terms.Term{l, r}
	if condition != nil {
		c.Condition, c.Negated = x.program(condition.term), condition.negated
		sides = append(sides, condition.term)
	}
	for _, t := range sides {
		for _, v := range t.Vars() {
			if !slices.Contains(c.Slots, v) {
				c.Slots = append(c.Slots, v)
			}
		}
	}
	slices.Sort(c.Slots)
	list, err := x.eval.Compare(ctx, []harness.Comparison{c})
	if err != nil {
		return c, outcome{}, err
	}
	return c, outcome{Outcome: list[0]}, nil
}

// program is a term in postfix order.
func (x *explorer) program(t *terms.Term) []int {
	var out []int
	var add func(t *terms.Term)
	add = func(t *terms.Term) {
		if t.Symbol == terms.Variable {
			out = append(out, -1-t.Slot)
			return
		}
		for _, a := range t.Args {
			add(a)
		}
		out = append(out, x.targets[t.Symbol])
	}
	add(t)
	return out
}
