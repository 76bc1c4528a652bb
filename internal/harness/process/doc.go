// Package process runs a built harness as a process of the operating system, talks to
// it in frames, and leaves nothing behind: no process, no folder.
//
// In comes the path of a program; out go the messages of its process, what is on its
// board, and how it ended. It knows how long a process may be silent, how it is
// confined and how it is killed with all that it has started. It knows nothing of
// contracts, nor what the messages say.
package process
