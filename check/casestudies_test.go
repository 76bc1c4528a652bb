package check

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/longtest"
)

var updateCases = flag.Bool("update-cases", false, "write the golden sections of testdata/casestudies anew")

// TestCaseStudies has the programs of the experiments in Fischer and Kuchen, Data-Flow Testing
// of Declarative Programs (2008), each with a fault of the kind that is described there. Inputs
// are chosen for the right program by the values that come to uses. Golden sections say how
// many pairs there are, are covered and are impossible, how many test cases that takes, and whether they find
// the fault, as the second table of the paper does.
func TestCaseStudies(t *testing.T) {
	if _, err := engine.SolverVersion(); err != nil {
		t.Skip(err)
	}
	files, err := filepath.Glob("testdata/casestudies/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d case studies: %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			longtest.SkipArchive(t, a.Comment)
			golden := caseStudy(t, a)
			if last := &a.Files[len(a.Files)-1]; string(last.Data) != golden {
				if !*updateCases {
					t.Errorf("got\n%swant\n%s", golden, last.Data)
					return
				}
				last.Data = []byte(golden)
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// caseStudy returns the golden section of an archive with the files p.go, right and wrong: the
// text that becomes another by the fault.
func caseStudy(t *testing.T, a *txtar.Archive) string {
	section := func(i int) string { return strings.TrimSuffix(string(a.Files[i].Data), "\n") }
	source, right, wrong := string(a.Files[0].Data), section(1), section(2)
	if n := strings.Count(source, right); n != 1 {
		t.Fatalf("the source has %q %d times", right, n)
	}
	out := chosenOf(t, source, ByFlow, solving)
	c, u := chooserOf(t, strings.Replace(source, right, wrong, 1), ByFlow)
	_, runner, err := c.bind(t.Context(), u, u.Plans[0])
	if err != nil {
		t.Fatal(err)
	}
	defer runner.Close()
	var streams [][]int64
	for _, in := range out.Inputs {
		if in.Cause != "" {
			t.Errorf("the program fails as it is for %v", in.Stream)
		}
		streams = append(streams, in.Stream)
	}
	tally, err := runner.Run(t.Context(), harness.Job{Target: u.Plans[0].Function.Index, AfterFailure: -1, Streams: slices.Values(streams)})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, n := range out.Notes {
		if !strings.HasPrefix(n, " ") {
			b.WriteString(n + "\n")
		}
	}
	fmt.Fprintf(&b, "%d test cases, fault found: %t\n", len(streams), len(tally.Findings) > 0)
	return b.String()
}
