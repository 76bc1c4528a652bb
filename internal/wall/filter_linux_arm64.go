package wall

import "golang.org/x/sys/unix"

// arch is the architecture whose calls the filter knows. It has one interface, so there are no
// numbers from otherABI on.
const (
	arch     = unix.AUDIT_ARCH_AARCH64
	otherABI = 0x40000000
)

// legacy returns nil: this architecture never had the older calls.
func legacy() []rule { return nil }
