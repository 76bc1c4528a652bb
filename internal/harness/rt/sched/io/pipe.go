// Package io replaces the parts of the standard package of that name that wait: pipes in memory.
package io

import (
	"io"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/sync"
)

// A pipe is what its two ends share.
type pipe struct {
	// writing is held during a Write.
	writing sync.Mutex
	parts   chan []byte
	taken   chan int
	once    sync.Once
	done    chan struct{}
	mu      sync.Mutex
	// The first error with which an end was closed counts.
	readEnd, writeEnd error
}

// A PipeReader is the end of a pipe from which is read.
type PipeReader struct{ pipe }

// A PipeWriter is the end of a pipe to which is written.
type PipeWriter struct{ r PipeReader }

// Pipe returns both ends of a pipe. What is written waits until it is read.
func Pipe() (*PipeReader, *PipeWriter) {
	w := &PipeWriter{PipeReader{pipe{parts: make(chan []byte), taken: make(chan int), done: make(chan struct{})}}}
	return &w.r, w
}

// end closes an end with an error.
func (p *pipe) end(of *error, err error) error {
	p.mu.Lock()
	if *of == nil {
		*of = err
	}
	p.mu.Unlock()
	p.once.Do(func() { sched.CloseChan(p.done) })
	return nil
}

// ended returns the error of one end, or that of one's own.
func (p *pipe) ended(own, other *error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if *own == nil && *other != nil {
		return *other
	}
	return io.ErrClosedPipe
}

// Read reads what a Write has, and waits for one.
func (r *PipeReader) Read(data []byte) (int, error) {
	if sched.Choose(true, sched.From(r.done)) == 0 {
		return 0, r.ended(&r.readEnd, &r.writeEnd)
	}
	part := sched.From(r.parts)
	if sched.Choose(false, part, sched.From(r.done)) == 1 {
		return 0, r.ended(&r.readEnd, &r.writeEnd)
	}
	n := copy(data, part.Value)
	sched.To(r.taken).Send(n)
	return n, nil
}

// Close closes the reader: writes fail from then on.
func (r *PipeReader) Close() error { return r.CloseWithError(nil) }

// CloseWithError closes the reader: writes return the error, or io.ErrClosedPipe.
func (r *PipeReader) CloseWithError(err error) error {
	if err == nil {
		err = io.ErrClosedPipe
	}
	return r.end(&r.readEnd, err)
}

// Write writes all of data, and waits until it is read or the pipe is closed.
func (w *PipeWriter) Write(data []byte) (n int, err error) {
	p := &w.r.pipe
	if sched.Choose(true, sched.From(p.done)) == 0 {
		return 0, p.ended(&p.writeEnd, &p.readEnd)
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	for once := true; once || len(data) > 0; once = false {
		if sched.Choose(false, sched.To(p.parts).Of(data), sched.From(p.done)) == 1 {
			return n, p.ended(&p.writeEnd, &p.readEnd)
		}
		k := sched.Recv(p.taken)
		data = data[k:]
		n += k
	}
	return n, nil
}

// Close closes the writer: reads return io.EOF from then on.
func (w *PipeWriter) Close() error { return w.CloseWithError(nil) }

// CloseWithError closes the writer: reads return the error, or io.EOF.
func (w *PipeWriter) CloseWithError(err error) error {
	if err == nil {
		err = io.EOF
	}
	return w.r.end(&w.r.writeEnd, err)
}
