// Package hand tests the programs of this module without a tool: nested loops build all inputs up to a
// bound. Since some functions modify their input, each input is copied into memory that is reused for
// the next one. Then the precondition is checked, the function is called and its postcondition is
// checked with the functions named in the contracts. The speed of this is the limit for any tool.
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

// failure returns the error for an input that fails.
func failure(input ...any) error { return fmt.Errorf("%v fails", input) }
