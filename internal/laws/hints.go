package laws

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/naming"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// A Near is an equation that holds for nearly all assignments.
type Near struct {
	Left, Right   string
	Tried, Differ int64
	// Simplest are the simplest values of those with which it fails first, as name = value.
	Simplest []string
}

// String returns the equation and its exception as they are printed.
func (n Near) String() string {
	return fmt.Sprintf("%s == %s fails for %d of %d, simplest %s", n.Left, n.Right, n.Differ, n.Tried, strings.Join(n.Simplest, ", "))
}

// Limits of near laws. At most one in nearShare assignments, of at least nearTried, may differ. If
// only assignments with further values differ, at most one in nearRefuted may. Both sides have at most
// nearSize symbols together, or at most nearSame each and the same symbols.
const (
	nearShare   = 50
	nearRefuted = 3
	nearTried   = 100
	nearSize    = 8
	nearSame    = 5
	nearPairs   = 3000
	nearShown   = 10
	sameBlocks  = 4
)

// A nearLaw is an equation that holds nearly.
type nearLaw struct {
	law
	slots []int
}

// near finds equations that nearly hold, simplest first. It leaves out those that follow from others
// and the laws, those that a condition explains, and those that differ from an earlier one only in the
// arguments of the left side and fail as often. Both sides have the same variables: it is not
// interesting that a condition is nearly always false.
func (x *explorer) near(ctx context.Context) ([]*nearLaw, error) {
	var out []*nearLaw
	known := x.system.Copy()
	for _, p := range x.nearPairs() {
		left, right := x.Generalize(p[0], p[1])
		explained := func(l *law) bool {
			for _, s := range [][2]*terms.Term{{l.left, l.right}, {l.right, l.left}} {
				if a, b := x.Generalize(s[0], s[1]); a == left && b == right {
					return true
				}
			}
			return false
		}
		if known.Follows(p[0], p[1]) || slices.ContainsFunc(x.conditionals, explained) {
			continue
		}
		o, share, err := x.compareNearly(ctx, p)
		if err != nil {
			return nil, err
		}
		again := func(n *nearLaw) bool {
			return n.left.Symbol == p[0].Symbol && n.right == p[1] && n.outcome.Differ == o.Differ
		}
		if o.Tried < nearTried || o.Differ == 0 || o.Differ*share > o.Tried-o.Undefined || slices.ContainsFunc(out, again) {
			continue
		}
		n := &nearLaw{law: law{left: p[0], right: p[1], outcome: o}}
		for _, t := range p {
			for _, v := range t.Vars() {
				if !slices.Contains(n.slots, v) {
					n.slots = append(n.slots, v)
				}
			}
		}
		slices.Sort(n.slots)
		out = append(out, n)
		known.Assume(x.Generalize(p[0], p[1]))
		if len(out) == nearShown {
			break
		}
	}
	return out, nil
}

// compareNearly compares the sides of a possible near law. At most one in share of the assignments may
// differ.
func (x *explorer) compareNearly(ctx context.Context, p [2]*terms.Term) (o outcome, share int64, err error) {
	c, o, err := x.compareNear(ctx, p[0], p[1], nil, x.limits.Assignments/nearShare)
	if err != nil || o.Differ > 0 || len(c.Slots) == 0 {
		return o, nearShare, err
	}
	c.Most = (x.limits.Assignments + furtherAssignments) / nearRefuted
	o, err = x.compareFurther(ctx, c, o)
	return o, nearRefuted, err
}

