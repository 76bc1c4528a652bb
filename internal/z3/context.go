//go:build cgo && unix && !nosolver

package z3

/*
#include "shim.h"
*/
import "C"

import (
	"errors"
	"sync"
	"time"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/smt"
)

// Version returns the version of the libz3 that Open loads, such as 4.8.12.0. If there is none, the
// error is ErrNoSolver.
func Version() (string, error) {
	lib, v, err := load()
	if err != nil {
		return "", err
	}
	C.rt_unload(lib)
	return v.String(), nil
}

// A Context holds terms and solvers. It belongs to one goroutine at a time.
type Context struct {
	c *C.rt_context
	// Quit is called after every termsAtOnce terms that are made. If it returns true, making terms
	// ends with ErrInterrupted. It may be nil.
	Quit func() bool
	// index maps the terms imported so far to their index in c.
	index   map[*smt.Term]C.int32_t
	solvers []*Solver

	// mu guards what Interrupt reads from other goroutines.
	mu          sync.Mutex
	running     bool
	interrupted bool
}

// Open makes a context, which must be closed. It loads libz3 if that has not been done yet. If
// there is no libz3, the error is ErrNoSolver and says what was tried.
func Open() (*Context, error) {
	lib, _, err := load()
	if err != nil {
		return nil, err
	}
	c := C.rt_open(lib)
	if c == nil {
		C.rt_unload(lib)
		return nil, errors.New("libz3 made no context: out of memory")
	}
	return &Context{c: c, index: make(map[*smt.Term]C.int32_t)}, nil
}

// Close releases the context, its terms and its solvers. A closed context may be closed again, and
// has no other use.
func (c *Context) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.c == nil {
		return
	}
	for len(c.solvers) > 0 {
		c.solvers[0].Close()
	}
	C.rt_close(c.c)
	c.c, c.solvers, c.index = nil, nil, nil
	c.interrupted = true
}

// Interrupt makes the current check, and all later ones in this context, end with ErrInterrupted.
// It may be called from any goroutine. It returns when no check is running.
func (c *Context) Interrupt() {
	for {
		c.mu.Lock()
		c.interrupted = true
		if !c.running || c.c == nil {
			c.mu.Unlock()
			return
		}
		// Z3 ignores an interrupt that comes just before a check starts to listen. So it is
		// repeated until the check has ended.
		C.rt_interrupt(c.c)
		c.mu.Unlock()
		time.Sleep(time.Millisecond)
	}
}

// quits reports whether to stop making terms.
func (c *Context) quits() bool {
	c.mu.Lock()
	interrupted := c.interrupted
	c.mu.Unlock()
	return interrupted || c.Quit != nil && c.Quit()
}

// begin records that a check starts, unless the context was interrupted.
func (c *Context) begin() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.interrupted || c.c == nil {
		return ErrInterrupted
	}
	c.running = true
	return nil
}

// end records that a check has ended. It returns ErrInterrupted if the context was interrupted.
func (c *Context) end() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running = false
	if c.interrupted {
		return ErrInterrupted
	}
	return nil
}

// fault turns the result of a function of the shim into an error. It is the only place where
// libz3's errors become Go's.
func (c *Context) fault(call string, code C.int32_t) error {
	if code == 0 {
		return nil
	}
	return &Error{Call: call, Code: int(code), Message: C.GoString(&c.c.message[0])}
}

// first returns the address of the first element; nil for an empty slice.
func first[T any](s []T) *T { return unsafe.SliceData(s) }
