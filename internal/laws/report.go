package laws

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// A Report is the laws of a package.
type Report struct {
	Package string
	// Laws holds the unconditional laws, simplest first, followed by the conditional ones, also
	// simplest first. More means that there may be further conditional ones.
	Laws []Law
	More bool
	// Definitions are equations that follow from the laws, and say what one function is by
	// others.
	Definitions []Definition
	// Returning holds methods that change and return their receiver. No law covers the receiver after
	// the call.
	Returning []string
	// Near are equations that hold for nearly all assignments, simplest first.
	Near []Near
	// Hints are what laws, and those that are missing, suggest.
	Hints []string
	// Limits are those of the request; ValueDepth is the depth of the values.
	Limits     Limits
	ValueDepth int
	// Wide counts the laws that were compared for values up to twice this depth, Narrow those that were not, though there are such values.
	Wide, Narrow int
	// Terms counts the terms enumerated. Size is the greatest size of which all terms were tried.
	Terms, Size int
	// Omitted holds the functions that were left out.
	Omitted []signature.Omission
	// Dir is the folder of the package, or "" if it is not in the module.
	Dir    string
	writer *writer
}

// A Law is an equation that held for all assignments that were tried. Right is empty where
// the left side is undefined for all. Where Condition is not empty, only assignments for
// which it is true count.
type Law struct {
	Condition   string
	Left, Right string
	Tried       int64
	// Larger is for how many of these assignments a variable had a larger value than the first ones, Wide for how many of them
	// one up to twice the depth.
	Larger, Wide int64
	// Whole says that these were all assignments of the values.
	Whole bool
	// text is the law as it is printed.
	text string
	law  *law
}

// String returns the law as it is printed.
func (l Law) String() string { return l.text }

// A Definition says what the general call of a function is.
type Definition struct{ Left, Right string }

// String returns the definition as it is printed.
func (d Definition) String() string { return d.Left + " == " + d.Right }

// Summary describes the search in one line.
func (r *Report) Summary() string {
	text := fmt.Sprintf("%s, %s up to size %d", diag.Count(len(r.Laws), "law"), diag.Count(r.Terms, "term"), r.Size)
	if r.Size < r.Limits.Size {
		text += fmt.Sprintf("; of size %d there are more than -terms %d leaves", r.Size+1, r.Limits.Terms)
	}
	switch depth := r.ValueDepth; {
	case r.Wide > 0 && r.Narrow == 0:
		text += fmt.Sprintf("; compared for values up to depth %d", 2*depth)
	case r.Wide > 0:
		text += fmt.Sprintf("; %d compared for values up to depth %d, %d up to depth %d", r.Wide, 2*depth, r.Narrow, depth)
	case r.Narrow > 0:
		text += fmt.Sprintf("; compared for values up to depth %d", depth)
	}
	if r.More {
		text += "; there may be more conditional laws"
	}
	return text
}

// explore finds the laws; there is no report where constants are missing.
func (f *finder) explore(ctx context.Context, e *lasting) (*Report, error) {
	x, w := f.prepared(e)
	f.explorer, f.writer = x, w
	r := &f.report
	r.Laws, r.Definitions, r.Near, r.Limits, r.writer = nil, nil, nil, f.Request.Limits, w
	if err := x.explore(ctx); err != nil || len(x.literals.missing) > 0 {
		return nil, err
	}
	x.prune()
	for _, l := range x.laws {
		if isFailing(l) {
			continue
		}
		left, right := x.Generalize(l.left, l.right)
		r.Laws = append(r.Laws, w.law(&law{left: left, right: right, outcome: l.outcome}))
	}
	var err error
	if x.conditionals, r.More, err = x.conditional(ctx); err != nil {
		return nil, err
	}
	for _, l := range x.conditionals {
		r.Laws = append(r.Laws, w.law(l))
	}
	for _, d := range x.definitions() {
		names := w.names(d[0], d[1])
		r.Definitions = append(r.Definitions, Definition{Left: w.side(d[0], names), Right: w.side(d[1], names)})
	}
	near, err := x.near(ctx)
	if err != nil {
		return nil, err
	}
	for _, n := range near {
		r.Near = append(r.Near, w.near(n))
	}
	r.Hints = w.hints(x)
	r.ValueDepth = f.Config.Limits.Depth
	r.Wide, r.Narrow = x.reach()
	r.Terms, r.Size, r.Omitted = x.tried, x.size, f.Omitted
	return r, nil
}

// closureSize is the greatest size of the kept terms by which laws are derived from others.
const closureSize = 3

// closure returns a closure without terms. From terms twice as large as those of laws follows next to nothing of these,
// and their number grows with each law.
func (x *explorer) closure() *terms.Closure {
	return terms.NewClosure(x.Bank, 2*x.limits.Size+closureSize)
}

// prune drops the laws that follow from those before them by congruence, which rewriting did not show.
func (x *explorer) prune() {
	c := x.closure()
	for _, l := range x.laws {
		c.Add(l.left)
		c.Add(l.right)
	}
	for _, t := range x.small(closureSize) {
		c.Add(t)
	}
	x.laws = slices.DeleteFunc(x.laws, func(l *law) bool {
		if c.Equal(l.left, l.right) {
			return true
		}
		c.Assume(x.Generalize(l.left, l.right))
		return false
	})
}

// isFailing reports whether a law says that a function has no value for any argument. That says more of the arguments.
func isFailing(l *law) bool {
	return l.right.Symbol == terms.Undefined && isGeneral(l.left, l.left.Symbol)
}

