package harness

import (
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// isRefusedMemory reports whether a process died because the system refused it memory. reason and dump are the
// runtime's last output.
//
// Most parts of the runtime report missing memory. The queues of its collector do not check their allocations,
// and write to address 0, on the stack of a thread. Code under test runs on stacks of goroutines.
func isRefusedMemory(reason, dump string) bool {
	if strings.Contains(reason, "out of memory") || strings.Contains(reason, "cannot allocate memory") {
		return true
	}
	head, goroutines, _ := strings.Cut(dump, "\n\n")
	if !strings.HasPrefix(reason, "SIGSEGV") || !strings.HasSuffix(head, " addr=0x0") || !strings.HasPrefix(goroutines, "goroutine 0 ") {
		return false
	}
	all := stack.ParseStacks(goroutines)
	return len(all) > 0 && len(all[0].Frames) > 0 && strings.HasPrefix(all[0].Frames[0].Func, "runtime.")
}
