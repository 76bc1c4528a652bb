package laws

import (
	"context"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// An evaluator says what terms are; see harness.Evaluator and lasting.
type evaluator interface {
	Terms(ctx context.Context, kept []int, nodes []harness.Node) ([]harness.Print, error)
	Seen(ctx context.Context, rows []int) ([][]uint64, error)
	At(ctx context.Context, programs [][]int, at []harness.Assignment) ([][]uint64, error)
	Compare(ctx context.Context, pairs []harness.Comparison) ([]harness.Outcome, error)
	Revive(ctx context.Context, ended error) error
}

// A sampled holds what is known of terms from the samples.
type sampled struct {
	// poor holds the symbols whose calls have next to no values: nothing is said of them. Seldom holds those whose calls
	// have no value for most samples.
	poor, seldom map[int]bool
	// alike holds the classes of kept terms.
	alike map[print]*class
	// prints holds the prints of terms that may be sides of near laws.
	prints map[*terms.Term]harness.Print
}

// An explorer enumerates the terms by size. It skips terms that the equations found so far simplify.
// Terms with the same values for all samples are compared for all assignments.
type explorer struct {
	*terms.Bank
	comparing
	limits Limits
	leaves
	// targets are what symbols call, by symbol.
	targets []int
	truths  truths
	system  *terms.System
	// kept are the terms that no equation makes simpler, by sort and size; rows are the
	// numbers of their rows.
	kept map[[2]int][]*terms.Term
	rows map[*terms.Term]int
	sampled
	// tried counts the terms enumerated. size is the greatest size of which all terms were tried.
	tried, size int
	// laws are those without a condition, conditionals those with one.
	laws, conditionals []*law
	literals           literals
}

// terms are those of a law: the sides, then the condition if it has one.
func (l *law) terms() []*terms.Term {
	if l.condition == nil {
		return []*terms.Term{l.left, l.right}
	}
	return []*terms.Term{l.left, l.right, l.condition.term}
}

// truths are the symbols of true and false, -1 for none, and those that compare for equality.
type truths struct {
	yes, no int
	equal   map[int]bool
}

// A law is an equation that held for every assignment tried, or for each for which a
// condition does.
type law struct {
	left, right *terms.Term
	outcome     outcome
	condition   *condition
}

func newExplorer(eval evaluator, symbols []terms.Symbol, targets []int, leaves leaves, truths truths, variables []harness.Print, limits Limits) *explorer {
	x := &explorer{
		Bank: terms.NewBank(symbols), comparing: comparing{eval: eval, apart: map[[2]*terms.Term]bool{}}, limits: limits, targets: targets,
		leaves: leaves, truths: truths,
		kept: map[[2]int][]*terms.Term{}, rows: map[*terms.Term]int{}, sampled: sampled{map[int]bool{}, map[int]bool{}, map[print]*class{}, map[*terms.Term]harness.Print{}},
	}
	sorts := 0
	for _, s := range symbols {
		sorts = max(sorts, s.Sort+1)
		for _, a := range s.Args {
			sorts = max(sorts, a+1)
		}
	}
	for _, s := range x.slotted {
		sorts = max(sorts, s+1)
	}
	least := make([]*terms.Term, sorts)
	for slot, sort := range x.slotted {
		v := x.Var(slot, sort)
		x.rows[v] = slot
		if x.isSpare(slot) {
			continue
		}
		x.keep(v)
		x.prints[v] = variables[slot]
		x.classOf(v, variables[slot]).add(v, []uint64{})
		if least[sort] == nil {
			least[sort] = v
		}
	}
	x.system = terms.NewSystem(x.Bank, least, limits.Size+1)
	return x
}

// isSpare reports whether a variable is a spare one.
func (x *explorer) isSpare(slot int) bool {
	spare, ok := x.spare[x.slotted[slot]]
	return ok && spare == slot
}

// small lists the constants, and the kept terms of at most a size that no equation makes simpler,
// in order.
func (x *explorer) small(size int) (list []*terms.Term) {
	for _, ts := range x.kept {
		for _, t := range ts {
			if t.Size <= size && x.system.Normalize(t) == t {
				list = append(list, t)
			}
		}
	}
	for symbol, side := range x.literals.sides {
		if side {
			list = append(list, x.Apply(symbol, nil))
		}
	}
	slices.SortFunc(list, terms.Compare)
	return list
}

func (x *explorer) keep(t *terms.Term) {
	if x.literals.sides[t.Symbol] {
		return
	}
	k := [2]int{t.Sort, t.Size}
	x.kept[k] = append(x.kept[k], t)
}

// explore enumerates terms of all sizes until a size has too many terms. It stops at a size that
// requires new constants.
func (x *explorer) explore(ctx context.Context) error {
	var pending []int
	for size := 1; size <= x.limits.Size; size++ {
		if err := x.independent(ctx, size); err != nil {
			return err
		}
		batch, fits := x.ofSize(size)
		if !fits {
			break
		}
		if err := x.batch(ctx, batch, &pending); err != nil {
			return err
		}
		if len(x.literals.missing) > 0 {
			return nil
		}
		x.size = size
	}
	_, err := x.eval.Terms(ctx, pending, nil) // Seen is called with rows of the last batch as well.
	return err
}

// independent finds calls of a size that do not depend on one of their arguments, as far as more variables are
// needed to say so than terms have.
func (x *explorer) independent(ctx context.Context, size int) error {
	for symbol, s := range x.Symbols {
		t := x.general(symbol, s.Args)
		if t == nil || t.Size != size {
			continue
		}
		for i, sort := range s.Args {
			slot, ok := x.spare[sort]
			if !ok || !x.irreducible(t) {
				continue
			}
			args := slices.Clone(t.Args)
			args[i] = x.Var(slot, sort)
			other := x.Apply(symbol, args)
			out, err := x.compare(ctx, t, other, nil, 0)
			if err != nil {
				return err
			}
			if out.Differ == 0 && out.Tried > 0 && out.Undefined < out.Tried {
				x.add(t, other, out)
			}
		}
	}
	return nil
}

// ofSize lists the terms of a size that no equation makes simpler, the most general first.
func (x *explorer) ofSize(size int) (out []*terms.Term, fits bool) {
	fits = true
	x.instances(size, func(t *terms.Term) bool {
		if !x.poor[t.Symbol] && x.system.Step(t) == nil {
			out = append(out, t.Clone())
			fits = x.tried+len(out) <= x.limits.Terms
		}
		return fits
	})
	if !fits {
		return nil, false
	}
	for i, t := range out {
		out[i] = x.Keep(t)
	}
	slices.SortStableFunc(out, func(s, t *terms.Term) int {
		if d := len(t.Vars()) - len(s.Vars()); d != 0 {
			return d
		}
		return terms.Compare(s, t)
	})
	return out, fits
}

// instances calls do with the terms of a size whose arguments are kept terms that no equation
// simplifies, until do returns false; do adds no equation. The terms are loose and overwritten: do must clone those that it keeps.
func (x *explorer) instances(size int, do func(*terms.Term) bool) {
	normal := map[[2]int][]*terms.Term{}
	arguments := func(sort, size int) []*terms.Term {
		k := [2]int{sort, size}
		if _, known := normal[k]; !known {
			normal[k] = slices.DeleteFunc(slices.Clone(x.kept[k]), func(a *terms.Term) bool { return x.system.Normalize(a) != a })
		}
		return normal[k]
	}
	var t terms.Term
	for symbol, s := range x.Symbols {
		args := make([]*terms.Term, len(s.Args))
		var fill func(i, left int) bool
		fill = func(i, left int) bool {
			if i == len(args) {
				if left > 0 {
					return true
				}
				x.Loose(&t, symbol, args)
				return t.Depth > x.limits.Depth || do(&t)
			}
			most := left - (len(args) - 1 - i)
			least := 1
			if i == len(args)-1 {
				least = left
			}
			for n := least; n <= most; n++ {
				for _, a := range arguments(s.Args[i], n) {
					if args[i] = a; !fill(i+1, left-n) {
						return false
					}
				}
			}
			return true
		}
		if !fill(0, size-1) {
			return
		}
	}
}

// together is how many terms the process gets at once. Those that an equation found in the meantime
// makes simpler are not evaluated.
const together = 2048

// batch evaluates terms and finds the laws among them. pending lists the terms of the last request
// that are to be kept.
func (x *explorer) batch(ctx context.Context, batch []*terms.Term, pending *[]int) error {
	for part := range slices.Chunk(batch, together) {
		var asked []*terms.Term
		for _, t := range part {
			if x.irreducible(t) {
				asked = append(asked, t)
			}
		}
		if err := x.evaluate(ctx, asked, pending); err != nil {
			return err
		}
	}
	x.tried += len(batch)
	return nil
}

// irreducible reports whether no equation simplifies t.
func (x *explorer) irreducible(t *terms.Term) bool {
	return x.system.Step(t) == nil && x.system.Normalize(t) == t
}

// evaluate does what batch does for some of its terms.
func (x *explorer) evaluate(ctx context.Context, asked []*terms.Term, pending *[]int) error {
	nodes := make([]harness.Node, len(asked))
	for i, t := range asked {
		nodes[i] = harness.Node{Target: x.targets[t.Symbol], Args: make([]int, len(t.Args)), Leaf: x.leaf(t)}
		for k, a := range t.Args {
			nodes[i].Args[k] = x.rows[a]
		}
	}
	prints, err := x.eval.Terms(ctx, *pending, nodes)
	if err != nil {
		return err
	}
	*pending = nil
	for i, t := range asked {
		poor := isPoor(t, prints[i], x.limits.Samples)
		if isGeneral(t, t.Symbol) {
			x.poor[t.Symbol] = x.poor[t.Symbol] || poor
			x.seldom[t.Symbol] = x.seldom[t.Symbol] || isSeldom(prints[i], x.limits.Samples)
		}
		if poor || x.poor[t.Symbol] || !x.irreducible(t) {
			continue
		}
		if t.Size < nearSize {
			x.prints[t] = prints[i]
		}
		found, err := x.find(ctx, t, prints[i])
		if err != nil {
			return err
		}
		if found || prints[i].Undefined == int64(x.limits.Samples) {
			continue
		}
		if !x.leaf(t) {
			x.rows[t] = len(x.rows)
			*pending = append(*pending, i)
		}
		x.keep(t)
	}
	return nil
}

// poorShare is the share of samples, one in so many, for which a term has a value at least. If there are fewer, and
// the value is always the same, equations would be about this value.
const poorShare = 4

// isPoor reports whether t has next to no values: then no law is about it, and none about its function if it is the
// general call.
func isPoor(t *terms.Term, p harness.Print, samples int) bool {
	return p.Single && isSeldom(p, samples) && (p.Undefined < int64(samples) || isGeneral(t, t.Symbol))
}

// isSeldom reports whether a term has a value for few samples.
func isSeldom(p harness.Print, samples int) bool {
	return int64(samples)-p.Undefined <= int64(samples)/poorShare
}

// leaf reports whether the row of t is never needed: t is neither a part of other terms nor a side of
// a conditional law.
func (x *explorer) leaf(t *terms.Term) bool {
	return t.Size > conditionalSide && (t.Size == x.limits.Size || t.Depth == x.limits.Depth)
}

// find looks for a kept term that is equal to t. If there is none and t is defined for some sample, t
// joins the class of its values for the samples.
func (x *explorer) find(ctx context.Context, t *terms.Term, p harness.Print) (bool, error) {
	if p.Undefined == int64(x.limits.Samples) {
		if x.seldom[t.Symbol] && len(t.Vars()) > 0 && !isGeneral(t, t.Symbol) {
			return false, nil // That a parser fails for texts of one kind says little: it fails for most.
		}
		out, err := x.compare(ctx, t, t, nil, 0)
		if err == nil && out.Tried > 0 && out.Undefined == out.Tried {
			x.add(t, x.None(t.Sort), out)
			return true, nil
		}
		return false, err
	}
	found, err := x.within(ctx, x.classOf(t, p), t)
	if err != nil || found {
		return found, err
	}
	x.note(t, p)
	return false, nil
}

func (x *explorer) add(l, r *terms.Term, out outcome) {
	x.laws = append(x.laws, &law{left: l, right: r, outcome: out})
	x.system.Add(x.Generalize(l, r))
}
