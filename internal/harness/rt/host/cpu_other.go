//go:build !unix

package host

import "time"

// processorTime is not known on this system.
func processorTime() (t time.Duration, known bool) { return 0, false }
