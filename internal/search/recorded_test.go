package search

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
)

var (
	recordedForms = flag.String("recorded", "", "search the recorded forms of this folder")
	recordedStats = flag.String("stats", "", "write what that took to this file")
)

// Limits for the search of a recorded form.
const (
	recordedWork  = 300_000
	recordedStall = 300
	recordedDraws = 60
)

// TestRecorded searches recorded forms. For each it writes the number of solutions for a bounded work,
// whether these are all, and the work. TestHeuristics in package check runs it with one heuristic
// after the other disabled.
func TestRecorded(t *testing.T) {
	if *recordedForms == "" {
		t.Skip("run by make strategies")
	}
	files, err := filepath.Glob(filepath.Join(*recordedForms, "*"))
	if err != nil || len(files) == 0 {
		t.Fatal("no forms", err)
	}
	slices.Sort(files)
	var out strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := form.ParseForm(data)
		if err != nil {
			t.Fatal(file, err)
		}
		kind, _, _ := strings.Cut(filepath.Base(file), "-")
		s, err := New(f)
		if err != nil {
			t.Fatal(file, err)
		}
		n, all := 0, true
		switch kind {
		case "solutions":
			s.Options = Options{Work: recordedWork}
			for range s.Solutions() {
				n++
			}
			all = s.Stalled() == nil
			fmt.Fprintf(&out, "%s %d %v %d\n", filepath.Base(file), n, all, s.work())
			if s, err = New(f); err != nil {
				t.Fatal(file, err)
			}
			lo, hi := s.Sizes()
			s.Options = Options{Work: recordedWork, Stall: recordedStall}
			n = 0
			if lo <= hi {
				for range s.Spread(lo+(hi-lo)/2, recordedDraws) {
					n++
				}
			}
			fmt.Fprintf(&out, "%s %d %v %d\n", "spread-"+filepath.Base(file), n, s.Stalled() == nil, s.work())
		default:
			streams, all := s.Sample(Draw{Seed: 1, Count: recordedDraws, Stall: recordedStall, Work: recordedWork})
			fmt.Fprintf(&out, "%s %d %v %d\n", filepath.Base(file), len(streams), all, s.work())
		}
	}
	if err := os.WriteFile(*recordedStats, []byte(out.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
