package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/bench/hand"
)

// opaquePrograms have preconditions that rtest interprets, or has to try long to
// lift.
var opaquePrograms = []program{
	{"opaque", "Nodes", "trees whose keys are collected in a map and differ, height ≤ 3", nil, 3, 46_502},
	{"opaque", "Topological", "graphs without a cycle, by a visited set, ≤ 3 nodes", nil, 3, 86},
	{"opaque", "Topological", "the same, ≤ 4 nodes", nil, 4, 33_962},
	{"opaque", "Depth", "text that a parser takes, length ≤ 9", nil, 9, 64},
	{"opaque", "Depth", "the same, length ≤ 13", nil, 13, 625},
}

// A filtered compares a run of rtest with one that enumerates all values.
type filtered struct {
	program
	whole took
	all   float64
	// tried counts the values tried in the time, valid those among them that satisfy the precondition.
	tried, valid int
	elapsed      time.Duration
}

// filter measures the programs that are interpreted.
func (o options) filter() ([]filtered, error) {
	var all []filtered
	for _, p := range opaquePrograms {
		if o.only != "" && o.only != p.name() {
			continue
		}
		fmt.Fprintln(os.Stderr, p.name(), "to depth", p.depth)
		if _, _, err := o.check(p, 1); err != nil { // builds
			return nil, err
		}
		f := filtered{program: p}
		var whole []took
		for range o.runs {
			t, err := o.whole(p)
			if err != nil {
				return nil, err
			}
			whole = append(whole, t)
		}
		f.whole = median(whole)
		h := hand.Filters[p.name()]
		f.all = h.Of(p.depth)
		start := time.Now()
		f.valid = h.Try(p.depth, func(tried int) bool {
			f.tried = tried
			return tried%1024 != 0 || time.Since(start) < o.most
		})
		f.elapsed = time.Since(start)
		if f.tried == int(f.all) && f.valid != p.inputs {
			return nil, fmt.Errorf("%d values of %s satisfy the precondition, want %d", f.valid, p.name(), p.inputs)
		}
		all = append(all, f)
	}
	return all, nil
}

// writeFiltered writes the section of the page.
func (o options) writeFiltered(all []filtered) string {
	var b strings.Builder
	fmt.Fprintf(&b, `
## What does not lift

Preconditions that collect in maps, or parse, are interpreted over inputs of which only a part is decided. Against that, a
program written by hand goes through all values of the type within the same bounds and calls the precondition as compiled
Go, for %v at most. rtest's times are those of the whole run, in which it also looks at the package, tries to lift the
precondition, and starts the process.

| program | inputs | of so many values | rtest | all values, by hand |
| --- | ---: | ---: | ---: | ---: |
`, o.most)
	for _, f := range all {
		by := seconds(f.elapsed)
		if share := float64(f.tried) / f.all; share < 1 {
			by = fmt.Sprintf("%.2g %% in %s", 100*share, seconds(f.elapsed))
		}
		fmt.Fprintf(&b, "| %s: %s | %d | %s | %s | %s |\n", f.name(), f.title, f.inputs, number(f.all), seconds(f.whole.wall), by)
	}
	return b.String()
}
