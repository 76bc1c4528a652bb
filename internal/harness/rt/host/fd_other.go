//go:build !unix

package host

// moveAside leaves a handle where it is.
func moveAside(fd uintptr) uintptr { return fd }

// pollable does nothing: handles of pipes are not polled.
func pollable(uintptr) {}

// A descriptorSet is empty here: no descriptors can be closed by number.
type descriptorSet struct{}

func openDescriptors() descriptorSet { return descriptorSet{} }

func (descriptorSet) without(descriptorSet) descriptorSet { return descriptorSet{} }

func (descriptorSet) severed() bool { return false }

// raisePoller does nothing: no descriptors can be closed by number.
func raisePoller() {}
