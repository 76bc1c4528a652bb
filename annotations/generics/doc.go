// Package generics finds the type arguments at which generic functions and types are
// used: those of tests, those that satisfy constraints, and those at which a type
// implements an interface.
//
// It knows go/types and the packages that a unit may import, and nothing of contracts.
package generics
