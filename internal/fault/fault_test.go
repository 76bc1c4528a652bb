package fault

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

func broken() { panic("broken") }

// TestCatch checks that the panic of a goroutine is an error for its waiter, with the stack of the
// panic.
func TestCatch(t *testing.T) {
	inner := func() (err error) {
		defer Catch(&err)
		var g Group
		g.Go(func() {})
		g.Go(broken)
		g.Wait()
		return nil
	}
	p, ok := errors.AsType[*Panic](inner())
	if !ok || p.Error() != "panic: broken" || !strings.Contains(p.Stack, "fault.broken") {
		t.Errorf("got %v", p)
	}
	fine := func() (err error) {
		defer Catch(&err)
		return os.ErrExist
	}
	if err := fine(); err != os.ErrExist {
		t.Errorf("an error without a panic became %v", err)
	}
}

// TestExit starts itself again, to see a panic end the process that nobody waits
// for.
func TestExit(t *testing.T) {
	if os.Getenv("RTEST_FAULT_TEST") != "" {
		Go(broken)
		select {}
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestExit$")
	cmd.Env = append(os.Environ(), "RTEST_FAULT_TEST=1")
	out, err := cmd.CombinedOutput()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != ExitCode {
		t.Fatalf("ended with %v\n%s", err, out)
	}
	for _, want := range []string{"rtest: internal error: panic: broken\n", "please report it", "fault.broken"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the report lacks %q:\n%s", want, out)
		}
	}
}
