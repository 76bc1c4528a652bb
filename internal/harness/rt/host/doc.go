// Package host is the process that holds the code under test: its connection and its
// board, its descriptors, its memory, and the watch that ends calls.
//
// In come frames, and for each job its limits; out go messages. It ends the process when
// a call takes too long or too much memory, says where that call was, and gives what
// calls left behind the time to fail. It knows the system that it runs on, and nothing
// of how inputs are run or judged.
package host
