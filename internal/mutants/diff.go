package mutants

import (
	"bytes"
	"fmt"
	"strings"
)

// context is the number of lines shown around a change.
const context = 2

// Apply returns the text of a file with the mutant. A removed statement takes its line with it if the line has
// nothing else.
func (m Mutant) Apply(text []byte) []byte {
	from, to := m.From, m.To
	if m.Text == "" {
		start := bytes.LastIndexByte(text[:from], '\n') + 1
		end := bytes.IndexByte(text[to:], '\n')
		if end >= 0 && len(bytes.TrimSpace(text[start:from])) == 0 && len(bytes.TrimSpace(text[to:to+end])) == 0 {
			from, to = start, to+end+1
		}
	}
	out := append([]byte(nil), text[:from]...)
	return append(append(out, m.Text...), text[to:]...)
}

// Diff returns the mutant as a unified diff of the file, which it calls name.
func (m Mutant) Diff(name string, text []byte) string {
	before, after := lines(text), lines(m.Apply(text))
	start := 0
	for start < len(before) && start < len(after) && before[start] == after[start] {
		start++
	}
	end := 0
	for end < len(before)-start && end < len(after)-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	lo, hi := max(0, start-context), min(len(before), len(before)-end+context)
	var b strings.Builder
	fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n@@ -%d,%d +%d,%d @@\n", name, name, lo+1, hi-lo, lo+1, hi-lo+len(after)-len(before))
	part := func(sign string, list []string) {
		for _, l := range list {
			b.WriteString(sign + strings.TrimSuffix(l, "\n") + "\n")
		}
	}
	part(" ", before[lo:start])
	part("-", before[start:len(before)-end])
	part("+", after[start:len(after)-end])
	part(" ", before[len(before)-end:hi])
	return b.String()
}

func lines(text []byte) []string {
	return strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
}
