// Package generics finds type arguments for generic functions and types: to test them, to satisfy constraints,
// and to implement interfaces.
//
// It knows go/types and the packages that a unit may import, but nothing of contracts.
package generics