// prepared returns an explorer and a writer for the functions that are left.
func (f *finder) prepared(e *lasting) (*explorer, *writer) {
	var symbols []terms.Symbol
	var targets []int
	var shown []*signature.Function
	truth := truths{yes: -1, no: -1, equal: map[int]bool{}}
	for i, fn := range f.Functions {
		if f.dropped[fn] || fn.Value {
			continue
		}
		s := terms.Symbol{Sort: f.sort(fn.Result)}
		for _, p := range fn.Params {
			s.Args = append(s.Args, f.sort(p))
		}
		switch show := fn.Show; {
		case show.Constant && show.Text == "true":
			truth.yes = len(symbols)
		case show.Constant && show.Text == "false":
			truth.no = len(symbols)
		case show.Infix && show.Text == "==":
			truth.equal[len(symbols)] = true
		}
		symbols, targets, shown = append(symbols, s), append(targets, f.target(i)), append(shown, fn)
	}
	sides := map[int]bool{}
	for i, c := range f.constants {
		if fn := c.function(); fn != nil {
			sides[len(symbols)] = !c.isPart()
			symbols, shown = append(symbols, terms.Symbol{Sort: f.sort(c.result)}), append(shown, fn)
			targets = append(targets, len(f.unit.Targets.Targets)+i)
		}
	}
	x := newExplorer(e, symbols, targets, f.leaves, truth, e.Variables, f.Request.Limits)
	x.without, x.partial, x.larger = f.without, map[int]bool{}, map[int]bool{}
	for i, in := range f.inputs {
		x.partial[i], x.larger[i] = in.partial, len(in.wide) > 0
	}
	x.literals = literals{sides: sides, wanted: func(t *terms.Term) bool { return f.lacks(t, x.program(t)) }}
	return x, &writer{finder: f, functions: shown}
}

// law returns a law as it is printed.
func (w *writer) law(l *law) Law {
	names := w.names(l.terms()...)
	partial := func(v *terms.Term) bool { return w.explorer.partial[v.Sort] }
	out := Law{Left: w.side(l.left, names), Tried: l.outcome.Tried, Larger: l.outcome.larger, Wide: l.outcome.wide, law: l}
	out.Whole = l.outcome.Whole && !slices.ContainsFunc(order(l.terms()...), partial)
	switch {
	case l.right.Symbol == terms.Undefined:
		out.text = out.Left + " panics"
	case l.left.Symbol >= 0 && w.functions[l.left.Symbol].Show.Infix && l.right.Symbol >= 0 && w.functions[l.right.Symbol].Show.Text == "true":
		out.Right = w.side(l.right, names)
		out.text = w.term(l.left, names, false)
	default:
		out.Right = w.side(l.right, names)
		out.text = out.Left + " == " + out.Right
	}
	if c := l.condition; c != nil {
		out.Condition = w.term(c.term, names, c.negated)
		if c.negated {
			out.Condition = "!" + out.Condition
		}
		out.text = out.Condition + " ==> " + out.text
	}
	return out
}

// A writer writes terms.
type writer struct {
	*finder
	functions []*signature.Function
}

// side writes a term as an operand of ==. Operators with the same or lower precedence are put in
// parentheses.
func (w *writer) side(t *terms.Term, names map[int]string) string {
	loose := t.Symbol >= 0 && w.functions[t.Symbol].Show.Infix && strings.ContainsAny(w.functions[t.Symbol].Show.Text[:1], "=!<>&|") &&
		!slices.Contains([]string{"&", "|"}, w.functions[t.Symbol].Show.Text)
	return w.term(t, names, loose)
}

// term writes a term; an operator within another has parentheses.
func (w *writer) term(t *terms.Term, names map[int]string, inside bool) string {
	if t.Symbol == terms.Variable {
		return names[t.Slot]
	}
	show := w.functions[t.Symbol].Show
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = w.term(a, names, show.Infix || show.Method && i == 0 || show.Text == "!")
	}
	var out string
	switch {
	case show.Constant:
		return show.Text
	case show.Infix:
		out = args[0] + " " + show.Text + " " + args[1]
		if inside {
			out = "(" + out + ")"
		}
		return out
	case show.Text == "!":
		return "!" + args[0]
	}
	if len(args) > 0 && show.Last != "" {
		args[len(args)-1] += show.Last
	}
	if show.Method {
		out = args[0] + "." + show.Text + "(" + strings.Join(args[1:], ", ") + ")"
	} else {
		out = show.Text + "(" + strings.Join(args, ", ") + ")"
	}
	out += show.Part
	if w.functions[t.Symbol].After {
		out = "after " + out
		if inside {
			out = "(" + out + ")"
		}
	}
	return out
}

// names names the variables of terms after their types: by the first letter, or by convention.
func (w *writer) names(of ...*terms.Term) map[int]string {
	vars := order(of...)
	count, at := map[int]int{}, map[int]int{}
	for _, v := range vars {
		count[v.Sort]++
	}
	out := map[int]string{}
	for _, v := range vars {
		sort := v.Sort
		series := signature.Series(w.sorts, sort)
		i := at[sort]
		at[sort]++
		switch {
		case len(series) > 1:
			out[v.Slot] = series[i%len(series)]
		case count[sort] == 1:
			out[v.Slot] = series[0]
		default:
			out[v.Slot] = fmt.Sprint(series[0], i+1)
		}
	}
	return out
}

// order lists the variables of terms, as they come first.
func order(of ...*terms.Term) (vars []*terms.Term) {
	for _, t := range of {
		within(t, func(t *terms.Term) {
			if t.Symbol == terms.Variable && !slices.Contains(vars, t) {
				vars = append(vars, t)
			}
		})
	}
	return vars
}
