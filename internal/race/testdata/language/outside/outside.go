// Package outside has calls that start what runs outside the schedule.
package outside

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"reflect"
	"runtime"
	"sync"
)

// RightCounter uses none of it.
//
//rtest:via RightCounter{}, Inc
//rtest:concurrent
type RightCounter struct {
	mu sync.Mutex
	n  int
}

// Inc returns the next number.
func (o *RightCounter) Inc() int { o.mu.Lock(); defer o.mu.Unlock(); o.n++; return o.n }

// OutsideGet, and what follows, ask for something.
//
//rtest:via OutsideGet{}, Run
//rtest:concurrent
type OutsideGet struct{}

// Run asks a server.
func (OutsideGet) Run() { http.Get("http://127.0.0.1:1") }

//rtest:via OutsideExec{}, Run
//rtest:concurrent
type OutsideExec struct{}

// Run starts a process.
func (OutsideExec) Run() { defer exec.Command("true").Run() }

//rtest:via OutsideSignal{}, Run
//rtest:concurrent
type OutsideSignal struct{}

// Run asks for signals.
func (OutsideSignal) Run() { signal.Notify(make(chan os.Signal, 1), os.Interrupt) }

//rtest:via OutsideSelect{}, Run
//rtest:concurrent
type OutsideSelect struct{}

// Run sends by reflection.
func (OutsideSelect) Run() {
	c := make(chan int, 1)
	reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectSend, Chan: reflect.ValueOf(c), Send: reflect.ValueOf(1)}})
}

//rtest:via OutsideDial{}, Run
//rtest:concurrent
type OutsideDial struct{}

// Run dials.
func (OutsideDial) Run() {
	var d net.Dialer
	dial := d.Dial
	dial("tcp", "127.0.0.1:1")
}

//rtest:via NewOutsideServer(), Run
//rtest:concurrent
type OutsideServer struct{ s *httptest.Server }

// NewOutsideServer starts a server.
func NewOutsideServer() *OutsideServer {
	return &OutsideServer{httptest.NewServer(http.NotFoundHandler())}
}

// Run does nothing.
func (OutsideServer) Run() {}

// OutsideNumber counts goroutines.
//
//rtest:via OutsideNumber{}, Run
//rtest:concurrent
type OutsideNumber struct{}

// Run counts.
func (OutsideNumber) Run() int { return runtime.NumGoroutine() }
