// Package unused has finalizers, and goroutines that start with the package.
package unused

import (
	"runtime"
	"sync"
	"time"
)

type janitor struct {
	stop chan bool
	n    int
}

// run makes the channel, or finds it made.
func (j *janitor) run(makes bool) {
	if makes {
		j.stop = make(chan bool)
	}
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			j.n++
		case <-j.stop:
			return
		}
	}
}

type cache struct {
	j  *janitor
	mu sync.Mutex
	n  int
}

func (c *cache) Inc() int { c.mu.Lock(); defer c.mu.Unlock(); c.n++; return c.n }

// A WrongJanitor is stopped by way of a channel that may not be there yet.
//
//rtest:via NewWrongJanitor, Inc
//rtest:concurrent
type WrongJanitor struct{ *cache }

// NewWrongJanitor starts a janitor.
func NewWrongJanitor() *WrongJanitor {
	o := &WrongJanitor{&cache{j: &janitor{}}}
	go o.j.run(true)
	runtime.SetFinalizer(o, func(o *WrongJanitor) { o.j.stop <- true })
	return o
}

// A RightJanitor has it from the beginning.
//
//rtest:via NewRightJanitor, Inc
//rtest:concurrent
type RightJanitor struct{ *cache }

// NewRightJanitor starts a janitor.
func NewRightJanitor() *RightJanitor {
	o := &RightJanitor{&cache{j: &janitor{stop: make(chan bool)}}}
	go o.j.run(false)
	runtime.SetFinalizer(o, func(o *RightJanitor) { o.j.stop <- true })
	return o
}

// A RightHeld is used by its goroutine for ever, so that the finalizer never runs.
//
//rtest:via NewRightHeld, Inc
//rtest:concurrent
type RightHeld struct {
	cache
	stop chan bool
}

// NewRightHeld starts a goroutine.
func NewRightHeld() *RightHeld {
	o := &RightHeld{stop: make(chan bool)}
	go func() {
		<-o.stop
		o.n = 0
	}()
	runtime.SetFinalizer(o, func(o *RightHeld) { o.n++ })
	return o
}

// A WrongCleanup counts what its goroutine counts.
//
//rtest:via NewWrongCleanup, Inc
//rtest:concurrent
type WrongCleanup struct{ *cache }

// NewWrongCleanup starts a goroutine.
func NewWrongCleanup() *WrongCleanup {
	o := &WrongCleanup{&cache{j: &janitor{}}}
	go func(j *janitor) { j.n++ }(o.j)
	runtime.AddCleanup(o, func(j *janitor) { j.n++ }, o.j)
	return o
}

// A RightStopped has none any more.
//
//rtest:via NewRightStopped, Inc
//rtest:concurrent
type RightStopped struct{ *cache }

// NewRightStopped starts a goroutine.
func NewRightStopped() *RightStopped {
	o := &RightStopped{&cache{j: &janitor{}}}
	go func(j *janitor) { j.n++ }(o.j)
	runtime.AddCleanup(o, func(j *janitor) { j.n++ }, o.j).Stop()
	runtime.SetFinalizer(o, func(o *RightStopped) { o.j.n++ })
	runtime.SetFinalizer(o, nil)
	return o
}

var requests = make(chan chan int)

var shared = NewRightJanitor()

func init() {
	go func() {
		for c := range requests {
			c <- 1
		}
	}()
}

// A RightClient asks a goroutine that starts with the package.
//
//rtest:via RightClient{}, Ask
//rtest:concurrent
type RightClient struct{}

// Ask returns the answer.
func (RightClient) Ask() int {
	c := make(chan int)
	requests <- c
	return <-c
}

// A WrongClient counts the answers.
//
//rtest:via WrongClient{}, Ask
//rtest:concurrent
type WrongClient struct{ n int }

// Ask returns how often it was called.
func (o *WrongClient) Ask() int {
	o.n += RightClient{}.Ask()
	return o.n
}
