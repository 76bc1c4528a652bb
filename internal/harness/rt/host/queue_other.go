//go:build !linux

package host

// ready is not known here.
func ready() (ready, known bool) { return false, false }
