package encode_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestLimits checks that code that lifts well is lifted at great depths, and that code that takes too
// much is given up soon if it can be interpreted instead.
func TestLimits(t *testing.T) {
	longtest.Only(t, "makes great forms")
	ps := load(t)
	lifted := map[string]int{"lists.RedBlack": 12, "lists.BST": 12, "lists.AVL": 10, "lists.BSTKeys": 6, "lists.BSTWalk": 6, "lists.Heap": 12, "lists.SortedList": 12}
	for _, p := range ps {
		if depth := lifted[p.name]; depth > 0 {
			if q := p.encodeWith(t, depth, ""); len(q.Opaque) > 0 || q.Test != nil {
				t.Errorf("%s at depth %d: %v", p.name, depth, q.Opaque)
			}
		}
		if p.name != "lists.BSTKeys" {
			continue
		}
		q := p.encodeWith(t, 12, "")
		if len(q.Opaque) != 1 || !q.Opaque[0].Spent || q.Test == nil || q.Work > 12_000_000 {
			t.Errorf("%s: %v, work %d", p.name, q.Opaque, q.Work)
		}
		q = p.encodeWith(t, 12, "it was not at 11")
		if len(q.Opaque) != 1 || !strings.Contains(q.Opaque[0].Why, "at 11") || q.Test == nil || q.Steps > 0 {
			t.Errorf("%s, not lifted: %v, %d steps", p.name, q.Opaque, q.Steps)
		}
	}
}

// encodeWith encodes a predicate that can be interpreted.
func (p *predicate) encodeWith(t *testing.T, depth int, unlifted string) *encode.Problem {
	t.Helper()
	q, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes, Preds: []encode.Predicate{{Fn: p.fn, Unlifted: unlifted}}}, encode.Options{Depth: depth, Interp: &interp.Program{}})
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestDoubled checks that a text that grows too long is given up before memory is exhausted, and that
// long work ends with its context.
func TestDoubled(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module doubled\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "doubled.go"), `package doubled

func Counted(n int) bool {
	x := 0
	for i := range 1 << 18 {
		x ^= i
	}
	return x != n
}

func Mixed(a [4]uint) bool {
	for i := range uint(400) {
		for j, x := range a {
			a[j] = x*31 ^ (a[0]+i)*x%(x+7)
		}
	}
	return a[1] != a[2]
}

func Doubled(n int) bool {
	s := "ab"
	for range 60 {
		s += s
	}
	return len(s) > n
}

func Short(s string) bool {
	for range 60 {
		s = (s + s)[:len(s)]
	}
	return s != ""
}
`)
	ps, _ := loadFrom(t, dir)
	for _, p := range ps {
		q := p.encodeWith(t, 2, "")
		if spent := len(q.Opaque) == 1 && q.Opaque[0].Spent; spent != strings.HasSuffix(p.name, "Doubled") {
			t.Errorf("%s: %v", p.name, q.Opaque)
		}
		if strings.HasSuffix(p.name, "Short") {
			continue
		}
		// The context is checked repeatedly.
		opt := encode.Options{Depth: 2, Interp: &interp.Program{}}
		in := encode.Inputs{Names: p.names, Shapes: p.shapes, Preds: []encode.Predicate{{Fn: p.fn}}}
		if _, err := encode.Encode(&ending{t.Context(), 4}, in, opt); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, whose context ends: %v", p.name, err)
		}
	}
}

// An ending is a context that ends after a number of checks.
type ending struct {
	context.Context
	looks int
}

func (e *ending) Err() error {
	if e.looks--; e.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestLongTexts checks that strings of the lengths in the code cost little, whether nothing reads them
// or their characters differ in length.
func TestLongTexts(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module texts\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "texts.go"), `package texts

func Unread(s string) bool { return true }

func Last(s string) bool { return len(s) > 0 && s[len(s)-1] != 'a' }
`)
	ps, _ := loadFrom(t, dir)
	for _, p := range ps {
		q := p.beyond(t, 256, encode.Beyond{Within: 4, Reach: 16, Parts: 256, Lengths: []int{256}, Chars: []rune("é€😀")})
		if len(q.Opaque) > 0 || q.Work > 2_000_000 {
			t.Errorf("%s: %v, work %d", p.name, q.Opaque, q.Work)
		}
		if n := len(q.Form.Vars); n < 256 {
			t.Errorf("%s: %d variables", p.name, n)
		}
	}
}

// TestLongLoops checks that a form grows linearly with the iterations of a loop, even if the condition
// of the last ones has many parts.
func TestLongLoops(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module loops\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "loops.go"), `package loops

func Forest(parent []int) bool {
	return len(parent) > 0 && parent[0] == -1 && func() bool {
		i := 1
		fits := func() bool { return 0 <= parent[i] && parent[i] < i }
		for ; i < len(parent); i++ {
			if !fits() {
				return false
			}
		}
		return true
	}()
}
`)
	ps, _ := loadFrom(t, dir)
	for _, p := range ps {
		q := p.beyond(t, 16, encode.Beyond{Within: 4, Reach: 64, Parts: 32})
		if n := len(q.Form.Nodes); len(q.Opaque) > 0 || n > 1000 {
			t.Errorf("%s: %v, %d nodes", p.name, q.Opaque, n)
		}
	}
}
