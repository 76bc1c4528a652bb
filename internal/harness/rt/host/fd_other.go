//go:build !unix

package host

// aside leaves a handle where it is.
func aside(fd uintptr) uintptr { return fd }

// lines is empty here: no descriptors can be closed by number.
type lines struct{}

func openLines() lines { return lines{} }

func (lines) without(lines) lines { return lines{} }

func (lines) severed() bool { return false }

// raisePoller does nothing: no descriptors can be closed by number.
func raisePoller() {}
