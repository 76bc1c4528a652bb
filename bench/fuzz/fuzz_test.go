// Package fuzz has the programs of this module tested by go test -fuzz: values of the types are
// made of the bytes, and those that do not satisfy the precondition are passed over.
package fuzz

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/bench/random"
)

// FuzzProgram tests the program that the environment names, up to a depth, and writes to a file how
// many different inputs it had.
func FuzzProgram(f *testing.F) {
	p, ok := random.Programs[os.Getenv("BENCH_PROGRAM")]
	depth, err := strconv.Atoi(os.Getenv("BENCH_DEPTH"))
	if !ok || err != nil {
		f.Skip("BENCH_PROGRAM names no program")
	}
	seen, written := map[string]struct{}{}, time.Time{}
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Fuzz(func(t *testing.T, data []byte) {
		input := p.Any(func(lo, hi int) int {
			if len(data) == 0 {
				return lo
			}
			n := lo + int(data[0])%(hi-lo+1)
			data = data[1:]
			return n
		}, depth)
		if !p.Pre(input) {
			return
		}
		if !p.Call(input) {
			t.Fatalf("%v fails", input)
		}
		seen[string(p.Key(nil, input))] = struct{}{}
		if time.Since(written) > 50*time.Millisecond {
			written = time.Now()
			os.WriteFile(os.Getenv("BENCH_COUNT"), []byte(strconv.Itoa(len(seen))), 0o666)
		}
	})
}
