package wall

import "golang.org/x/sys/unix"

// arch is the machine whose calls the filter knows. It has one interface: there are
// no numbers from otherABI on.
const (
	arch     = unix.AUDIT_ARCH_AARCH64
	otherABI = 0x40000000
)

// legacy has nothing: this machine never had the older calls.
func legacy() []rule { return nil }
