// Package build compiles the program that tests a package.
//
// It takes a unit and its predicates, and returns an executable. An overlay of the go command adds
// the generated files and the runtime to the user's tree and, on request, copies of the code under
// test with counters. Programs stay in the cache as long as their sources do not change. Only this
// package runs the go command. It does not know what the program does.
package build
