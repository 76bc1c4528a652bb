// Package build makes the program that tests a package.
//
// In come a unit and its predicates; out comes an executable. The generated files, the
// runtime and, where it is asked for, copies of the code under test with counters are
// laid over the user's tree by an overlay of the go command, which is the only thing
// that knows both. Programs are kept in the cache as long as nothing of which they are
// made changes. Only this package runs the go command. It knows nothing of what the
// program does.
package build
