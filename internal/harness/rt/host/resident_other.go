//go:build !linux

package host

import "runtime/metrics"

// resident returns how many bytes Go has from the system and has not given back.
func resident() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}

// private is not known on this system.
func private() int64 { return 0 }

// ceiling does nothing: this system cannot limit the memory that Go's runtime may write.
func ceiling(int64) {}

// lift has nothing to remove here.
func lift() {}
