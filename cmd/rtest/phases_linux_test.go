package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// endless is a package in which each function keeps a run in one phase for as long as the test needs.
const endless = `package p

import "time"

func prime(n int) bool {
	for i := 2; i*i <= n; i++ {
		if n%i == 0 {
			return false
		}
	}
	return n > 1
}

//rtest:requires x*y == 1000000016000000063 && x > 1 && y > 1
//rtest:ints 2..2000000000
//rtest:ensures true
func Factor(x, y int) {}

//rtest:requires prime(x) && prime(y) && prime(x*y+2) && x > 1000000
//rtest:ints full
//rtest:ensures true
func Primes(x, y int) {}

//rtest:ensures true
func Sleeps(x int) { time.Sleep(50 * time.Millisecond) }

//rtest:ensures true
func Waits(x int) { select {} }

// Fails takes its time for the inputs that are tried when the one that fails is made
// simpler.
//
//rtest:ints 0..9
//rtest:ensures result
func Fails(x, y int) bool {
	if x == 9 || y == 9 {
		time.Sleep(200 * time.Millisecond)
	}
	return x != 9 || y != 9
}
`

// TestPhases ends a run in each of its phases. A signal ends it, whatever it does; it reports that,
// and leaves nothing behind.
func TestPhases(t *testing.T) {
	longtest.Only(t, "ends a run in each of its phases")
	v := newVictim(t)
	if err := os.WriteFile(v.path("m/p.go"), []byte(endless), 0o666); err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct{ phase, flags string }{
		{"loading packages", ""},
		{": compiling", "-run Sleeps"},
		{"Factor: depth 0", "-run Factor -engine search"},
		{"Factor: depth 0", "-run Factor -engine z3"},
		{"Factor: depth 0", "-run Factor"},
		{"Primes: depth 0", "-run Primes"},
		{"Waits: depth 0", "-run Waits -timeout 1h"},
		{"Sleeps: beyond the bounds", "-run Sleeps -beyond 100000"},
		{"Fails: simplifying", "-run Fails"},
	} {
		way := ways[1+i%3] // SIGINT, SIGTERM, SIGHUP
		t.Run(fmt.Sprintf("%s %s", c.phase, c.flags), func(t *testing.T) { v.endIn(t, c.phase, strings.Fields(c.flags), way.end) })
	}
}

// endIn ends a run when it says that it is in a phase.
func (v *victim) endIn(t *testing.T, phase string, flags []string, end func(*victim, *exec.Cmd)) {
	master, terminal := openTerminal(t)
	var out bytes.Buffer
	cmd := exec.Command("rtest", append([]string{"-depth", "1"}, flags...)...)
	cmd.Dir, cmd.Env = v.path("m"), append(v.env, "TERM=xterm", "NO_COLOR=")
	cmd.Stdout, cmd.Stderr = &out, terminal
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	terminal.Close()
	said := make(chan string, 1)
	met := make(chan bool, 1)
	go func() {
		var all strings.Builder
		buf := make([]byte, 4096)
		for {
			n, err := master.Read(buf)
			if all.Write(buf[:n]); strings.Contains(all.String(), phase) {
				select {
				case met <- true:
				default:
				}
			}
			if err != nil {
				said <- all.String()
				return
			}
		}
	}()
	select {
	case <-met:
	case text := <-said:
		t.Fatalf("it ended before: %q\n%s", text, out.String())
	}
	if phase != "loading packages" {
		v.listens(t) // It hears signals.
	}
	began := time.Now()
	end(v, cmd)
	late := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
	cmd.Wait()
	late.Stop()
	t.Log("it took", time.Since(began))
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if status.ExitStatus() != 2 {
		t.Errorf("status %v, want 2: %q\n%s", cmd.ProcessState, <-said, out.String())
	}
	v.settles(t)
}

// openTerminal returns both ends of a terminal.
func openTerminal(t *testing.T) (master, terminal *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals:", err)
	}
	t.Cleanup(func() { master.Close() })
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return master, terminal
}
