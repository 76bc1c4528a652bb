package process

import (
	"os"
	"os/exec"
	"slices"
	"testing"
)

// A process is found by its parent and by its mark, unless it is older than the process searched for.
func TestStrays(t *testing.T) {
	const mark = "RTEST_STRAYS_TEST=/x/here"
	start := func(env ...string) int {
		cmd := exec.Command("sleep", "60")
		cmd.Env = append(cmd.Environ(), env...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
		return cmd.Process.Pid
	}
	plain, with := start(), start(mark)
	born := birthOf(with)
	if born == (birth{}) || birthOf(plain).ticks > born.ticks {
		t.Fatalf("births of two processes: %v, %v", birthOf(plain), born)
	}
	for _, test := range []struct {
		mark  string
		since birth
		want  bool
	}{
		{mark, birth{}, true},
		{mark, born, true},
		{"RTEST_STRAYS_TEST=/x/", birth{}, true},
		{"RTEST_STRAYS_TEST=/x", birth{}, false},
		{mark, birth{born.ticks + 1}, false},
	} {
		found := strays(test.mark, 0, test.since)
		if slices.Contains(found, with) != test.want || slices.Contains(found, plain) {
			t.Errorf("%s since %v: %v", test.mark, test.since, found)
		}
	}
}

// BenchmarkStrays is what the end of each process costs twice.
func BenchmarkStrays(b *testing.B) {
	born := birthOf(os.Getpid())
	for b.Loop() {
		strays("RTEST_STRAYS_TEST=nowhere", 0, born)
	}
}
