// Package process runs a built harness as a process of the operating system, exchanges frames with it, and
// leaves nothing behind: no process, no folder.
//
// It takes the path of a program. It returns the messages of its process, the content of its board, and how the
// process ended. The package knows how long a process may be silent, how it is confined, and how it is killed
// with its descendants. It does not know contracts, or what the messages mean.
package process
