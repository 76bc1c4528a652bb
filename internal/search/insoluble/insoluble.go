// Package insoluble finds contradictions between several constraints of a net. Propagation misses
// them, because it looks at one constraint at a time.
//
// In comes a net at a fixpoint; out comes whether it has no solution. The package knows nothing of
// the search that asks.
package insoluble
