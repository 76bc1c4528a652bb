// Package generics finds the type arguments with which generic functions and types are used: in
// tests, to satisfy constraints, and to implement interfaces.
//
// It knows go/types and the packages that a unit may import, but nothing of contracts.
package generics
