package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/report/html"
	"github.com/rtest-dev/rtest/internal/report/sheets"
)

// mutants prints the fates of the mutants of a package: counts, then the mutants that no test kills,
// as diffs for patch.
func (t *tool) mutants(c *check.Chosen) {
	fmt.Fprintf(t.stdout, "%s: %s\n", c.Pkg.Path, mutantCounts(c.Mutants))
	for _, m := range c.Mutants {
		if m.Fate == check.Killed {
			continue
		}
		name := relative(m.Pos.Filename)
		fmt.Fprintf(t.stdout, "\n%s:%d:%d: %s: %s\n", name, m.Pos.Line, m.Pos.Column, m.What, survival(m))
		if text, err := os.ReadFile(m.Pos.Filename); err == nil {
			fmt.Fprint(t.stdout, m.Diff(name, text))
		}
	}
}

// mutantCounts returns how many mutants there are, and how many had each fate.
func mutantCounts(mutants []check.Mutant) string {
	n := map[check.Fate]int{}
	for _, m := range mutants {
		n[m.Fate]++
	}
	text := fmt.Sprintf("%s, %d killed", diag.Count(len(mutants), "mutant"), n[check.Killed])
	for _, k := range []struct {
		fate check.Fate
		what string
	}{
		{check.Missed, "missed"}, {check.Admitted, "admitted by contracts"}, {check.Undecided, "undecided"},
		{check.Equivalent, "equivalent"}, {check.Same, "distinguished by no input"}, {check.Unreached, "reached by no input"},
	} {
		if n[k.fate] > 0 {
			text += fmt.Sprintf(", %d %s", n[k.fate], k.what)
		}
	}
	return text
}

// mutantSheet returns the page with the mutants of a package.
func mutantSheet(c *check.Chosen) *html.Sheet {
	var left, killed []sheets.Mutant
	for _, m := range c.Mutants {
		one := sheets.Mutant{Place: fmt.Sprintf("%s:%d:%d", relative(m.Pos.Filename), m.Pos.Line, m.Pos.Column), Change: m.What}
		if text, err := os.ReadFile(m.Pos.Filename); err == nil {
			one.Before, one.After = changedLines(m.Diff("", text))
		}
		if m.Fate == check.Killed {
			killed = append(killed, one)
			continue
		}
		one.Fate = survival(m)
		left = append(left, one)
	}
	return sheets.Mutants(c.Pkg.Path, mutantCounts(c.Mutants), left, killed)
}

// changedLines returns the lines that a diff of one file removes, and those that it adds.
func changedLines(diff string) (before, after string) {
	_, body, _ := strings.Cut(diff, "@@\n")
	var lines [2][]string
	for line := range strings.Lines(body) {
		if i := strings.IndexByte("-+", line[0]); i >= 0 {
			lines[i] = append(lines[i], strings.TrimSpace(line[1:]))
		}
	}
	return strings.Join(lines[0], " "), strings.Join(lines[1], " ")
}

// survival returns the reason why no test kills a mutant.
func survival(m check.Mutant) string {
	tried := fmt.Sprintf("none of %s of %s", diag.Count(int(m.Inputs), "input"), m.Of)
	if m.Depth >= 0 {
		tried += fmt.Sprintf(", all up to depth %d,", m.Depth)
	}
	switch m.Fate {
	case check.Missed:
		return "no test has " + strings.TrimSpace(m.Call) + ", which kills it"
	case check.Admitted:
		return "the contract admits it; " + m.Call + " ends otherwise"
	case check.Equivalent:
		proof := event.Proof{Proved: m.Proved}
		return "it is equivalent, " + proof.Text(m.Depth)
	case check.Same:
		return fmt.Sprintf("no input of %s up to depth %d distinguishes it from the code", m.Of, m.Depth)
	case check.Unreached:
		return fmt.Sprintf("no input of %s up to depth %d reaches it", m.Of, m.Depth)
	}
	if m.Inputs == 0 {
		return m.Of + " fails without a mutant, so inputs for its mutants are not searched"
	}
	return tried + " kills it"
}
