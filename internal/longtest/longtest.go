// Package longtest gives the tests of all packages the flag -long. Without it a
// test tries a sample that takes seconds, with it everything.
package longtest

import (
	"bytes"
	"flag"
	"testing"
)

var (
	long  = flag.Bool("long", false, "run the long tests too, and the others with all of their cases")
	times = flag.Int("times", 1, "with -long, how many times as many random cases are tried")
)

// Only skips a test that does not run without -long.
func Only(t testing.TB, why string) {
	t.Helper()
	if !*long {
		t.Skipf("%s; it runs with -long", why)
	}
}

// SkipArchive skips the test of an archive whose comment is marked as long, unless
// -long is given. The mark is a line that begins with "long:" and gives the reason.
func SkipArchive(t testing.TB, comment []byte) {
	t.Helper()
	if why, out := LeavesOut(comment); out {
		Only(t, why)
	}
}

// LeavesOut reports whether an archive with this comment is left out, and why.
func LeavesOut(comment []byte) (why string, out bool) {
	why, marked := mark(comment)
	return why, marked && !*long
}

// mark returns the reason of a comment that is marked as long.
func mark(comment []byte) (why string, marked bool) {
	for line := range bytes.Lines(comment) {
		if rest, marked := bytes.CutPrefix(line, []byte("long:")); marked {
			return string(bytes.TrimSpace(rest)), true
		}
	}
	return "", false
}

// Enabled reports whether -long is given.
func Enabled() bool { return *long }

// Cases returns how many random cases a test tries: quick without -long, all times
// the value of -times with it.
func Cases(quick, all int) int {
	if !*long {
		return quick
	}
	return all * *times
}
