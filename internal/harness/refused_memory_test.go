package harness

import "testing"

// TestIsRefusedMemory has the last output of processes that were refused memory, and of others.
func TestIsRefusedMemory(t *testing.T) {
	const (
		collector = "SIGSEGV: segmentation violation\nPC=0x43715d m=3 sigcode=1 addr=0x0\n\n"
		system    = "goroutine 0 gp=0x317e249572c0 m=3 mp=0x317e24991008 [idle]:\n"
		drain     = "runtime.(*spanQueue).tryDrain(0x317e00000400?)\n\t/go/src/runtime/mgcmark_greenteagc.go:520 +0x5d fp=0x317e249a7ea0\n"
		foreign   = "example.com/p._Cfunc_crash()\n\t/src/p/p.go:9 +0x5d\n"
	)
	for name, test := range map[string]struct {
		dump string
		want bool
	}{
		"the heap":         {"fatal error: out of memory allocating heap arena metadata\n\n" + system, true},
		"the collector":    {collector + system + drain, true},
		"another address":  {"SIGSEGV: segmentation violation\nPC=0x43715d m=3 sigcode=1 addr=0xdead0\n\n" + system + drain, false},
		"a goroutine":      {collector + "goroutine 7 [running]:\n" + drain, false},
		"a foreign thread": {collector + system + foreign, false},
		"no frames":        {collector + system, false},
		"a panic":          {"panic: boom\n\ngoroutine 7 [running]:\n" + foreign, false},
		"nothing":          {"", false},
	} {
		reason, _ := lastWords(test.dump)
		if got := isRefusedMemory(reason, test.dump); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
