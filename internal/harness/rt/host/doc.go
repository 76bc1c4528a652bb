// Package host is the process that holds the code under test: its connection and board, its
// descriptors, its memory, and the watch that ends calls.
//
// In come frames, and the limits of each job; out go messages. The package ends the process if a
// call takes too long or too much memory, and says where that call was. It gives what calls left
// behind the time to fail. It knows the operating system, but not how inputs are run or judged.
package host
