package host

import (
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// TestGrows checks which calls have more time than the deadline: those that
// have taken a good part of the memory or of the stack that they may have.
func TestGrows(t *testing.T) {
	read := func() []metrics.Sample {
		s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
		metrics.Read(s)
		return s
	}
	for _, c := range []struct {
		memory, more int64
		want         bool
	}{
		{1 << 30, 1 << 20, false},
		{1 << 30, 1 << 27, true},
		{0, 1 << 40, false},
		{1 << 30, -1 << 27, false},
	} {
		if got := (&Watch{memory: c.memory}).nearLimit(c.more, 1, read()); got != c.want {
			t.Errorf("%d of %d: %v, want %v", c.more, c.memory, got, c.want)
		}
	}
	var deep func(n int) bool
	deep = func(n int) bool {
		var frame [1 << 12]byte
		frame[n%len(frame)] = 1
		if n == 0 {
			return (&Watch{}).nearLimit(0, 1, read())
		}
		return deep(n-1) && frame[n%len(frame)] == 1
	}
	if !deep(6000) {
		t.Error("a stack of 24 MB does not count")
	}
}

// TestStarved checks which calls get more time than a short deadline, or than any of a patient watch: those for which the process
// could not run for all of it, though it wanted the processor.
func TestStarved(t *testing.T) {
	if _, known := processorTime(); !known {
		t.Skip("the processor time is not known here")
	}
	var quit atomic.Bool
	defer quit.Store(true)
	begun := make(chan bool)
	go func() {
		close(begun)
		for !quit.Load() {
		}
	}()
	<-begun
	short, long, shared := &Watch{Timeout: 250 * time.Millisecond}, &Watch{Timeout: time.Second}, &Watch{Timeout: time.Second, Share: 4}
	patient := &Watch{Timeout: time.Second, Patient: true}
	for _, c := range []struct {
		w      *Watch
		worked time.Duration
		times  int
		want   bool
	}{
		{short, 0, 1, true},
		{short, time.Second, 1, false},
		{short, 200 * time.Millisecond, 1, true},
		{short, 0, starvedPatience, false},
		{long, 0, 1, false},
		{shared, 0, 1, true},
		{patient, 900 * time.Millisecond, 1, true},
		{patient, time.Second, 1, false},
	} {
		got := !c.want
		for tries := 0; got != c.want && tries < 100; tries++ {
			now, _ := processorTime()
			got = c.w.lacksProcessor(now-c.worked, c.times)
			time.Sleep(time.Millisecond) // The other goroutine may have lost its thread.
		}
		if got != c.want {
			t.Errorf("deadline %v, worked %v, %d times: %v, want %v", c.w.Timeout, c.worked, c.times, got, c.want)
		}
	}
}

// TestShare checks what a call may take that has a share of the time and memory.
func TestShare(t *testing.T) {
	w := &Watch{Timeout: time.Second, memory: 400, Share: 4}
	if w.deadline() != 250*time.Millisecond || (&Watch{Timeout: time.Second}).deadline() != time.Second {
		t.Errorf("the deadlines are %v and %v", w.deadline(), (&Watch{Timeout: time.Second}).deadline())
	}
	if !w.exceedsShare(121, 10) || w.exceedsShare(120, 10) || (&Watch{memory: 400}).exceedsShare(399, 0) {
		t.Error("the share of memory is another")
	}
}

// TestWaits checks that a sleeping process does not count as starved; a thread of the runtime may be
// awake at times.
func TestWaits(t *testing.T) {
	if _, known := threadReady(); !known {
		t.Skip("what threads do is not known here")
	}
	w := &Watch{Timeout: 100 * time.Millisecond}
	for range 50 {
		began, _ := processorTime()
		time.Sleep(20 * time.Millisecond)
		if !w.lacksProcessor(began, 1) {
			return
		}
	}
	t.Error("it is each time")
}

// TestWatched checks that a process sends signs of life while the search finds no input for long.
// Otherwise the parent would end it.
func TestWatched(t *testing.T) {
	words := make([]int64, wire.BoardSize/8)
	flushed := make(chan int64)
	board := wire.NewBoard(words, func(int) {
		select {
		case flushed <- wire.Beat(words):
		default:
		}
	}, 0, 0)
	w := &Watch{proc: &Process{}, board: board, Timeout: time.Second}
	w.Start()
	defer w.End()
	first := <-flushed
	if second := <-flushed; second == first {
		t.Error("the watch looks, and nothing tells of it")
	}
}

// TestStart checks that the watch of a job has no goroutine before its first tick.
func TestStart(t *testing.T) {
	words := make([]int64, wire.BoardSize/8)
	board := wire.NewBoard(words, nil, 0, 0)
	before := runtime.NumGoroutine()
	w := &Watch{proc: &Process{}, board: board, Timeout: time.Hour}
	w.Start()
	if n := runtime.NumGoroutine(); n != before {
		t.Errorf("%d goroutines before the first tick, %d before the job", n, before)
	}
	for ; wire.Beat(words) == 0; time.Sleep(time.Millisecond) {
	}
	w.End()
}

// TestBusy checks that a process sends signs of life before its first call, for example while it
// builds arguments.
func TestBusy(t *testing.T) {
	flushed := make(chan bool)
	p := &Process{Unit: &read.Unit{Builders: make([]read.Builder, 1)}, words: make([]int64, wire.BoardSize/8)}
	p.flush = func(int) {
		select {
		case flushed <- true:
		default:
		}
	}
	over := p.Busy()
	for range 2 {
		<-flushed
	}
	over()
}
