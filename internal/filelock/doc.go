// Package filelock excludes other processes by locks on files. A lock ends with the process that
// holds it. A process that removes a locked file leaves those who wait for it with a lock on a file
// without a name. So lock files are kept, or those who waited check that the file is still there.
package filelock
