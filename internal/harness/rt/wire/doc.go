// Package wire is what a process under test and its parent say to each other: frames
// with messages over a pipe, and the board, memory that both see.
//
// The messages are jobs, forms and streams one way, findings, states and descriptions
// the other. The board has the input in flight and the counters, which survive the
// process. The package knows nothing of how either side comes by what it says.
package wire
