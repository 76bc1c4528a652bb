package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// sharingPrograms have inputs that share memory.
var sharingPrograms = []program{
	{"sharing", "Sorted", "ascending lists that share nothing, ≤ 8 elements", nil, 8, 1_081_575},
	{"sharing", "SortedSeen", "the same, by a visited set", nil, 8, 1_081_575},
	{"sharing", "SortedShared", "the same lists of shared objects, by the same visited set", nil, 8, 1_081_575},
	{"sharing", "DLL", "lists linked both ways with numbers, `n.Next.Prev == n`, ≤ 6 objects", nil, 6, 5_229_043},
	{"sharing", "DLLSeen", "the same, by a visited set", nil, 6, 5_229_043},
	{"sharing", "Ring", "circular lists with numbers, ≤ 6 objects", nil, 6, 5_229_043},
	{"sharing", "RingSeen", "the same, by a visited set", nil, 6, 5_229_043},
	{"sharing", "Union", "union-find: slices of objects with ranks that ascend to roots, ≤ 4 objects", nil, 4, 522_484},
	{"sharing", "Cache", "an LRU cache: a map and a list linked both ways, ≤ 4 objects", nil, 4, 3611},
	{"sharing", "Dag", "graphs with two edges without a cycle, by marks, ≤ 5 objects", nil, 5, 1511},
	{"sharing", "DagOut", "graphs with slices of edges without a cycle, ≤ 4 objects", nil, 4, 1072},
	{"sharing", "ParentSearch", "search trees with parents, by a visited set, ≤ 5 objects", nil, 5, 24_971},
}

// A shared is the processor time that the inputs of a program take.
type shared struct {
	program
	// whole is a run, net the same less a run with one input.
	whole, net took
}

// share measures the programs whose inputs share memory.
func (o options) share() ([]shared, error) {
	var all []shared
	for _, p := range sharingPrograms {
		if o.only != "" && o.only != p.name() {
			continue
		}
		fmt.Fprintln(os.Stderr, p.name())
		if _, _, err := o.check(p, 1); err != nil { // builds
			return nil, err
		}
		var whole, net []took
		for range o.runs {
			t, err := o.whole(p)
			if err != nil {
				return nil, err
			}
			_, one, err := o.check(p, 1)
			if err != nil {
				return nil, err
			}
			whole, net = append(whole, t), append(net, t.minus(one))
		}
		all = append(all, shared{p, median(whole), median(net)})
	}
	return all, nil
}

// writeShared writes the section of the page.
func (options) writeShared(all []shared) string {
	var b strings.Builder
	b.WriteString(`
## Inputs that share memory

Types with ` + "`//rtest:shared`" + `, and preconditions as they are written: with a bound, with a visited set, recursive. A rate is the number of
inputs divided by the processor time of the run less that of the same run with one input; there is none where the two hardly differ.

| program | inputs | whole run | processor | inputs/s |
| --- | ---: | ---: | ---: | ---: |
`)
	for _, s := range all {
		speed := "–"
		if s.net.cpu > 20*time.Millisecond {
			speed = number(rate(s.inputs, s.net.cpu))
		}
		fmt.Fprintf(&b, "| %s: %s | %d | %s | %s | %s |\n", s.name(), s.title, s.inputs, seconds(s.whole.wall), seconds(s.whole.cpu), speed)
	}
	b.WriteString(`
Where the precondition is interpreted, because it has too many ways, numbers are decided one by one where it computes with them or compares two that
are not decided, and not narrowed by its terms. This is slower than for trees that share nothing.

What sharing costs is the difference of SortedSeen and SortedShared, whose predicates are the same. That of Sorted does not apply to shared
objects: without a visited set its walk along a circle does not end.

The structures of Korat's authors are in the tests of rtest (check/testdata/heaps), with the numbers that they publish: circular lists of 8 objects (4 140),
lists of 11 (678 570), red-black trees of 7 nodes with parents (35), disjoint sets of 5 (41 546), Fibonacci heaps of 5 nodes (52 281), binomial heaps
of 7 (107 416), search trees, sorted lists and heaps in arrays.
`)
	return b.String()
}
