package sched

import "unsafe"

// A channel is what the scheduler knows of a channel of the code under test. The channel itself
// has the elements of its buffer, and says whether it is closed.
type channel struct {
	p      unsafe.Pointer
	object Object
	closed bool
	// senders and receivers wait, the first one longest.
	senders, receivers []waiting
	// sent has what a receiver of the i-th element knows from then on, freed what the sender
	// knows who uses the room of the i-th element received.
	sent, freed []Clock
	room, used  int
}

// A waiting is one case of a select that waits, or a send or receive that does.
type waiting struct {
	op    Case
	of    *selection
	index int
}

// A selection waits until one of its cases is done.
type selection struct {
	g     *Goroutine
	done  bool
	index int
	// several means that there are more cases than one.
	several bool
}

// Ready implements Waiter.
func (w *selection) Ready(*Goroutine) bool { return w.done }

// channel returns the state of a channel, which is not nil.
func (s *Scheduler) channel(p unsafe.Pointer, capacity, length int) *channel {
	if ch := s.channels[p]; ch != nil {
		return ch
	}
	if s.channels == nil {
		s.channels = map[unsafe.Pointer]*channel{}
	}
	ch := &channel{p: p, room: capacity - length}
	for range length { // Elements from before the schedule.
		ch.sent = append(ch.sent, nil)
	}
	s.channels[p] = ch
	return ch
}

func chanPointer[C any](c *C) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(c)) }

// next takes the first of a queue whose selection is not done.
func next(q *[]waiting) (waiting, bool) {
	for len(*q) > 0 {
		w := (*q)[0]
		*q = (*q)[1:]
		if !w.of.done {
			return w, true
		}
	}
	return waiting{}, false
}

// waits reports whether somebody waits in a queue.
func waits(q []waiting) bool {
	for _, w := range q {
		if !w.of.done {
			return true
		}
	}
	return false
}

// complete lets the goroutine of a waiting case go on.
func (s *Scheduler) complete(w waiting, ch *channel) {
	s.bind()
	w.of.done, w.of.index = true, w.index
	s.step(w.of.g, mix(w.of.g.hash, ch.object.writes))
}

// push accounts for an element that goroutine g sends.
func (ch *channel) push(s *Scheduler, g *Goroutine) {
	if ch.used < ch.room {
		ch.used++
	} else if len(ch.freed) > 0 {
		g.clock = g.clock.join(s, ch.freed[0])
		ch.freed = ch.freed[1:]
	}
	ch.sent = append(ch.sent, s.newClock(len(g.clock)).join(s, g.clock))
	g.tick()
}

// pop accounts for an element that goroutine g receives.
func (ch *channel) pop(s *Scheduler, g *Goroutine) {
	if len(ch.sent) > 0 {
		g.clock = g.clock.join(s, ch.sent[0])
		ch.sent = ch.sent[1:]
	}
	ch.freed = append(ch.freed, s.newClock(len(g.clock)).join(s, g.clock))
	g.tick()
}

// meet records that an element goes from one goroutine to another without a buffer.
func meet(s *Scheduler, a, b *Goroutine) {
	a.clock = a.clock.join(s, b.clock)
	b.clock = b.clock.join(s, a.clock)
	a.tick()
	b.tick()
}

// A Case is a case of a select statement.
type Case interface {
	// ready reports whether the case can be done now, try does it if so.
	ready(s *Scheduler) bool
	try(s *Scheduler, g *Goroutine) bool
	// enqueue has the case wait.
	enqueue(s *Scheduler, w waiting)
	// note accounts for a step with the channel.
	note(s *Scheduler, g *Goroutine, changes bool)
	kind() Kind
	// outside does the case outside a schedule, if it can be done.
	outside() bool
}

// A Receiving is the receiving from a channel.
type Receiving[T any] struct {
	c <-chan T
	// Value is the received value. OK is false if the channel is closed.
	Value T
	OK    bool
}

// From returns the case of receiving from a channel.
func From[T any](c <-chan T) *Receiving[T] { return &Receiving[T]{c: c} }

func (r *Receiving[T]) channel(s *Scheduler) *channel {
	return s.channel(chanPointer(&r.c), cap(r.c), len(r.c))
}
func (r *Receiving[T]) kind() Kind { return Receive }

func (r *Receiving[T]) ready(s *Scheduler) bool {
	if r.c == nil {
		return false
	}
	ch := r.channel(s)
	return len(r.c) > 0 || ch.closed || waits(ch.senders) || r.closedOutside(ch)
}

// closedOutside notices that code which is not rewritten has closed the channel.
func (r *Receiving[T]) closedOutside(ch *channel) bool {
	if len(r.c) > 0 {
		return false
	}
	select {
	case _, ok := <-r.c:
		ch.closed = !ok
		return !ok
	default:
		return false
	}
}

