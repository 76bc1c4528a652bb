package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestParseBytes(t *testing.T) {
	for s, want := range map[string]int64{
		"1": 1, "512MiB": 512 << 20, "1GiB": 1 << 30, "2 GB": 2e9, "64k": 64 << 10,
		"": 0, "0": 0, "-1": 0, "GiB": 0, "1TiB": 0, "1GiBB": 0, "9999999999GiB": 0, "1.5GiB": 0,
	} {
		got, err := parseBytes(s)
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: got %d, %v; want %d", s, got, err, want)
		}
	}
}

func TestParseInts(t *testing.T) {
	for s, want := range map[string]string{
		"": "[] false", "full": "[] true", "1..3": "[{1 3}] false", "63..65, 0..2": "[{0 2} {63 65}] false",
		"-8..-1": "[{-8 -1}] false", "0x10..0x1f": "[{16 31}] false", "5": "[{5 5}] false",
		"3..1": "", "a..b": "", "1..3,3..4": "", "..": "", ",": "",
	} {
		ranges, full, err := parseInts(s)
		if want == "" {
			if err == nil {
				t.Errorf("%q: got %v, want an error", s, ranges)
			}
		} else if got := fmt.Sprint(ranges, full); got != want || err != nil {
			t.Errorf("%q: got %s, %v; want %s", s, got, err, want)
		}
	}
}

// TestPrecedence checks that flags beat rtest.toml and this beats the defaults,
// and that only flags count as given.
func TestPrecedence(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":     "module m\n",
		"rtest.toml": "depth = 2\ninputs = 77\nmemory = \"64MiB\"\ntime = \"5s\"\nk = true\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sub := filepath.Join(dir, "sub")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(sub)
	o, err := parse("check", []string{"-inputs", "5", "-k=false", "./x"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := o.config(io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if c.Limits.Depth != 2 || c.Fixed.Depth || c.Limits.Inputs != 5 || !c.Fixed.Inputs || c.KeepGoing ||
		c.Limits.Memory != 64<<20 || c.Limits.Time != 5*time.Second || c.Limits.Timeout != time.Second {
		t.Errorf("got %+v, fixed %+v", c.Limits, c.Fixed)
	}
	if fmt.Sprint(c.Patterns) != "[./x]" {
		t.Errorf("patterns %v", c.Patterns)
	}
}
