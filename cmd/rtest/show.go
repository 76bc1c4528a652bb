package main

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/samples"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/report"
)

// inputSamples has the flags of show.
type inputSamples struct {
	samples int
	draw    bool
	// cover is the flag -cover of check: branches are counted too.
	cover bool
}

// firstShown is the default of -samples.
const firstShown = 10

func (s *inputSamples) define(fs *flag.FlagSet) {
	fs.IntVar(&s.samples, "samples", 0, "show `n` inputs spread over depths and sizes, not the first 10")
	fs.BoolVar(&s.draw, "draw", false, "draw values as trees")
}

// showInputs prints the inputs with which one function is tested.
func (t *tool) showInputs(args []string) int {
	s := &inputSamples{}
	o, cfg, code := t.options("show", args, s.define)
	if o == nil {
		return code
	}
	if wrong := wrongShow(o.Patterns, s.samples); wrong != "" {
		return t.usage("%s", wrong)
	}
	s.cover, cfg.Profile = o.Cover, false
	want := samples.Want{First: firstShown, Branches: s.cover}
	if s.samples > 0 {
		want.First, want.Spread = 0, s.samples
	}
	cfg.Patterns = o.Patterns[1:]
	f, err := samples.Find(t.ctx, cfg, o.Patterns[0], want)
	if err != nil {
		return t.failed(err)
	}
	if o.JSON() {
		code = t.object(shownOf(f, s.draw))
	} else {
		s.text(t.stdout, f)
	}
	if f.Total == 0 {
		code = max(code, report.ExitFailed)
	}
	return code
}

// wrongShow returns what is wrong with the arguments of show, or "".
func wrongShow(args []string, n int) string {
	switch {
	case n < 0:
		return fmt.Sprintf("-samples %d: 1 or more", n)
	case len(args) == 0 || len(args) > 2 || isPackagePattern(args[0]):
		return "show wants 'Function' [package], as in rtest show Abs ./pkg"
	}
	if f, _, ok := strings.Cut(args[0], "("); ok && f != "" {
		return "show wants the name of the function alone: " + f + " instead of " + args[0]
	}
	return ""
}

// text prints the inputs of a function.
func (s *inputSamples) text(w io.Writer, f *samples.Function) {
	fmt.Fprintf(w, "%s: %s\n", f.Name, counted(f))
	if f.Help != "" {
		fmt.Fprintf(w, "    %s\n", strings.ReplaceAll(f.Help, "\n", "\n    "))
	}
	if f.Total == 0 {
		return
	}
	s.inputs(w, f)
	t := &table{}
	for _, d := range f.Depths {
		depth := fmt.Sprint(d.Depth)
		if !d.All {
			depth += " and more"
		}
		t.head("depth", depth, d.Inputs)
	}
	t.end()
	for _, p := range f.Parameters {
		t.parameter(p)
	}
	for _, o := range f.Opaque {
		t.line("    opaque", fmt.Sprintf("%s: %s of %d candidates pass", o.Clause, share(o.Passed, o.Reached), o.Reached))
	}
	s.branches(t, f)
	t.write(w)
}

// counted returns the number of inputs, and whether these are all.
func counted(f *samples.Function) string {
	switch f.Verdict {
	case event.Exhausted:
		return fmt.Sprintf("%s, all up to depth %d", report.Plural(f.Total, "input"), f.Limits.Depth)
	case event.Spent, event.Undecided:
		return fmt.Sprintf("%s, and there are more (%s: %s)", report.Plural(f.Total, "input"), f.Verdict, f.Reason)
	}
	return fmt.Sprintf("no input (%s: %s)", f.Verdict, f.Reason)
}

// inputs prints the selected inputs.
func (s *inputSamples) inputs(w io.Writer, f *samples.Function) {
	switch {
	case s.samples > 0 && int64(len(f.Inputs)) < f.Total:
		fmt.Fprintf(w, "    %d of them, spread over depths and sizes:\n", len(f.Inputs))
	case int64(len(f.Inputs)) < f.Total:
		fmt.Fprintf(w, "    the first %d:\n", len(f.Inputs))
	}
	for i := range f.Inputs {
		in := &f.Inputs[i]
		if !s.draw {
			fmt.Fprintf(w, "        %s\n", strings.ReplaceAll(in.Call, "\n", "\n        "))
			continue
		}
		fmt.Fprintf(w, "        input %d, depth %d, size %d:\n", in.Number, in.Depth, in.Size)
		for _, d := range drawings(in) {
			fmt.Fprintf(w, "        %s\n", strings.ReplaceAll(d, "\n", "\n        "))
		}
	}
}

