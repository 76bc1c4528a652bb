// Package hand tests the programs of this module as one would without a tool:
// nested loops that build all inputs up to a bound and nothing else. Each
// input is copied, for functions that change theirs, into memory that is used
// again for the next one, its precondition checked, the function called and
// what it promises checked, with the functions that the contracts name. How
// fast that is, is the limit of what a tool can do.
package hand

import "fmt"

// Programs are the enumerators by the name of the function they test; each
// gives the number of inputs up to a depth, or the first that fails.
var Programs = map[string]func(depth int) (int, error){
	"list.Insert":     Lists,
	"redblack.Insert": RedBlackInsert,
	"redblack.Size":   RedBlackSize,
	"balanced.Delete": Balanced,
	"heap.Max":        Heaps,
	"marks.Average":   Marks,
}

// failure is the error for an input that fails.
func failure(input ...any) error { return fmt.Errorf("%v fails", input) }
