package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness"
)

// Colours of the terminal.
const (
	red    = "31"
	green  = "32"
	yellow = "33"
)

func (f *format) color(code, s string) string {
	if !f.Color {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// function returns the text about one function at its end: its verdict unless that is a plain
// success, what the search could not see, and its line.
func (f *format) function(e event.FunctionEnd) string {
	var b strings.Builder
	r := &e.Result
	for _, x := range r.Unconfirmed {
		fmt.Fprintf(&b, "%s: %s: flaky: %s\n    %s\n", f.at(x.Pos), e.Function, f.headline(x), f.cut(flakyText(x)))
	}
	if v := f.verdictLine(e); v != "" {
		b.WriteString(v)
	}
	for _, o := range r.Opaque {
		if o.Interpreted && !f.Verbose || !o.Telling() {
			continue
		}
		fmt.Fprintf(&b, "%s: %s: opaque: %s\n", f.at(o.Pos), e.Function, o.Text())
	}
	b.WriteString(f.unreached(e))
	for _, u := range r.Untested {
		fmt.Fprintf(&b, "%s: %s: no tried input puts %s to the test: %s\n", f.at(u.Pos), e.Function, u.Clause, u.Why)
	}
	b.WriteString(f.emptyClasses(e))
	if len(r.Duties) > 0 && !f.Verbose {
		f.sum.hiddenDuties++
	}
	failed := r.Failed(f.Strict) || f.faulty == e.Function
	if failed && !f.Nested || f.Verbose {
		b.WriteString(f.resultLine(e, failed))
	}
	return b.String()
}

// emptyClasses names the classes that have no input, if that is a failure.
func (f *format) emptyClasses(e event.FunctionEnd) string {
	var b strings.Builder
	for _, c := range e.Classes {
		if f.Strict && c.Empty() {
			fmt.Fprintf(&b, "%s: %s: no input is of the class %q\n", f.at(e.Pos), e.Function, c.Label)
		}
	}
	return b.String()
}

// flakyText describes the input that failed once and then did not.
func flakyText(x *event.Failure) string {
	if x.Call == "" && x.Stream != nil {
		return "the input that failed could not be made again: the calls that make it do not always give the same"
	}
	if x.Call == "" {
		return "no single input makes it fail when it is run again"
	}
	s := x.Call + " failed"
	switch {
	case len(x.First) > 0:
		s = x.Call + " = " + strings.Join(x.First, ", ") + " failed"
	case x.Cause == harness.CauseCrash:
		s = x.Call + " ended the process" + parenthesis(x.Panic)
	case x.Panic != "":
		s = x.Call + " panicked" + parenthesis(x.Panic)
	}
	s += ", and when it was run again did not"
	if len(x.Results) > 0 {
		s += ": it returned " + strings.Join(x.Results, ", ")
	}
	return s
}

// verdictLine explains a verdict other than refuted and exhausted.
func (f *format) verdictLine(e event.FunctionEnd) string {
	r := &e.Result
	if f.onlyCounted(r) {
		f.sum.unexplained[r.Verdict]++
		return ""
	}
	switch r.Verdict {
	case event.Refuted, event.Exhausted:
		return ""
	case event.Skipped:
		if !f.Verbose {
			return ""
		}
	case event.Flaky:
		if len(r.Unconfirmed) > 0 && r.Help == "" {
			return ""
		}
	case event.Spent, event.Unsupported, event.Undecided, event.Vacuous:
	}
	pos := e.Pos
	if r.Blame.IsValid() {
		pos = r.Blame
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %s", f.at(pos), e.Function, f.color(yellow, r.Verdict.String()))
	if r.Reason != "" {
		b.WriteString(": " + r.Reason)
	}
	if r.Verdict == event.Spent || r.Verdict == event.Undecided {
		b.WriteString("; " + reachText(r))
		if claim := r.Proof.Text(r.Limits.Depth); claim != "" && !f.Verbose { // With -v it has a line of its own.
			b.WriteString("; " + claim)
		}
	}
	b.WriteByte('\n')
	if r.Help != "" {
		b.WriteString("    " + strings.ReplaceAll(r.Help, "\n", "\n    ") + "\n")
	}
	return b.String()
}

// onlyCounted reports whether a verdict appears only in the counts of its package. This holds for functions
// without a contract, for which the user has nothing to fix.
func (f *format) onlyCounted(r *event.Result) bool {
	if !r.Bare || f.Verbose {
		return false
	}
	return r.Verdict == event.Spent || r.Verdict == event.Unsupported || r.Verdict == event.Vacuous
}

// reachText says how far the testing of a function came.
func reachText(r *event.Result) string {
	s := Plural(r.Inputs, "input") + ", no depth exhausted"
	if r.Exhausted >= 0 {
		s = fmt.Sprintf("%s, exhausted to depth %d", Plural(r.Inputs, "input"), r.Exhausted)
	}
	if r.Beyond > 0 {
		s += fmt.Sprintf(", and %d beyond", r.Beyond)
	}
	return s
}

// resultLine returns the line of the function in the style of go test -v.
func (f *format) resultLine(e event.FunctionEnd, failed bool) string {
	r := &e.Result
	word, code := "PASS", green
	switch {
	case failed:
		word, code = "FAIL", red
	case r.Verdict == event.Skipped || r.Verdict == event.Unsupported:
		word, code = "SKIP", yellow
	case r.Verdict == event.Vacuous:
		word, code = "VACUOUS", yellow
	}
	var b strings.Builder
	took := seconds(r.Elapsed, 2)
	if r.Cached {
		took = "cached"
	}
	if f.Nested {
		fmt.Fprintf(&b, "%s (%s)", e.Function, took)
	} else {
		b.WriteString(f.color(code, fmt.Sprintf("--- %s: %s (%s)", word, e.Function, took)))
	}
	if f.Verbose {
		switch r.Verdict {
		case event.Skipped, event.Unsupported:
			fmt.Fprintf(&b, "\t%s", r.Verdict)
		case event.Exhausted:
			fmt.Fprintf(&b, "\t%s (bounds: %s)", reachText(r), r.Limits)
		default:
			fmt.Fprintf(&b, "\t%s: %s (bounds: %s)", r.Verdict, reachText(r), r.Limits)
		}
	}
	b.WriteByte('\n')
	if f.Verbose {
		b.WriteString(f.notes(r))
	}
	return b.String()
}

// notes returns the lines about a function below its result line.
func (f *format) notes(r *event.Result) string {
	var b strings.Builder
	if r.Declined > 0 {
		fmt.Fprintf(&b, "    a panic that the code itself calls rejects %d of %s\n", r.Declined, Plural(r.Inputs, "input"))
	}
	for _, d := range r.Duties {
		fmt.Fprintf(&b, "    not counted: %s\n", f.cut(d.Call))
	}
	if e := r.Edited; e.Inputs > 0 {
		fmt.Fprintf(&b, "    %d of the inputs beyond are made of %s\n", e.Inputs, Plural(e.Seeds, "other"))
	}
	b.WriteString(f.aimedText(r.Aimed))
	for _, n := range remarks(r) {
		fmt.Fprintf(&b, "    %s\n", n)
	}
	for _, c := range r.Classes {
		fmt.Fprintf(&b, "    %s %q", Plural(c.Count, "input"), c.Label)
		if c.Beyond > 0 {
			fmt.Fprintf(&b, ", and %d beyond", c.Beyond)
		}
		b.WriteByte('\n')
	}
	b.WriteString(f.proved(r))
	b.WriteString(f.goals(r.Proof.Goals, r.Limits.Depth))
	return b.String()
}

// remarks returns the notes of a result, and the time it waited for the processor.
func remarks(r *event.Result) []string {
	if r.Waited == 0 {
		return r.Notes
	}
	return append(slices.Clip(r.Notes), fmt.Sprintf("its time does not include %v used by other programs", r.Waited))
}

// goals returns the number of goals in each state, followed by a list of goals. With Options.Cover it lists all
// of them with their smallest inputs. Otherwise it lists the first ones that are not reached, except impossible
// panics.
func (f *format) goals(goals []event.Goal, depth int) string {
	counts := map[event.GoalState]int{}
	for _, g := range goals {
		counts[g.State]++
	}
	var parts []string
	for _, s := range [...]event.GoalState{event.GoalReached, event.GoalImpossible, event.GoalOpen} {
		if counts[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[s], s))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "    goals: %s\n", strings.Join(parts, ", "))
	listed := map[event.GoalState]int{}
	for _, g := range goals {
		safe := g.State == event.GoalReached || g.State == event.GoalImpossible && g.Kind == event.GoalPanic
		if !f.Cover && safe || filepath.IsAbs(f.rel(g.Pos.Filename)) {
			continue // The user cannot change files outside the folder.
		}
		if listed[g.State]++; !f.Cover && listed[g.State] > mostGoals {
			continue
		}
		text := g.Input
		switch g.State {
		case event.GoalImpossible:
			text = "by the " + g.Why
			if g.Space != event.ForAll {
				text += fmt.Sprintf(", up to depth %d", depth)
			}
		case event.GoalOpen:
			text = g.Why
		case event.GoalReached:
		}
		fmt.Fprintf(&b, "    %s: %s: %s: %s\n", g.State, f.at(g.Pos), g.Kind, f.cut(text))
	}
	return b.String()
}

// mostGoals is how many goals of a state that inputs do not reach are listed.
const mostGoals = 8

// proved says what the code was solved for.
func (f *format) proved(r *event.Result) string {
	if claim := r.Proof.Text(r.Limits.Depth); claim != "" {
		return "    " + claim + "\n"
	}
	var b strings.Builder
	if n := r.Proof.Calls; n > 0 {
		fmt.Fprintf(&b, "    all valid inputs were called: %d\n", n)
	}
	for _, o := range r.Proof.Open {
		if o.Why == event.WhyNoSolver {
			if f.unsolved {
				continue
			}
			f.unsolved = true
		}
		fmt.Fprintf(&b, "    open: %s: %s\n", f.at(o.Pos), o.Why)
	}
	return b.String()
}

// aimedText describes the branches that inputs outside the bounds were aimed at. It returns "" if
// drawn inputs reach them all.
func (f *format) aimedText(a event.Aimed) string {
	if a.Aims == 0 {
		return ""
	}
	with := ""
	if a.Alone && a.Met < a.Aims {
		with = ", without Z3"
	}
	branches := "branches"
	if a.Aims == 1 {
		branches = "branch"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "    aimed at %d %s, reached %d%s\n", a.Aims, branches, a.Met, with)
	for _, m := range a.Missed {
		fmt.Fprintf(&b, "    not reached: %s: %s\n", f.at(m.Pos), m.Side)
	}
	return b.String()
}
