//go:build !unix

package host

import "time"

// processorTime does not know the processor time of the process.
func processorTime() (t time.Duration, known bool) { return 0, false }
