package sched

// CloseNow closes a channel as part of another step, or of the clock's.
func CloseNow[T any](c chan T) {
	close(c)
	s := the
	if s.cur == nil || s.killing {
		return
	}
	ch := s.channel(chanPointer(&c), cap(c), len(c))
	ch.closed = true
	s.happened(ch)
	s.wakeAll(ch)
}

// Fire sends an element to a channel with a buffer if there is room, from the clock.
func Fire[T any](c chan T, v T) {
	s := the
	ch := s.channel(chanPointer(&c), cap(c), len(c))
	s.happened(ch)
	if w, ok := next(&ch.receivers); ok {
		r := w.op.(*Receiving[T])
		r.Value, r.OK = v, true
		s.complete(w, ch)
		return
	}
	select {
	case c <- v:
		ch.sent = append(ch.sent, nil)
	default:
	}
}

// Drain takes an element out of a channel, as part of another step.
func Drain[T any](c chan T) {
	select {
	case <-c:
		the.bind()
		ch := the.channel(chanPointer(&c), cap(c), len(c))
		if len(ch.sent) > 0 {
			ch.sent = ch.sent[1:]
		}
	default:
	}
}

// happened accounts for a step with a channel that no goroutine takes, or that is part of one.
func (s *Scheduler) happened(ch *channel) {
	ch.object.Fresh()
	from := uint64(s.timers.now)
	if g := s.cur; g != nil && !s.timers.ringing {
		from = g.hash
		ch.object.Release(g)
		s.touch(g, &ch.object, true)
	}
	ch.object.writes = mix(mix(ch.object.writes, ch.object.reads), from)
	ch.object.reads = 0
	s.changes++
	s.vain = 0
}

// wakeAll has all receivers of a closed channel go on.
func (s *Scheduler) wakeAll(ch *channel) {
	for w, ok := next(&ch.receivers); ok; w, ok = next(&ch.receivers) {
		w.op.try(s, w.of.g)
		s.complete(w, ch)
	}
}
