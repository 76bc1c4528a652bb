// Package gotest runs go test with the contracts of a module checked at every call.
//
// In come the arguments of go test; out go its own output, and the findings of the calls that are
// against a contract. An overlay has the code that checks them, so that nothing is written into the
// tree. The package knows nothing of how rtest finds inputs.
package gotest
