// Package insoluble finds contradictions between several constraints of a net. Propagation misses
// them, because it looks at one constraint at a time.
//
// It takes a net at a fixpoint, and reports whether it certainly has no solution. The package knows
// nothing of the search that asks.
package insoluble
