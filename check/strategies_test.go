package check_test

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
)

var measureStrategies = flag.String("strategies", "", "measure the strategies beyond the bounds, and write the table to this file")

// TestStrategies measures what each strategy beyond the bounds finds: each tries all its inputs
// for each faulty function of testdata/faults that does not fail within the bounds. It runs
// where the flag -strategies names a file for the table (make strategies).
func TestStrategies(t *testing.T) {
	if *measureStrategies == "" {
		t.Skip("measured by make strategies")
	}
	files, err := filepath.Glob("testdata/faults/" + *onlyFaults + ".txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	corpus := map[string]*txtar.Archive{}
	for _, file := range files {
		if corpus[strings.TrimSuffix(filepath.Base(file), ".txtar")], err = txtar.ParseFile(file); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	m := measurement{runs: map[string][]event.StrategyRun{}}
	for version, faults := range layOut(t, dir, corpus) {
		if version > 0 {
			m.measure(t, dir, version, faults)
		}
	}
	writeSection(t, *measureStrategies, m.table())
}

// A measurement is what strategies find in faulty functions.
type measurement struct {
	// runs are those of each faulty function that does not fail within the bounds, within is how
	// many others there are.
	runs   map[string][]event.StrategyRun
	within int
}

// measure tests the faulty functions of one version.
func (m *measurement) measure(t *testing.T, dir string, version int, faults map[planted]bool) {
	var names []string
	for f := range faults {
		names = append(names, regexp.QuoteMeta(f.function))
	}
	slices.Sort(names)
	cfg := config.Defaults()
	cfg.Dir, cfg.Patterns, cfg.Measure = dir, []string{"./" + folder(version) + "/..."}, true
	cfg.Limits.Time, cfg.Limits.Inputs, cfg.Parallel = 0, 20_000, 2
	cfg.Run = config.Matching(regexp.MustCompile(`^(.*\.)?(` + strings.Join(slices.Compact(names), "|") + `)(\[.*\])?$`))
	for e := range check.Run(context.Background(), cfg) {
		sound(t, e)
		end, ok := e.(event.FunctionEnd)
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(end.Function, "[")
		f := planted{topic(end.Package), strings.TrimPrefix(name, topic(end.Package)+".")}
		switch {
		case !faults[f]:
		case len(end.Result.Strategies) > 0:
			m.runs[fmt.Sprintf("%s %s/%d", f.pkg, end.Function, version)] = end.Result.Strategies
		case end.Verdict == event.Refuted:
			m.within++
		default:
			t.Errorf("%s.%s of version %d: neither refuted within the bounds nor tried outside", f.pkg, f.function, version)
		}
	}
}

// A merit is what one strategy is worth.
type merit struct {
	inputs, found, first int64
	alone                []string
}

// merits gives what each strategy is worth, how many inputs all tried, and how many functions
// fail outside the bounds.
func (m *measurement) merits() (of map[string]*merit, inputs, found int64) {
	of = map[string]*merit{}
	for _, function := range slices.Sorted(maps.Keys(m.runs)) {
		var finders []event.StrategyRun
		for _, r := range m.runs[function] {
			if of[r.Name] == nil {
				of[r.Name] = &merit{}
			}
			of[r.Name].inputs += r.Inputs
			inputs += r.Inputs
			if r.Failed {
				of[r.Name].found++
				finders = append(finders, r)
			}
		}
		if len(finders) == 0 {
			continue
		}
		found++
		first := slices.MinFunc(finders, func(a, b event.StrategyRun) int { return a.First - b.First })
		of[first.Name].first++
		if len(finders) == 1 {
			of[first.Name].alone = append(of[first.Name].alone, function)
		}
	}
	return of, inputs, found
}

// table is the page of the measurement.
func (m *measurement) table() string {
	of, inputs, found := m.merits()
	var b bytes.Buffer
	fmt.Fprintf(&b, `# What each strategy beyond the bounds finds

Written by `+"`make strategies`"+`; do not edit. Of the faulty functions of check/testdata/faults, %d fail within the bounds and
%d do not. Of these, %d fail beyond the bounds. Each strategy tried all its inputs for each of them:

- inputs: its part of all inputs that were tried.
- found: functions for which one of its inputs fails.
- first: functions for which its failing input comes first in the order in which inputs are tried.
- alone: functions for which no input of another strategy fails.

Strategies that find nothing alone may still be needed, because one of two has to stay. The last line names a set that suffices: taken away
one after the other, the one that finds least first, those that are not in it lose nothing here. Edits and altered texts begin with inputs of the
others, though: without them they find less, so that a smaller set has to be measured by itself.

The archives were written beside the strategies, so that the numbers say what a strategy is needed for, and not how much is found elsewhere.

| strategy | its inputs | inputs | found | first | alone |
| --- | --- | ---: | ---: | ---: | ---: |
`, m.within, len(m.runs), found)
	for _, s := range beyond.Strategies() {
		x := of[s.Name]
		if x == nil {
			x = &merit{}
		}
		fmt.Fprintf(&b, "| %s | %s | %.1f %% | %d | %d | %d |\n", s.Name, s.About, 100*float64(x.inputs)/float64(max(1, inputs)), x.found, x.first, len(x.alone))
	}
	b.WriteString("\nWhat a strategy finds alone, as archive, function and version of the fault:\n\n")
	for _, s := range beyond.Strategies() {
		if x := of[s.Name]; x != nil && len(x.alone) > 0 {
			fmt.Fprintf(&b, "- %s: %s\n", s.Name, strings.Join(x.alone, ", "))
		}
	}
	fmt.Fprintf(&b, "\nThese suffice: %s.\n", strings.Join(m.sufficient(of), ", "))
	return b.String()
}

// sufficient gives the names of strategies that find together what all find: it takes away one
// after the other, the one that finds least first, unless a function is lost.
func (m *measurement) sufficient(of map[string]*merit) []string {
	names := slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		return cmp.Or(cmp.Compare(of[a].found, of[b].found), cmp.Compare(of[b].inputs, of[a].inputs), cmp.Compare(a, b))
	})
	kept := map[string]bool{}
	for _, name := range names {
		kept[name] = true
	}
	for _, name := range names {
		kept[name] = false
		for _, runs := range m.runs {
			finds := func(r event.StrategyRun) bool { return r.Failed }
			stays := func(r event.StrategyRun) bool { return r.Failed && kept[r.Name] }
			if slices.ContainsFunc(runs, finds) && !slices.ContainsFunc(runs, stays) {
				kept[name] = true
				break
			}
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return !kept[name] })
}
