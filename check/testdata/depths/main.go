// Command depths prints, for each function of the packages beside it, how many
// inputs it has up to each depth, and at which it fails.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"example.com/depths/brute"
	"example.com/depths/built"
	"example.com/depths/containers"
	"example.com/depths/contracts"
	"example.com/depths/functions"
	"example.com/depths/instances"
	"example.com/depths/interfaces"
	"example.com/depths/mixed"
	"example.com/depths/predicates"
	"example.com/depths/recursive"
	"example.com/depths/scalars"
)

func main() {
	answers := map[string]brute.Answer{}
	for pkg, cases := range map[string][]brute.Case{
		"scalars":    scalars.Brute(),
		"containers": containers.Brute(),
		"recursive":  recursive.Brute(),
		"interfaces": interfaces.Brute(),
		"predicates": predicates.Brute(),
		"contracts":  contracts.Brute(),
		"functions":  functions.Brute(),
		"instances":  instances.Brute(),
		"built":      built.Brute(),
		"mixed":      append(mixed.Brute(), mixed.More()...),
	} {
		for _, c := range cases {
			answers[pkg+"."+c.Name] = c.Solve()
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
