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

// A program is what is tested, up to which depth, and how many inputs there
// are.
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
	flag.StringVar(&opt.only, "only", "", "measure one function only, as list.Insert")
	profile := flag.Bool("profile", false, "measure only where the time of an input goes, and print that")
	only := flag.Bool("proofs", false, "measure only what is proved, and print that")
	first := flag.Bool("first", false, "measure only the first answer, and print that")
	race := flag.Bool("race", false, "measure only schedules of concurrent calls, and print that")
	flag.Parse()
	if *race {
		list, err := opt.concurrent()
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		fmt.Print(writeConcurrent(list))
		return
	}
	if *first {
		list, err := opt.startUp()
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		fmt.Print(writeStarts(list))
		return
	}
	if *only {
		list, err := opt.proofs()
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		fmt.Print(writeProofs(list))
		return
	}
	if *profile {
		all, missing, err := opt.profiles()
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		fmt.Print(writeProfiles(all, missing))
		return
	}
	if err := opt.page(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
