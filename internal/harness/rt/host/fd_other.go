//go:build !unix

package host

// aside leaves a handle where it is.
func aside(fd uintptr) uintptr { return fd }

// lines stand for descriptors: there are none to be closed by number.
type lines struct{}

func openLines() lines { return lines{} }

func (lines) without(lines) lines { return lines{} }

func (lines) severed() bool { return false }

// raisePoller does nothing: there are no descriptors to be closed by number.
func raisePoller() {}
