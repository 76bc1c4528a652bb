// Package fault keeps apart what is rtest's own mistake. A panic of rtest becomes
// an error, in whichever goroutine it comes up: that of what was being done, a
// function or a package, where somebody waits for the goroutine, and else that of
// the whole run, which ends with Exit. No goroutine of rtest is started without
// one of these.
//
// It is not in the process that holds the code under test, whose panics mean
// something else.
package fault

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
)

// ExitCode is that of a run in which rtest itself was at fault.
const ExitCode = 70

// A Panic is one of rtest itself, as an error.
type Panic struct {
	Value any
	// Stack is that of the goroutine in which it came up first.
	Stack string
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// of makes a Panic of what recover returned. One that was raised again stays what
// it was.
func of(recovered any) *Panic {
	if p, ok := recovered.(*Panic); ok {
		return p
	}
	return &Panic{Value: recovered, Stack: string(debug.Stack())}
}

// Catch makes an error of a panic, a *Panic, of the function that defers it:
//
//	defer fault.Catch(&err)
//
// Nothing that yields to a loop may be caught: a panic of its body is none of
// what is being done.
func Catch(err *error) {
	if r := recover(); r != nil {
		*err = of(r)
	}
}

// Exit reports a panic of the function that defers it to w, and calls end with
// ExitCode.
func Exit(w io.Writer, end func(code int)) {
	if r := recover(); r != nil {
		io.WriteString(w, of(r).report())
		end(ExitCode)
	}
}

// report returns what the user is told of a panic that has no better place.
func (p *Panic) report() string {
	return "rtest: internal error: " + p.Error() + "\n    this is a fault of rtest; please report it with the lines below\n    " +
		strings.ReplaceAll(strings.TrimSpace(p.Stack), "\n", "\n    ") + "\n"
}

// Go calls f in a goroutine for which nobody waits: its panic is reported on
// standard error and ends the process.
func Go(f func()) {
	go func() {
		defer Exit(os.Stderr, os.Exit)
		f()
	}()
}

// A Group is goroutines for which somebody waits. The zero value has none.
type Group struct {
	all   sync.WaitGroup
	first atomic.Pointer[Panic]
}

// Go calls f in a goroutine of the group.
func (g *Group) Go(f func()) { g.all.Go(func() { g.Do(f) }) }

// Do calls f. Its panic is kept for who waits.
func (g *Group) Do(f func()) {
	var err error
	defer func() {
		if p, ok := err.(*Panic); ok {
			g.first.CompareAndSwap(nil, p)
		}
	}()
	defer Catch(&err)
	f()
}

// Wait waits for the goroutines, and raises the panic of one again, if there was
// one.
func (g *Group) Wait() {
	g.all.Wait()
	if p := g.first.Load(); p != nil {
		panic(p)
	}
}
