package infer

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestMistakes tests the messages for functions without proposals, and the errors.
func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.24\n")
	write(t, filepath.Join(dir, "m.go"), `package m

import (
	"math/bits"
	"os"
)

func Exit(n int) int {
	if n == 1 {
		os.Exit(3)
	}
	return n
}

func Send(c <-chan int) int { return <-c }

func Wait(n int) int {
	for bits.OnesCount(uint(n))%3 == 1 {
	}
	return n
}

var calls int

func Ticket(n int) int { calls += n; return calls }

func Chance(n int) int {
	if bits.OnesCount(uint(n))%3 == 1 {
		panic("no")
	}
	return n
}
`)
	run := func(names ...string) (*Report, error) {
		q := Request{Config: settings(dir), Functions: names}
		q.Limits.Inputs = 500
		return Run(context.Background(), q)
	}
	r, err := run()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, l := range r.LeftOut {
		got[l.Name] = l.Why
	}
	for name, why := range map[string]string{"Exit": "os.Exit", "Chance": "no simple condition leaves out the inputs with which it fails, as Chance(",
		"Wait": "no simple condition leaves out the inputs with which it does not return, as Wait(", "Ticket": " inputs says enough"} {
		if !strings.Contains(got[name], why) {
			t.Errorf("%s is left out because %q, without %q", name, got[name], why)
		}
	}
	if _, err := run("Exti"); err == nil || !strings.Contains(err.Error(), "there is no function Exti; did you mean Exit?") {
		t.Errorf("an unknown name: %v", err)
	}
	write(t, filepath.Join(dir, "m.go"), "package m\n\nfunc F(n int) int { return x }\n")
	if _, err := run(); err == nil || !strings.Contains(err.Error(), "undefined: x") {
		t.Errorf("a package that does not compile: %v", err)
	}
}
