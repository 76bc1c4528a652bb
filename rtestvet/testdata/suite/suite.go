// Package suite has mistakes of each kind, with what was meant. // want package:"sources"
package suite

import "example.com/suite/dep"

var _ = dep.None

//rtest:requires lenn(xs) > 0 // want `undefined: lenn \(did you mean len\?\)`
//rtest:ensurs result >= 0 // want `unknown directive rtest:ensurs; did you mean ensures\?`
func First(xs []int) int { return xs[0] }

// Search finds a number.
//
//rtest:sig (xs dep.Sorted, k int) (i int)
//rtest:ensures 0 <= i <= len(xs)
func Search(xs []int, k int) (i int) { return 0 }

//rtest:sig (xs dep.Sortd, h dep.Few(2)) // want `undefined: dep.Sortd \(did you mean Sorted\?\)`
func Wrong(xs []int, h map[string][]string) {}

//rtest:ensures strings.Count(s, "a") == n
func Count(s string) (n int) { return 0 }
