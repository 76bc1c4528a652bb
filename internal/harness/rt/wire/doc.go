// Package wire is the protocol between a process under test and its parent: frames with messages over a pipe,
// and the board, memory that both see.
//
// The parent sends jobs, forms and streams; the process sends findings, states and descriptions. The board holds
// the input in flight and the counters, which outlive the process. The package does not know how either side
// makes or uses the messages.
package wire
