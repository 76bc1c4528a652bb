package laws

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/internal/laws/signature"
)

// TestBusy tests that a call that takes a third of the processor time that it may have is no call that does not return where other processes leave
// it a fifth of the processor.
func TestBusy(t *testing.T) {
	turns := 1 << 20
	for worked := time.Duration(0); worked < 100*time.Millisecond; {
		turns *= 2
		before := processorTime(t)
		spin(turns)
		worked = processorTime(t) - before
	}
	dir := module(t, fmt.Sprintf(`package m

func Slow(n int) int {
	if n != 2 {
		return n
	}
	x := uint64(n)
	for range %d {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return n + int(x&1-x&1)
}
`, turns))
	q := quick(dir, "")
	q.Config.Limits.Timeout, q.Size = 500*time.Millisecond, 2
	f := &finder{Request: q, dropped: map[*signature.Function]bool{}}
	defer f.close()
	if _, err := f.find(context.Background()); err != nil {
		t.Fatal(err)
	}
	for range 4 * runtime.NumCPU() {
		c := exec.Command("sh", "-c", "while :; do :; done")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		defer c.Wait()
		defer c.Process.Kill()
	}
	if _, err := f.usable(context.Background()); err != nil {
		t.Error(err)
	}
}

func spin(turns int) (x uint64) {
	x = 2
	for range turns {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// processorTime is the processor time of the test.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
