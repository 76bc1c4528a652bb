package memory

import (
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"
)

type linked struct {
	next *linked
	n    int
}

type mixed struct {
	p *int
	n int
	s []int
	m map[string]*int
	f func() int
	i any
}

func loop(ns ...int) *linked {
	first := &linked{n: ns[0]}
	last := first
	for _, n := range ns[1:] {
		last.next = &linked{n: n}
		last = last.next
	}
	last.next = first
	return first
}

func within(n int) *mixed {
	m := &mixed{n: n}
	m.p = &m.n
	return m
}

func beside(n int) *mixed { return &mixed{n: n, p: &n} }

// adder must not be inlined: the closures of two call sites would have different code.
//
//go:noinline
func adder(n int) func() int { return func() int { return n } }

func room(s []int, behind ...int) []int {
	out := append(append(make([]int, 0, len(s)+len(behind)), s...), behind...)
	return out[:len(s)]
}

func shared(twice bool) *mixed {
	x := new(int)
	m := &mixed{p: x, m: map[string]*int{"a": x}}
	if !twice {
		m.m["a"] = new(int)
	}
	return m
}

func windows(apart bool) *[2][]int {
	a := []int{1, 2, 3}
	w := &[2][]int{a[:2:2], a[1:3:3]}
	if apart {
		w[1] = append([]int(nil), w[1]...)[:2:2]
	}
	return w
}

func stored(n int) *sync.Map {
	m := &sync.Map{}
	for i := range n {
		m.Store(i, i)
	}
	return m
}

func pointing(n int) *atomic.Pointer[linked] {
	p := &atomic.Pointer[linked]{}
	p.Store(loop(n, n))
	return p
}

// TestCanon checks which pairs of values, each built twice, are the same state. A value always equals
// its rebuilt copy.
func TestCanon(t *testing.T) {
	for _, test := range []struct {
		name string
		x, y func() any
		same bool
	}{
		{"cycles", func() any { return loop(1, 2) }, func() any { return loop(1, 2) }, true},
		{"a cycle of equal nodes is as long as it is", func() any { return loop(1, 1) }, func() any { return loop(1) }, false},
		{"a pointer into the value itself", func() any { return within(1) }, func() any { return beside(1) }, false},
		{"nil and empty", func() any { return &mixed{s: []int{}} }, func() any { return &mixed{} }, false},
		{"nil and empty maps", func() any { return &mixed{m: map[string]*int{}} }, func() any { return &mixed{} }, false},
		{"capacity", func() any { return &mixed{s: room([]int{1}, 0)} }, func() any { return &mixed{s: room([]int{1})} }, false},
		{"the room behind", func() any { return &mixed{s: room([]int{1}, 0)} }, func() any { return &mixed{s: room([]int{1}, 2)} }, false},
		{"one pointer twice", func() any { return shared(true) }, func() any { return shared(false) }, false},
		{"slices that overlap", func() any { return windows(false) }, func() any { return windows(true) }, false},
		{"closures of one code", func() any { return &mixed{f: adder(1)} }, func() any { return &mixed{f: adder(2)} }, true},
		{"functions", func() any { return &mixed{f: adder(1)} }, func() any { return &mixed{f: func() int { return 1 }} }, false},
		{"dynamic types", func() any { return &mixed{i: int8(1)} }, func() any { return &mixed{i: int16(1)} }, false},
		{"an interface and nil", func() any { return &mixed{i: (*int)(nil)} }, func() any { return &mixed{} }, false},
		{"minus zero", func() any { return new(float64) }, func() any { x := math.Copysign(0, -1); return &x }, false},
		{"maps of syncmap", func() any { return stored(3) }, func() any { return stored(3) }, true},
		{"other maps of syncmap", func() any { return stored(3) }, func() any { return stored(2) }, false},
		{"atomic pointers", func() any { return pointing(1) }, func() any { return pointing(1) }, true},
		{"other atomic pointers", func() any { return pointing(1) }, func() any { return pointing(2) }, false},
		{"pointers to nothing", func() any { return &[2]*struct{}{{}, {}} }, func() any { x := &struct{}{}; return &[2]*struct{}{x, x} }, true},
	} {
		text := func(f func() any) string {
			s, _, opaque := Canon(f())
			if opaque != "" {
				t.Errorf("%s: %s", test.name, opaque)
			}
			return s
		}
		x, y := text(test.x), text(test.y)
		if x != text(test.x) || y != text(test.y) {
			t.Errorf("%s: made anew it differs", test.name)
		}
		if (x == y) != test.same {
			t.Errorf("%s: same is %v", test.name, x == y)
		}
	}
}

func TestCanonOpaque(t *testing.T) {
	n := 1
	for want, v := range map[string]any{
		"a channel":                      &struct{ c chan int }{make(chan int)},
		"an unsafe pointer":              &struct{ p unsafe.Pointer }{unsafe.Pointer(&n)},
		"a map with pointers as keys":    &map[*int]int{&n: 1},
		"a map with several NaN as keys": &map[float64]int{math.NaN(): 1, math.Float64frombits(math.Float64bits(math.NaN()) + 1): 2},
	} {
		if _, _, got := Canon(v); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if _, _, got := Canon(&struct {
		c chan int
		m map[any]int
	}{m: map[any]int{1: 2, "a": 3}}); got != "" {
		t.Errorf("got %q for values without", got)
	}
}

// TestMeaning is what a state directive compares: elements only.
func TestMeaning(t *testing.T) {
	for i, pair := range [][2]any{
		{&[]int{}, new([]int)},
		{&map[int]int{}, new(map[int]int)},
		{&[][]int{room([]int{1}, 2)}, &[][]int{{1}}},
	} {
		x, _, _ := Meaning(pair[0])
		y, _, _ := Meaning(pair[1])
		if x != y {
			t.Errorf("pair %d differs", i)
		}
	}
	x, _, _ := Meaning(&[]int{1})
	if y, _, _ := Meaning(&[]int{2}); x == y {
		t.Error("other elements are the same")
	}
}
