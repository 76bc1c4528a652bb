//go:build unix

package z3_test

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/rtest-dev/rtest/internal/smt"
	"github.com/rtest-dev/rtest/internal/z3"
)

// While Z3 works, SIGINT must reach Go and must not end the check.
func TestSIGINT(t *testing.T) {
	ctx, s := open(t, z3.Config{})
	got := make(chan os.Signal, 1)
	signal.Notify(got, os.Interrupt)
	defer signal.Stop(got)
	var st smt.Store
	pigeons(t, s, &st, 40)
	ended := make(chan error, 1)
	go func() {
		_, err := s.Check()
		ended <- err
	}()
	for range 3 {
		must(t, syscall.Kill(syscall.Getpid(), syscall.SIGINT))
		<-got
	}
	select {
	case err := <-ended:
		t.Fatalf("SIGINT ended the check: %v", err)
	default:
	}
	ctx.Interrupt()
	if err := <-ended; !errors.Is(err, z3.ErrInterrupted) {
		t.Errorf("check ended with %v", err)
	}
}
