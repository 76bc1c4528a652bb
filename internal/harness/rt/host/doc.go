// Package host is the process that holds the code under test: its connection and board, its descriptors, its
// memory, and the watch that ends calls.
//
// It takes frames, and the limits of each job, and sends messages. It ends the process if a call takes too long
// or too much memory, and reports where that call was. It gives goroutines that calls left behind time to fail.
// It knows the operating system, but not how inputs are run or judged.
package host
