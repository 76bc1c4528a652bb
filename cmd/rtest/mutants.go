package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
)

// mutants says what became of the mutants of a package: counts, then those that no test
// kills, as diffs that patch takes.
func (t *tool) mutants(c *check.Chosen) {
	n := map[check.Fate]int{}
	for _, m := range c.Mutants {
		n[m.Fate]++
	}
	fmt.Fprintf(t.stdout, "%s: %s, %d killed", c.Pkg.Path, diag.Count(len(c.Mutants), "mutant"), n[check.Killed])
	for _, k := range []struct {
		fate check.Fate
		what string
	}{
		{check.Missed, "missed"}, {check.Admitted, "admitted by contracts"}, {check.Undecided, "undecided"},
		{check.Equivalent, "equivalent"}, {check.Same, "told by no input"}, {check.Unreached, "reached by no input"},
	} {
		if n[k.fate] > 0 {
			fmt.Fprintf(t.stdout, ", %d %s", n[k.fate], k.what)
		}
	}
	fmt.Fprintln(t.stdout)
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

// survival says why no test kills a mutant.
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
		return fmt.Sprintf("no input of %s up to depth %d tells it from the code", m.Of, m.Depth)
	case check.Unreached:
		return fmt.Sprintf("no input of %s up to depth %d reaches it", m.Of, m.Depth)
	}
	if m.Inputs == 0 {
		return m.Of + " fails as it is: inputs that tell are not looked for"
	}
	return tried + " kills it"
}
