package check

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/fault"
)

// maxLanes is the greatest number of packages tested at once. Each lane loads the dependencies of
// its packages.
const maxLanes = 4

// testListed tests the packages of a listing, several at once. It yields their events in the order
// of the packages; those of the first unfinished package as they occur.
func testListed(ctx context.Context, c config.Config, list *annotations.Listing, kept *results, yield func(event.Event) bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &schedule{Config: c, list: list, kept: kept, entries: map[string]*entry{}, turns: make(turns, max(1, c.Parallel))}
	open := 0
	for _, l := range list.Packages() {
		s.entries[l.Path] = kept.find(l)
		if n := len(s.work); n > 0 && l.External && s.work[n-1][0].Dir == l.Dir {
			// Both save counterexamples in the same folder.
			s.work[n-1] = append(s.work[n-1], l)
			continue
		}
		s.work = append(s.work, []annotations.Listed{l})
		s.lines = append(s.lines, newLine())
	}
	for path, e := range s.entries {
		if !e.isComplete(path, &c) {
			open++
		}
	}
	var lanes fault.Group
	for range min(max(1, open), max(1, c.Parallel), maxLanes) {
		lanes.Go(func() { s.lane(ctx, &lanes) })
	}
	for _, l := range s.lines {
		if !l.hand(yield) {
			for _, l := range s.lines {
				l.stopped.Store(true)
			}
			cancel()
			break
		}
	}
	lanes.Wait()
}

// A schedule has the packages to be tested.
type schedule struct {
	config.Config
	list    *annotations.Listing
	kept    *results
	entries map[string]*entry
	// work has packages with their external test packages. lines has the events of each. next is
	// the first that has not begun.
	work  [][]annotations.Listed
	lines []*eventBuffer
	next  atomic.Int64
	turns turns
}

// lane tests one package after the other, in a program of its own.
func (s *schedule) lane(ctx context.Context, all *fault.Group) {
	var prog *prepare.Program
	for {
		i := int(s.next.Add(1)) - 1
		if i >= len(s.work) {
			return
		}
		all.Do(func() {
			defer s.lines[i].end()
			for _, l := range s.work[i] {
				if ctx.Err() != nil {
					return
				}
				known := s.entries[l.Path]
				if prog == nil && !known.isComplete(l.Path, &s.Config) {
					prog = s.list.Begin(func(l annotations.Listed) bool { return !s.entries[l.Path].isComplete(l.Path, &s.Config) })
				}
				if !s.test(ctx, prog, l, s.lines[i].put) {
					return
				}
				if !s.kept.save(l.Path, known, s.lines[i].put) {
					return
				}
			}
		})
	}
}

// test tests one package. It returns false if the consumer has stopped.
func (s *schedule) test(ctx context.Context, prog *prepare.Program, l annotations.Listed, put func(event.Event) bool) bool {
	known := s.entries[l.Path]
	if known.isComplete(l.Path, &s.Config) {
		return known.replayEvents(l.Path, &s.Config, put)
	}
	if !put(event.Progress{Package: l.Path, Phase: event.PhaseLoading}) {
		return false
	}
	give := s.turns.take()
	pkg := prog.Load(l.Path)
	give()
	if pkg == nil {
		if known != nil {
			known.Absent, known.changed = true, true
		}
		return true
	}
	return testPackage(ctx, s.Config, prog, pkg, known, s.turns, put)
}

// turns limits the number of simultaneous activities, in all packages together, to its capacity. A nil turns has
// no limit.
type turns chan struct{}

// take waits for a turn. The function it returns gives it back.
func (t turns) take() func() {
	if t == nil {
		return func() {}
	}
	t <- struct{}{}
	return func() { <-t }
}

// spare takes all turns that are free now. give gives them back.
func (t turns) spare() (n int, give func()) {
	for {
		select {
		case t <- struct{}{}:
			n++
		default:
			return n, func() {
				for range n {
					<-t
				}
			}
		}
	}
}

// An eventBuffer buffers the events of one package until it is next.
type eventBuffer struct {
	mu     sync.Mutex
	events []event.Event
	ended  bool
	// latest is the last Progress before the line is next, or nil.
	latest *event.Progress
	// more has a value if there is something new. Its capacity is one.
	more chan struct{}
	// handing means that events are being passed on.
	handing bool
	// stopped means that the consumer has stopped.
	stopped atomic.Bool
}

func newLine() *eventBuffer { return &eventBuffer{more: make(chan struct{}, 1)} }

// put adds an event. It returns false if the consumer has stopped.
func (l *eventBuffer) put(e event.Event) bool {
	l.change(func() {
		if p, ok := e.(event.Progress); ok && !l.handing {
			l.latest = &p
			return
		}
		l.events = append(l.events, e)
	})
	return !l.stopped.Load()
}

// end marks the end of the events.
func (l *eventBuffer) end() { l.change(func() { l.ended = true }) }

func (l *eventBuffer) change(do func()) {
	l.mu.Lock()
	do()
	l.mu.Unlock()
	select {
	case l.more <- struct{}{}:
	default:
	}
}

// hand yields the events until the package has ended. It returns false if the consumer has stopped.
func (l *eventBuffer) hand(yield func(event.Event) bool) bool {
	l.mu.Lock()
	l.handing = true
	latest := l.latest
	l.mu.Unlock()
	if latest != nil && !yield(*latest) {
		return false
	}
	for range l.more {
		l.mu.Lock()
		events, ended := l.events, l.ended
		l.events = nil
		l.mu.Unlock()
		for _, e := range events {
			if !yield(e) {
				return false
			}
		}
		if ended {
			return true
		}
	}
	return true
}
