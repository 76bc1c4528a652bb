// Package deep has a number.
package deep

// A Number is counted up.
type Number int

// Next returns the next one.
func (n *Number) Next() int { *n++; return int(*n) }