// drawings returns drawings of the values of an input.
func drawings(in *samples.Input) []string {
	names := make([]string, len(in.Values))
	for i := range names {
		names[i] = in.Args[i].Name
	}
	return tree.Drawings(names, in.Values)
}

// branches adds the branches of the function to a table.
func (s *inputSamples) branches(t *table, f *samples.Function) {
	if !s.cover {
		return
	}
	if len(f.Branches) == 0 {
		t.line("    branches", "the code has none")
		return
	}
	if f.Lost > 0 {
		t.line("    branches", fmt.Sprintf("of %s only: the others ended the process", report.Plural(f.Called, "call")))
	}
	for i, b := range f.Branches {
		says := fmt.Sprintf("%s %s", b.Is, share(b.Inputs, f.Called))
		if i > 0 && f.Branches[i-1].Pos == b.Pos && f.Branches[i-1].Text == b.Text {
			t.rows[len(t.rows)-1][1] += ", " + says
			continue
		}
		t.line(fmt.Sprintf("    %s:%d", filepath.Base(b.Pos.Filename), b.Pos.Line), tree.Cut(b.Text, mostBranch)+": "+says)
	}
}

// mostBranch is the greatest number of characters shown of a condition.
const mostBranch = 60

// share returns a part in percent. It is 0 % only for nothing and 100 % only for all.
func share(part, of int64) string {
	switch percent := (200*part + of) / (2 * max(of, 1)); {
	case part == 0:
		return "0%"
	case part == of:
		return "100%"
	case percent == 0:
		return "<1%"
	case percent == 100:
		return ">99%"
	default:
		return fmt.Sprintf("%d%%", percent)
	}
}

// A table has lines with a name and a text.
type table struct {
	rows [][2]string
	// heads are the counts of the current line.
	name  string
	heads []string
}

func (t *table) line(name, says string) { t.rows = append(t.rows, [2]string{name, says}) }

// head adds a name and a count to the current line.
func (t *table) head(name, of string, n int64) {
	t.name, t.heads = name, append(t.heads, fmt.Sprintf("%s: %d", of, n))
}

// end ends the current line.
func (t *table) end() {
	t.line("    "+t.name, strings.Join(t.heads, "   "))
	t.heads = nil
}

// mostShares is the greatest number of shares shown for an aspect. The last one sums up the others.
const mostShares = 8

// parameter adds the parts of a parameter.
func (t *table) parameter(p samples.Parameter) {
	for i, part := range p.Parts {
		name := "        " + part.Name
		if i == 0 {
			name = "    " + p.Name + " " + p.Type
		}
		for _, a := range part.Aspects {
			t.line(name, aspect(a))
			name = ""
		}
		if name != "" {
			t.line(name, "")
		}
	}
}

// aspect returns the shares of an aspect as one line.
func aspect(a samples.Aspect) string {
	var list []string
	rest := int64(0)
	for i, s := range a.Shares {
		if i < mostShares-1 || len(a.Shares) == mostShares {
			list = append(list, fmt.Sprintf("%s %s", s.Name, share(s.Count, a.Total)))
		} else {
			rest += s.Count
		}
	}
	if rest > 0 {
		list = append(list, fmt.Sprintf("others %s", share(rest, a.Total)))
	}
	text := strings.Join(list, ", ")
	switch a.Kind {
	case samples.KindSize, samples.KindLength, samples.KindCalls, samples.KindMemory:
		text = a.Kind + " " + text
	case samples.KindCall:
		text = "of the calls: " + text
	}
	if a.Least != "" {
		text += fmt.Sprintf(" (%s..%s)", a.Least, a.Greatest)
	}
	return text
}

// write prints the lines, with the texts in a column.
func (t *table) write(w io.Writer) {
	width := 0
	for _, r := range t.rows {
		width = max(width, len([]rune(r[0])))
	}
	for _, r := range t.rows {
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%-*s  %s", width, r[0], r[1]), " "))
	}
}
