package laws

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// A Report is the laws of a package.
type Report struct {
	Package string
	// Laws are equations, simplest first.
	Laws []Law
	// Near are equations that hold for nearly all assignments, simplest first.
	Near []Near
	// Hints are what laws, and those that are missing, suggest.
	Hints []string
	// Limits are those of the request.
	Limits Limits
	// Terms is how many terms were evaluated, Size the greatest size of which all were.
	Terms, Size int
	// Omitted are functions of which no laws were looked for.
	Omitted []signature.Omission
}

// A Law is an equation that held for all assignments that were tried. Right is empty where
// the left side is undefined for all.
type Law struct {
	Left, Right string
	Tried       int64
	// Whole says that these were all assignments of the values.
	Whole bool
}

// String is the law as it is printed.
func (l Law) String() string {
	if l.Right == "" {
		return l.Left + " panics"
	}
	return l.Left + " == " + l.Right
}

// Summary says what was looked at.
func (r *Report) Summary() string {
	text := fmt.Sprintf("%s, %s up to size %d", diag.Count(len(r.Laws), "law"), diag.Count(r.Terms, "term"), r.Size)
	if r.Size < r.Limits.Size {
		text += fmt.Sprintf("; of size %d there are more than -terms %d leaves", r.Size+1, r.Limits.Terms)
	}
	return text
}

// explore finds the laws.
func (f *finder) explore(ctx context.Context, e *harness.Evaluator) (*Report, error) {
	var symbols []terms.Symbol
	var targets []int
	var shown []*signature.Function
	for i, fn := range f.Functions {
		if f.dropped[fn] {
			continue
		}
		s := terms.Symbol{Sort: f.sort(fn.Result)}
		for _, p := range fn.Params {
			s.Args = append(s.Args, f.sort(p))
		}
		symbols, targets, shown = append(symbols, s), append(targets, f.target(i)), append(shown, fn)
	}
	x := newExplorer(e, symbols, targets, f.slotted, e.Variables, f.Samples, f.Request.Limits)
	if err := x.explore(ctx); err != nil {
		return nil, err
	}
	w := &writer{finder: f, functions: shown}
	f.explorer, f.writer = x, w
	r := &f.report
	r.Laws, r.Limits = nil, f.Request.Limits
	for _, l := range x.laws {
		left, right := x.Generalize(l.left, l.right)
		names := w.names(left, right)
		law := Law{Left: w.side(left, names), Tried: l.outcome.Tried, Whole: l.outcome.Whole}
		if right.Symbol != terms.Undefined {
			law.Right = w.side(right, names)
		}
		r.Laws = append(r.Laws, law)
	}
	near, err := x.near(ctx)
	if err != nil {
		return nil, err
	}
	r.Near = nil
	for _, n := range near {
		r.Near = append(r.Near, w.near(n))
	}
	r.Hints = w.hints(x)
	r.Terms, r.Size, r.Omitted = x.tried, x.size, f.Omitted
	return r, nil
}

// A writer writes terms.
type writer struct {
	*finder
	functions []*signature.Function
}

// side writes a term beside ==: what binds as that does, or less, has parentheses.
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

// names gives the variables of two terms names by their types: the first letters of it, or
// what is usual.
func (w *writer) names(l, r *terms.Term) map[int]string {
	sorts := map[int]int{}
	var order []int
	var note func(t *terms.Term)
	note = func(t *terms.Term) {
		if t.Symbol == terms.Variable && !slices.Contains(order, t.Slot) {
			order = append(order, t.Slot)
			sorts[t.Slot] = t.Sort
		}
		for _, a := range t.Args {
			note(a)
		}
	}
	note(l)
	note(r)
	count, at := map[int]int{}, map[int]int{}
	for _, v := range order {
		count[sorts[v]]++
	}
	out := map[int]string{}
	for _, v := range order {
		sort := sorts[v]
		series := signature.Series(w.sorts, sort)
		i := at[sort]
		at[sort]++
		switch {
		case len(series) > 1:
			out[v] = series[i%len(series)]
		case count[sort] == 1:
			out[v] = series[0]
		default:
			out[v] = fmt.Sprint(series[0], i+1)
		}
	}
	return out
}
