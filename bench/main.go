// Bench compares rtest with enumerators written by hand and with the libraries
// for random and enumerative testing. It writes the page docs/benchmarks.md.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/rtest-dev/rtest/bench/rival"
)

// A program is a function under test, the depth of its inputs and their number.
type program struct {
	pkg, function, title string
	flags                []string
	depth, inputs        int
}

func (p program) name() string { return p.pkg + "." + p.function }

var programs = []program{
	{"list", "Insert", "insertion into ascending lists, length ≤ 8", nil, 8, 1_114_112},
	{"redblack", "Insert", "insertion into red-black trees, height ≤ 5", nil, 5, 563_662},
	{"redblack", "Size", "size of red-black trees, height ≤ 6", nil, 6, 428_381},
	{"balanced", "Delete", "deletion from weight-balanced trees, height ≤ 5", nil, 5, 222_805},
	{"heap", "Max", "heaps in arrays (Korat), length ≤ 8 over 0..8", []string{"-ints", "0..8"}, 8, 1_005_075},
	{"marks", "Average", "weighted lists, length ≤ 5", nil, 5, 25_137_931},
}

func main() {
	rival.Init()
	var opt options
	flag.StringVar(&opt.rtest, "rtest", "../bin/rtest", "the program to measure")
	flag.StringVar(&opt.out, "out", "", "the page to write; standard output when empty")
	flag.IntVar(&opt.runs, "runs", 3, "how often rtest and what is written by hand are run; the median counts")
	flag.DurationVar(&opt.most, "most", 3*time.Second, "how long each of the libraries runs")
	flag.StringVar(&opt.only, "only", "", "measure one section only ("+sectionNames()+"), or one program, as list.Insert; or one module of the section start, by its name")
	flag.Parse()
	if err := opt.page(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
