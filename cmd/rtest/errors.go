package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/check/prepare"
)

// errorsPage documents every mistake that can be made in a contract, each with
// a minimal example.
func errorsPage() string {
	var b strings.Builder
	b.WriteString("Mistakes in contracts, by code; each with an example that has it.\n")
	docs := slices.Concat(syntax.Codes(), codes.All(), []syntax.CodeDoc{{
		Code: prepare.CodeMeasure, Meaning: "A measure does something that cannot be expressed in logic.",
		Example: "//rtest:measure\nfunc now(x int) int { return x + os.Getpid() }",
	}})
	for _, c := range docs {
		fmt.Fprintf(&b, "\n%s\n    %s\n", c.Code, c.Meaning)
		for line := range strings.SplitSeq(strings.TrimRight(c.Example, "\n"), "\n") {
			fmt.Fprintf(&b, "        %s\n", line)
		}
	}
	return b.String()
}
