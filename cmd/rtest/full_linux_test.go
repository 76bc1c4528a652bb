package main

import (
	"bytes"
	"strings"
	"syscall"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestFullCache runs with a cache folder on a nearly full disk: built programs go into the folder for
// temporary files.
func TestFullCache(t *testing.T) {
	longtest.Only(t, "runs rtest with three small disks")
	for _, size := range []string{"4k", "64k", "1m"} {
		v := newVictim(t)
		if err := syscall.Mount("tmpfs", v.path("cache"), "tmpfs", 0, "size="+size); err != nil {
			t.Skip("no small file system can be mounted here: ", err)
		}
		t.Cleanup(func() { syscall.Unmount(v.path("cache"), syscall.MNT_DETACH) })
		var out bytes.Buffer
		cmd := v.rtest(&out)
		cmd.Args = append(cmd.Args, "-run", "Waits")
		err := cmd.Run()
		if said := strings.Count(out.String(), "warning: results are not kept"); err != nil || said > 1 {
			t.Errorf("%s: %v, said %d times:\n%s", size, err, said, out.String())
		}
	}
}
