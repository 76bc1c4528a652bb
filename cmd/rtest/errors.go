package main

import (
	"fmt"
	"strings"

	"github.com/rtest-dev/rtest/annotations/syntax"
)

// errorsPage documents every mistake that can be made in a contract, each with
// a minimal example.
func errorsPage() string {
	var b strings.Builder
	b.WriteString("Mistakes in contracts, by code; each with an example that has it.\n")
	for _, c := range syntax.Codes() {
		fmt.Fprintf(&b, "\n%s\n    %s\n", c.Code, c.Meaning)
		for line := range strings.SplitSeq(strings.TrimRight(c.Example, "\n"), "\n") {
			fmt.Fprintf(&b, "        %s\n", line)
		}
	}
	return b.String()
}
