// Package net replaces the part of the standard package of that name that waits for nothing outside the process: connections in memory.
package net

import (
	"io"
	"net"
	"os"
	base "time"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/sync"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/time"
)

// An end is one of the two ends of a connection. Steps are those of the standard package, in its order.
type end struct {
	// writing is held during a Write.
	writing sync.Mutex
	// What is read comes from in, and read tells how much of it was taken; out and written are these of the other end.
	in, out       chan []byte
	read, written chan int
	once          sync.Once
	closed, other chan struct{}
	readDeadline  deadline
	writeDeadline deadline
}

// Pipe returns both ends of a connection in memory. What is written waits until it is read.
func Pipe() (net.Conn, net.Conn) {
	a := &end{
		in: make(chan []byte), out: make(chan []byte), read: make(chan int), written: make(chan int),
		closed: make(chan struct{}), other: make(chan struct{}),
	}
	b := &end{in: a.out, out: a.in, read: a.written, written: a.read, closed: a.other, other: a.closed}
	for _, e := range []*end{a, b} {
		e.readDeadline.passed, e.writeDeadline.passed = make(chan struct{}), make(chan struct{})
	}
	return a, b
}

// isClosed reports whether a channel is closed.
func isClosed(c chan struct{}) bool { return sched.Choose(true, sched.From(c)) == 0 }

// Read reads what a Write at the other end has, and waits for one.
func (e *end) Read(data []byte) (int, error) {
	n, err := e.take(data)
	if err != nil && err != io.EOF && err != io.ErrClosedPipe {
		err = &net.OpError{Op: "read", Net: "pipe", Err: err}
	}
	return n, err
}

func (e *end) take(data []byte) (int, error) {
	switch {
	case isClosed(e.closed):
		return 0, io.ErrClosedPipe
	case isClosed(e.other):
		return 0, io.EOF
	case isClosed(e.readDeadline.wait()):
		return 0, os.ErrDeadlineExceeded
	}
	part := sched.From(e.in)
	switch sched.Choose(false, part, sched.From(e.closed), sched.From(e.other), sched.From(e.readDeadline.wait())) {
	case 1:
		return 0, io.ErrClosedPipe
	case 2:
		return 0, io.EOF
	case 3:
		return 0, os.ErrDeadlineExceeded
	}
	n := copy(data, part.Value)
	sched.To(e.read).Send(n)
	return n, nil
}

// Write writes all of data, and waits until it is read at the other end.
func (e *end) Write(data []byte) (int, error) {
	n, err := e.give(data)
	if err != nil && err != io.ErrClosedPipe {
		err = &net.OpError{Op: "write", Net: "pipe", Err: err}
	}
	return n, err
}

func (e *end) give(data []byte) (n int, err error) {
	switch {
	case isClosed(e.closed), isClosed(e.other):
		return 0, io.ErrClosedPipe
	case isClosed(e.writeDeadline.wait()):
		return 0, os.ErrDeadlineExceeded
	}
	e.writing.Lock()
	defer e.writing.Unlock()
	for once := true; once || len(data) > 0; once = false {
		switch sched.Choose(false, sched.To(e.out).Of(data), sched.From(e.closed), sched.From(e.other), sched.From(e.writeDeadline.wait())) {
		case 1, 2:
			return n, io.ErrClosedPipe
		case 3:
			return n, os.ErrDeadlineExceeded
		}
		k := sched.Recv(e.written)
		data = data[k:]
		n += k
	}
	return n, nil
}

// Close closes both directions.
func (e *end) Close() error {
	e.once.Do(func() { sched.CloseChan(e.closed) })
	return nil
}

type address struct{}

func (address) Network() string { return "pipe" }
func (address) String() string  { return "pipe" }

// LocalAddr and RemoteAddr implement net.Conn.
func (*end) LocalAddr() net.Addr  { return address{} }
func (*end) RemoteAddr() net.Addr { return address{} }

// SetDeadline, SetReadDeadline and SetWriteDeadline say when calls end; the zero time means never.
func (e *end) SetDeadline(t base.Time) error { return e.limit(t, &e.readDeadline, &e.writeDeadline) }

// SetReadDeadline is SetDeadline for Read.
func (e *end) SetReadDeadline(t base.Time) error { return e.limit(t, &e.readDeadline) }

// SetWriteDeadline is SetDeadline for Write.
func (e *end) SetWriteDeadline(t base.Time) error { return e.limit(t, &e.writeDeadline) }

func (e *end) limit(t base.Time, of ...*deadline) error {
	if isClosed(e.closed) || isClosed(e.other) {
		return io.ErrClosedPipe
	}
	for _, d := range of {
		d.set(t)
	}
	return nil
}

// A deadline has passed once its channel is closed.
type deadline struct {
	mu     sync.Mutex
	timer  *time.Timer
	passed chan struct{}
}

func (d *deadline) set(t base.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil && !d.timer.Stop() {
		sched.Recv(d.passed) // The timer's function is about to close it.
	}
	d.timer = nil
	closed := isClosed(d.passed)
	left := base.Duration(0)
	if !t.IsZero() {
		left = time.Until(t)
	}
	switch {
	case !t.IsZero() && left <= 0:
		if !closed {
			sched.CloseChan(d.passed)
		}
		return
	case closed:
		d.passed = make(chan struct{})
	}
	if left > 0 {
		d.timer = time.AfterFunc(left, func() { sched.CloseChan(d.passed) })
	}
}

func (d *deadline) wait() chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.passed
}
