package process

import (
	"os"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// Inside reports whether this process was started, directly or not, to run code under test.
func Inside() bool { return os.Getenv(wire.Run) != "" }
