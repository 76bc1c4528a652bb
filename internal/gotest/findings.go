package gotest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/assert"
)

// A Finding describes calls that break the same clause in the same way.
type Finding struct {
	assert.Finding
	// Tests are the names of the tests that made such calls, in that order. An empty name means that the test is
	// unknown. Calls has their numbers.
	Tests []string
	Calls []int
}

// readFindings reads the file of findings, by test binary, because several of them write into it at a
// time. Those that differ in their test only are one. Others are the calls of generic functions that
// were not checked.
func readFindings(f *os.File) (out []Finding, others []assert.Finding, err error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, nil, fmt.Errorf("reading the findings: %w", err)
	}
	var all []assert.Finding
	for in := bufio.NewReader(f); ; {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			var one assert.Finding
			// A process that was killed may have written a part of a line.
			if json.Unmarshal(line, &one) != nil {
				continue
			}
			all = append(all, one)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, fmt.Errorf("reading the findings: %w", err)
		}
	}
	slices.SortStableFunc(all, func(a, b assert.Finding) int { return strings.Compare(a.Program, b.Program) })
	for _, one := range all {
		if one.Other == "" {
			out = add(out, one)
		} else if !slices.ContainsFunc(others, func(f assert.Finding) bool { return f.Pos == one.Pos && f.Other == one.Other }) {
			others = append(others, one)
		}
	}
	return out, others, nil
}

func add(list []Finding, one assert.Finding) []Finding {
	i := slices.IndexFunc(list, func(f Finding) bool { return f.Pos == one.Pos && f.Clause == one.Clause && f.Headline == one.Headline })
	if i < 0 {
		i = len(list)
		list = append(list, Finding{Finding: one})
	}
	f := &list[i]
	k := slices.Index(f.Tests, one.Test)
	if k < 0 {
		k = len(f.Tests)
		f.Tests, f.Calls = append(f.Tests, one.Test), append(f.Calls, 0)
	}
	f.Calls[k] += one.Count
	return list
}

// mostTests is how many tests are named in the text of a finding.
const mostTests = 5

// Text returns the text of the finding. File names are relative to a folder.
func (f *Finding) Text(dir string) string {
	var parts []string
	for i, name := range f.Tests {
		if i == mostTests {
			parts = append(parts, fmt.Sprintf("%d more", len(f.Tests)-i))
			break
		}
		if name == "" {
			name = "no known test"
		}
		calls := "1 call"
		if n := f.Calls[i]; n != 1 {
			calls = fmt.Sprintf("%d calls", n)
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", name, calls))
	}
	return f.Finding.Text(dir) + "    in " + strings.Join(parts, ", ") + "\n"
}
