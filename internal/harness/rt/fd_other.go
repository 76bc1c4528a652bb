//go:build !unix

package rt

// aside leaves a handle where it is.
func aside(fd uintptr) uintptr { return fd }

// raisePoller does nothing: there are no descriptors to be closed by number.
func raisePoller() {}
