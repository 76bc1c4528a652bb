// Package build compiles the program that tests a package.
//
// In come a unit and its predicates; out comes an executable. An overlay of the go command lays the
// generated files and the runtime over the user's tree. If asked for, it also lays copies of the
// code under test with counters. Programs stay in the cache as long as their sources do not change.
// Only this package runs the go command. It does not know what the program does.
package build
