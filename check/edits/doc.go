// Package edits makes inputs of other inputs: trees of values come in, changed ones come out. It does
// not know which inputs are worth changing.
package edits
