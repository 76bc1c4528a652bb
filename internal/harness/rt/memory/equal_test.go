package memory

import (
	"math"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

type node struct {
	next *node
	val  any
}

func ring(n int) *node {
	first := &node{val: 0}
	at := first
	for i := 1; i < n; i++ {
		at.next = &node{val: i % 2}
		at = at.next
	}
	at.next = first
	return first
}

func atomically(n int) *atomic.Pointer[int] {
	p := new(atomic.Pointer[int])
	p.Store(&n)
	return p
}

func synchronized(keys ...string) *sync.Map {
	m := new(sync.Map)
	for _, k := range keys {
		m.Store(k, len(k))
	}
	return m
}

func TestEqual(t *testing.T) {
	p, q := new(int), new(int)
	nan := math.NaN()
	xs := []int{1, 2, 3}
	c := make(chan int)
	tests := []struct {
		name string
		x, y any
		want bool
	}{
		{"numbers", 1, 1, true},
		{"types", 1, int8(1), false},
		{"nil", nil, nil, true},
		{"nil and not", nil, 1, false},
		{"NaN", nan, nan, true},
		{"zeros", 0.0, math.Copysign(0, -1), false},
		{"pointers", p, q, true},
		{"sharing", []*int{p, p}, []*int{p, q}, false},
		{"sharing in both", []*int{p, p}, []*int{q, q}, true},
		{"crossed", []*int{p, q, p}, []*int{q, p, q}, true},
		{"rings", ring(4), ring(4), true},
		{"ring twice round", ring(2), ring(4), false},
		{"nil and empty slice", []int(nil), []int{}, false},
		{"capacity", xs[:1], xs[:1:1], true},
		{"maps", map[string][]int{"a": {1}, "b": nil}, map[string][]int{"b": nil, "a": {1}}, true},
		{"maps differ", map[string]int{"a": 1}, map[string]int{"a": 2}, false},
		{"other keys", map[string]int{"a": 1}, map[string]int{"b": 1}, false},
		{"NaN keys", map[float64]int{nan: 1, math.NaN(): 2}, map[float64]int{nan: 2, math.NaN(): 1}, true},
		{"NaN keys differ", map[float64]int{nan: 1, math.NaN(): 2}, map[float64]int{nan: 2, math.NaN(): 2}, false},
		{"pointer keys", map[*int]*int{p: q, q: q}, map[*int]*int{q: p, p: p}, true},
		{"pointer keys, another graph", map[*int]*int{p: q, q: q}, map[*int]*int{q: p, p: q}, false},
		{"channels", make(chan int, 1), make(chan int, 1), true},
		{"channels of other capacity", make(chan int, 1), make(chan int), false},
		{"channels shared", []chan int{c, c}, []chan int{make(chan int), make(chan int)}, false},
		{"a nil channel", c, (chan int)(nil), false},
		{"atomic pointers", atomically(1), atomically(1), true},
		{"atomic pointers to others", atomically(1), atomically(2), false},
		{"sync.Map", synchronized("a", "b"), synchronized("b", "a"), true},
		{"other sync.Map", synchronized("a", "b"), synchronized("a"), false},
		{"functions", TestEqual, TestEqual, true},
		{"other functions", TestEqual, TestSame, false},
	}
	for _, tt := range tests {
		if got := Equal(tt.x, tt.y); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
		if got := Equal(tt.y, tt.x); got != tt.want {
			t.Errorf("%s, the other way round: %t", tt.name, got)
		}
	}
	a, b := xs[:1], slices.Clone(xs)[:1]
	b[:2][1] = 9
	if !EqualAll([]any{&a}, []any{&b}, false) || EqualAll([]any{&a}, []any{&b}, true) {
		t.Error("the room behind a slice is not compared as asked for")
	}
}

// TestSame builds a value twice and compares pointers into both.
func TestSame(t *testing.T) {
	build := func() ([]*node, []Block) {
		s := []*node{new(node), new(node)}
		return s, ReachedFrom(reflect.ValueOf(s))
	}
	x, in := build()
	y, twin := build()
	NewCounterparts(&in, &twin).Use()
	defer current.Store(nil)
	other := new(node)
	tests := []struct {
		name string
		x, y any
		want bool
	}{
		{"counterparts", x[0], y[0], true},
		{"both ways", y[1], x[1], true},
		{"others", x[0], y[1], false},
		{"inside", &x[1].val, &y[1].val, true},
		{"elsewhere inside", &x[1].val, &y[1].next, false},
		{"elements", &x[1], &y[1], true},
		{"foreign", other, y[0], false},
		{"foreign itself", other, other, true},
		{"in structs", node{next: x[0], val: y[0]}, node{next: y[0], val: x[0]}, true},
		{"in slices", x, y, true},
		{"in maps", map[*node]int{x[0]: 1, x[1]: 2}, map[*node]int{y[1]: 2, y[0]: 1}, true},
		{"in other maps", map[*node]int{x[0]: 1, x[1]: 2}, map[*node]int{y[1]: 1, y[0]: 2}, false},
	}
	for _, tt := range tests {
		if got := Same(tt.x, tt.y); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}
