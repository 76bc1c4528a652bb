//go:build !linux

package host

import "runtime/metrics"

// residentBytes returns how many bytes Go has from the system and has not given back.
func residentBytes() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}

// privateBytes is not known on this system.
func privateBytes() int64 { return 0 }

// limitPrivateMemory does nothing: this system cannot limit the memory that Go's runtime may write.
func limitPrivateMemory(int64) {}

// unlimitPrivateMemory has nothing to remove here.
func unlimitPrivateMemory() {}
