// Package gotest runs go test with the contracts of a module checked at every call.
//
// It takes the arguments of go test. It passes on the output of go test, and returns the calls that
// break a contract. An overlay contains the code that checks calls, so that nothing is written into
// the tree. The package knows nothing of how rtest finds inputs.
package gotest
