//go:build !linux

package rt

// ready is not known here.
func ready() (ready, known bool) { return false, false }
