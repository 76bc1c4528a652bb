//go:build !linux

package host

// threadReady is not known here.
func threadReady() (ready, known bool) { return false, false }
