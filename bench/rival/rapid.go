package rival

import (
	"flag"
	"fmt"
	"runtime"
	"testing"

	"github.com/rtest-dev/rtest/bench/random"
	"pgregory.net/rapid"
)

// Init sets the flags of rapid; to be called before flags are parsed.
func Init() {
	testing.Init()
	flag.Set("rapid.checks", fmt.Sprint(batchSize))
	flag.Set("rapid.nofailfile", "true")
}

// rapidBatch runs one check of rapid.
func rapidBatch(input func(random.Numbers) any, keep, see func(any) bool) {
	gen := rapid.Custom(func(t *rapid.T) any {
		return input(func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "n") })
	})
	if keep != nil {
		gen = gen.Filter(keep)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		rapid.Check(quiet{}, func(t *rapid.T) {
			if !see(gen.Draw(t, "input")) {
				t.Fatal("fails")
			}
		})
	}()
	<-done
}

// quiet is a test whose outcome is ignored: rapid fails a check that discards too many inputs.
type quiet struct{}

func (quiet) Helper()               {}
func (quiet) Name() string          { return "bench" }
func (quiet) Logf(string, ...any)   {}
func (quiet) Log(...any)            {}
func (quiet) Skipf(string, ...any)  { runtime.Goexit() }
func (quiet) Skip(...any)           { runtime.Goexit() }
func (quiet) SkipNow()              { runtime.Goexit() }
func (quiet) Errorf(string, ...any) {}
func (quiet) Error(...any)          {}
func (quiet) Fatalf(string, ...any) { runtime.Goexit() }
func (quiet) Fatal(...any)          { runtime.Goexit() }
func (quiet) FailNow()              { runtime.Goexit() }
func (quiet) Fail()                 {}
func (quiet) Failed() bool          { return false }
