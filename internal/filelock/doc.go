// Package filelock keeps processes out of each other's way by locks on files; a
// lock ends with the process that holds it. Who removes a file that others may
// wait for leaves them with a lock on what is no longer there, so files are kept,
// or those who waited look for them again.
package filelock