func (r *Receiving[T]) try(s *Scheduler, g *Goroutine) bool {
	if r.c == nil {
		return false
	}
	ch := r.channel(s)
	switch {
	case len(r.c) > 0:
		r.note(s, g, true)
		r.Value, r.OK = <-r.c, true
		ch.pop(s, g)
		if w, ok := next(&ch.senders); ok {
			w.op.(*Sending[T]).deliver(s, ch, w)
		}
		return true
	case waits(ch.senders):
		r.note(s, g, true)
		w, _ := next(&ch.senders)
		x := w.op.(*Sending[T])
		r.Value, r.OK, x.sent = x.value, true, true
		meet(s, g, w.of.g)
		s.complete(w, ch)
		return true
	case ch.closed || r.closedOutside(ch):
		r.note(s, g, false)
		ch.object.Acquire(g)
		var zero T
		r.Value, r.OK = zero, false
		return true
	}
	return false
}

func (r *Receiving[T]) enqueue(s *Scheduler, w waiting) {
	if r.c != nil {
		ch := r.channel(s)
		ch.receivers = append(ch.receivers, w)
	}
}

func (r *Receiving[T]) note(s *Scheduler, g *Goroutine, changes bool) {
	switch {
	case r.c == nil:
	case changes:
		s.changed(g, &r.channel(s).object)
	default:
		s.looked(g, &r.channel(s).object)
	}
}

func (r *Receiving[T]) outside() bool {
	select {
	case r.Value, r.OK = <-r.c:
		return true
	default:
		return false
	}
}

// A Sending is the sending of a value to a channel.
type Sending[T any] struct {
	c     chan<- T
	value T
	// sent means that the value was taken while the sender waited.
	sent bool
}

// To returns the sending to a channel, of a value that is still to be given.
func To[T any](c chan<- T) *Sending[T] { return &Sending[T]{c: c} }

// Of sets the value to send.
func (x *Sending[T]) Of(v T) *Sending[T] {
	x.value = v
	return x
}

func (x *Sending[T]) channel(s *Scheduler) *channel {
	return s.channel(chanPointer(&x.c), cap(x.c), len(x.c))
}
func (x *Sending[T]) kind() Kind { return Send }

func (x *Sending[T]) ready(s *Scheduler) bool {
	if x.c == nil {
		return false
	}
	ch := x.channel(s)
	return ch.closed || len(x.c) < cap(x.c) || waits(ch.receivers)
}

func (x *Sending[T]) try(s *Scheduler, g *Goroutine) bool {
	if !x.ready(s) {
		return false
	}
	ch := x.channel(s)
	x.note(s, g, true)
	if ch.closed {
		x.c <- x.value // It panics as it does.
	}
	if w, ok := next(&ch.receivers); ok {
		r := w.op.(*Receiving[T])
		r.Value, r.OK = x.value, true
		meet(s, g, w.of.g)
		s.complete(w, ch)
		return true
	}
	x.c <- x.value
	ch.push(s, g)
	return true
}

// deliver moves the value of a sender that waits into the buffer, which has room for it now.
func (x *Sending[T]) deliver(s *Scheduler, ch *channel, w waiting) {
	x.c <- x.value
	x.sent = true
	ch.push(s, w.of.g)
	s.complete(w, ch)
}

func (x *Sending[T]) enqueue(s *Scheduler, w waiting) {
	if x.c != nil {
		ch := x.channel(s)
		ch.senders = append(ch.senders, w)
	}
}

func (x *Sending[T]) note(s *Scheduler, g *Goroutine, changes bool) {
	switch {
	case x.c == nil:
	case changes:
		s.changed(g, &x.channel(s).object)
	default:
		s.looked(g, &x.channel(s).object)
	}
}

func (x *Sending[T]) outside() bool {
	select {
	case x.c <- x.value:
		return true
	default:
		return false
	}
}

// Recv receives from a channel.
func Recv[T any](c <-chan T) T {
	r := Receiving[T]{c: c}
	one(&r)
	return r.Value
}

// Recv2 receives from a channel, and returns false if it is closed.
func Recv2[T any](c <-chan T) (T, bool) {
	r := Receiving[T]{c: c}
	one(&r)
	return r.Value, r.OK
}

// Send sends the value.
func (x *Sending[T]) Send(v T) {
	x.value = v
	one(x)
}

// one does one case.
func one(c Case) { selectOne(c.kind(), false, c) }

// CloseChan closes a channel.
func CloseChan[T any](c chan<- T) {
	g := Point(Close, nil)
	if g == nil || c == nil {
		if the.killing {
			return
		}
		close(c)
		return
	}
	s := the
	ch := s.channel(chanPointer(&c), cap(c), len(c))
	s.changed(g, &ch.object)
	close(c)
	ch.closed = true
	ch.object.Release(g)
	s.wakeAll(ch)
	for w, ok := next(&ch.senders); ok; w, ok = next(&ch.senders) {
		s.complete(w, ch)
	}
}
