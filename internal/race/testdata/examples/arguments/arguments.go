// Package arguments has calls with arguments of many types.
package arguments

import (
	"sync"
	"time"
)

// An Event has a place in time.
type Event struct {
	Name string
	At   time.Time
	Tags []string
}

// A Level says how important an event is.
type Level uint8

// A Sink takes events.
type Sink interface{ Take(Event) }

// A Counting sink counts.
type Counting struct{ N int }

// Take counts an event.
func (c *Counting) Take(Event) { c.N++ }

// A Log keeps events.
//
//rtest:via NewLog(), Add, Tag, Set, Send, Last, Levels
//rtest:concurrent
type Log struct {
	mu     sync.Mutex
	events []Event
	levels map[string]Level
	size   int
}

// NewLog returns an empty log.
func NewLog() *Log { return &Log{levels: map[string]Level{}} }

// Add adds events, and returns how many there are.
func (l *Log) Add(e Event, more ...Event) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(append(l.events, e), more...)
	return len(l.events)
}

// Tag adds tags to the last event.
func (l *Log) Tag(tags [2]string, counts map[string]int, ratio *float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.events); n > 0 {
		e := &l.events[n-1]
		e.Tags = append(append([]string(nil), e.Tags...), tags[:]...)
	}
}

// Set says how many events there may be. It looks at the size and sets it in two steps.
//
//rtest:requires size >= 1000
func (l *Log) Set(size int) (before int) {
	l.mu.Lock()
	before = l.size
	l.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.size = size
	return before
}

// Send hands the last event to a sink.
func (l *Log) Send(to Sink, done chan<- bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.events); n > 0 {
		to.Take(l.events[n-1])
	}
	done <- true
}

// Last returns the last event.
func (l *Log) Last() *Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n := len(l.events); n > 0 {
		e := l.events[n-1]
		return &e
	}
	return nil
}

// Levels returns a copy of the levels.
func (l *Log) Levels(with Level) map[string]Level {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := map[string]Level{"": with}
	for k, v := range l.levels {
		out[k] = v
	}
	return out
}

// A Sized log sets its size in one step.
//
//rtest:via Sized{}, Set, Until
//rtest:concurrent
type Sized struct {
	mu    sync.Mutex
	size  int
	until time.Time
}

// Set says how many events there may be.
//
//rtest:requires size >= 1000
func (s *Sized) Set(size int) (before int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, s.size = s.size, size
	return before
}

// Until sets when the log ends, and returns what it was.
func (s *Sized) Until(t time.Time) (before time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, s.until = s.until, t
	return before
}
