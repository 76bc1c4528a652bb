//go:build !linux

package process

// endStrays does nothing: this system cannot find a process by its environment.
func endStrays(string, birth) {}

// descendantsOf returns nil: this system cannot find the descendants of a process.
func descendantsOf(int, string, birth) []int { return nil }

func killAll([]int) {}

// A birth is the start time of a process, which is unknown on this system.
type birth struct{}

func birthOf(int) birth { return birth{} }
