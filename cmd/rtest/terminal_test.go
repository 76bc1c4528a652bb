package main

import (
	"os"
	"testing"
)

// TestNoTerminal writes to what throws everything away, which is no terminal although it is a device.
func TestNoTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if isTerminal(f) {
		t.Errorf("%s is taken for a terminal", os.DevNull)
	}
}
