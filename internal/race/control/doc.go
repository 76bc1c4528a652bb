// Package control rewrites Go files so that a scheduler decides what their goroutines do.
//
// In come the files of a type-checked package; out go files with the same lines in which goroutines,
// channels, locks, timers and accesses to shared memory are calls of the scheduler. What cannot be
// controlled is reported with its place. The package knows nothing of the scheduler but its names.
package control