// nearPairs are pairs of small terms that are the same for whole blocks of samples, or for all values
// but further ones, the simplest first.
func (x *explorer) nearPairs() [][2]*terms.Term {
	type block struct {
		sort, i int
		hash    uint64
	}
	blocks := map[block][]*terms.Term{}
	count := map[[2]*terms.Term]int{}
	for _, t := range x.small(nearSize - 1) {
		p := x.prints[t]
		for i, h := range p.Blocks {
			k := block{t.Sort, i, h}
			for _, s := range blocks[k] {
				if (s.Size+t.Size <= nearSize || rearranged(s, t)) && slices.Equal(s.Vars(), t.Vars()) && x.prints[s].Whole != p.Whole {
					count[[2]*terms.Term{t, s}]++
				}
			}
			if len(blocks[k]) < nearPairs {
				blocks[k] = append(blocks[k], t)
			}
		}
	}
	var out [][2]*terms.Term
	for _, p := range x.refuted {
		if p[0].Size+p[1].Size <= nearSize && slices.Equal(p[0].Vars(), p[1].Vars()) && count[p] < sameBlocks {
			out = append(out, p)
		}
	}
	for p, n := range count {
		if n >= sameBlocks {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(p, q [2]*terms.Term) int {
		vars := func(p [2]*terms.Term) int { return len(p[0].Vars()) + len(p[1].Vars()) }
		return cmp.Or(p[0].Size+p[1].Size-q[0].Size-q[1].Size, vars(q)-vars(p), terms.Compare(p[0], q[0]), terms.Compare(p[1], q[1]))
	})
	return out[:min(len(out), nearPairs)]
}

// rearranged reports whether two terms consist of the same symbols, like the sides of an associative
// law, and differ in more than one argument.
func rearranged(s, t *terms.Term) bool {
	if s.Size != t.Size || s.Size > nearSame || !slices.Equal(symbols(s), symbols(t)) {
		return false
	}
	differ := 0
	for i, a := range s.Args {
		differ += after(s.Symbol != t.Symbol || a != t.Args[i])
	}
	return differ > 1
}

// symbols lists the symbols of t, in order.
func symbols(t *terms.Term) (out []int) {
	within(t, func(t *terms.Term) { out = append(out, t.Symbol) })
	slices.Sort(out)
	return out
}

// near returns a near law as it is printed.
func (w *writer) near(n *nearLaw) Near {
	names := w.names(n.left, n.right)
	out := Near{Left: w.side(n.left, names), Right: w.side(n.right, names), Differ: n.outcome.Differ, Tried: n.outcome.Tried}
	values := naming.Local(w.pkg, n.outcome.Simplest)
	for _, v := range order(n.left, n.right) {
		if i := slices.Index(n.slots, v.Slot); i < len(values) {
			out.Simplest = append(out.Simplest, names[v.Slot]+" = "+signature.Literals(w.sorts, tree.Literal(values[i])))
		}
	}
	return out
}

// hints are what laws, and laws that are missing, suggest. A function that does not depend on its arguments is
// named once.
func (w *writer) hints(x *explorer) (out []string) {
	failing := func(symbol int) bool {
		return slices.ContainsFunc(x.laws, func(l *law) bool { return l.left.Symbol == symbol && isFailing(l) })
	}
	for symbol, fn := range w.functions {
		switch {
		case failing(symbol):
			out = append(out, fn.Name+" gives no value for any arguments tried: no law is about it")
		case x.poor[symbol]:
			out = append(out, fn.Name+" gives no value for nearly all arguments tried, and else always the same one: no law is about it")
		}
	}
	said := map[int]bool{}
	for _, l := range x.laws {
		names := w.names(l.left, l.right)
		var free []string
		for _, v := range l.left.Vars() {
			if !slices.Contains(l.right.Vars(), v) {
				free = append(free, names[v])
			}
		}
		if len(free) > 0 && alike(l.left, l.right) && !said[l.left.Symbol] {
			said[l.left.Symbol] = true
			out = append(out, fmt.Sprintf("%s does not depend on %s: a function or constant that is equal to it is missing", w.term(l.left, names, false), strings.Join(free, ", ")))
		}
	}
	var unsaid []string
	for symbol, fn := range w.functions {
		if len(fn.Params) == 0 || fn.Show.Infix || x.poor[symbol] || failing(symbol) {
			continue
		}
		switch general, special := w.mentions(x, symbol); {
		case general:
		case special != "":
			out = append(out, fmt.Sprintf("no law is about %s in general, only about special cases as %s: is it wrong?", fn.Name, special))
		case !slices.Contains(unsaid, fn.Name):
			unsaid = append(unsaid, fn.Name)
		}
	}
	if len(unsaid) > 0 {
		out = append(out, "no law mentions "+strings.Join(unsaid, ", "))
	}
	return out
}

// mentions reports whether a law contains a call of a symbol without constants among the arguments. If
// there are only other calls, special is one of these.
func (w *writer) mentions(x *explorer, symbol int) (general bool, special string) {
	for _, l := range x.laws {
		for _, side := range []*terms.Term{l.left, l.right} {
			within(side, func(t *terms.Term) {
				switch {
				case t.Symbol != symbol:
				case slices.ContainsFunc(t.Args, hasConstant):
					special = cmp.Or(special, w.term(t, w.names(l.left, l.right), false))
				default:
					general = true
				}
			})
		}
	}
	return general, special
}

// hasConstant reports whether t contains a constant.
func hasConstant(t *terms.Term) bool {
	return t.Symbol != terms.Variable && len(t.Args) == 0 || slices.ContainsFunc(t.Args, hasConstant)
}

// alike reports whether terms differ only in their variables.
func alike(s, t *terms.Term) bool {
	return s.Symbol == t.Symbol && slices.EqualFunc(s.Args, t.Args, alike)
}

// within calls do with t and all its parts.
func within(t *terms.Term, do func(*terms.Term)) {
	do(t)
	for _, a := range t.Args {
		within(a, do)
	}
}
