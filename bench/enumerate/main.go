// Enumerate runs the hand-written tests of one function up to a depth, as in enumerate list.Insert 3,
// and prints the number of inputs.
package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"

	"github.com/rtest-dev/rtest/bench/hand"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "enumerate:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 || hand.Programs[args[0]] == nil {
		return fmt.Errorf("want a function, as list.Insert, and a depth")
	}
	depth, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	// As in the process in which rtest runs inputs.
	debug.SetGCPercent(400)
	n, err := hand.Programs[args[0]](depth)
	fmt.Println(n)
	return err
}
