package event

import "github.com/rtest-dev/rtest/decode/tree"

// Shown is what a report draws of a Failure: values where the Failure has their texts.
type Shown struct {
	// Before are the inputs. After are those that the call changed, with their values after it.
	Before, After, Results []Named
	// Parts are the decisive parts of the clause.
	Parts []Part
	// Shrink are the calls that failed in the same way, from the first found to the one shown. It is empty
	// unless the run asks for it.
	Shrink []string
}

// A Named value is that of a variable, in the names of the package under test.
type Named struct {
	Name  string
	Value *tree.Value
}

// A Part is a sub-expression of a clause with its value.
type Part struct{ Text, Value string }
