// Package assert checks contracts at the calls that a program under go test makes.
//
// A function under a contract calls Begin, Enter and, deferred, Leave. In come its contract as
// generated code describes it, and a state with its inputs and results. Findings go to the test that
// runs, and to the file that the parent process names. The package knows nothing of how inputs are
// found.
package assert
