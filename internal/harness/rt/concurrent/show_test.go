package concurrent

import (
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched/sync"
)

type shown struct {
	sync.Mutex
	n    int
	next *shown
	c    chan int
	m    map[string][]byte
	any  any
	f    func()
}

func TestShow(t *testing.T) {
	ring := &shown{n: 1, c: make(chan int), m: map[string][]byte{"b": {1}, "a": nil}, any: uint8(2), f: nil}
	ring.next = ring
	const want = `&concurrent.shown{Mutex:sync.Mutex{}, n:1, next:&concurrent.shown{…}, c:(chan int)(…), ` +
		`m:map[string][]uint8{"a":[]uint8(nil), "b":[]uint8{0x1}}, any:0x2, f:(func())(nil)}`
	for _, c := range []struct {
		v    any
		want string
	}{
		{nil, "nil"},
		{[]any{1, "a", nil, 2.5}, `[]interface {}{1, "a", nil, 2.5}`},
		{struct{ A int }{1}, "struct { A int }{A:1}"},
		{(*shown)(nil), "(*concurrent.shown)(nil)"},
		{ring, want},
	} {
		if got := Show(c.v); got != c.want {
			t.Errorf("it shows\n%s and not\n%s", got, c.want)
		}
	}
	if text := Show(make([]int, 1_000_000)); len(text) > 4*mostShown || !strings.HasSuffix(text, "…") {
		t.Errorf("%d characters are shown", len(text))
	}
}
