package host

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// ReceiveForm receives the form that follows a job.
func (p *Process) ReceiveForm() (*form.Form, error) {
	f := p.Next()
	if f.Kind != wire.KindForm {
		return nil, fmt.Errorf("message %q where a form is expected", f.Kind)
	}
	return form.ParseForm(f.Data)
}

// stackLimit is the greatest stack of a goroutine, in bytes.
const stackLimit = 64 << 20

// A Process is the harness as it runs.
type Process struct {
	// board is kept because the collector would close an unreferenced file.
	board *os.File
	Unit  *read.Unit
	// Initial are the counters reached by the initialization of the packages.
	Initial []byte
	Conn    *wire.Conn
	words   []int64
	flush   func(int)
	tested  string
	// frames are the frames that the parent sends.
	frames chan wire.Frame
	out    *os.File
	// base is the number of goroutines while no job runs.
	base int
	// finalizerStuck means that a finalizer took longer than a call may. All later finalizers wait for it for
	// ever.
	finalizerStuck bool
	// ownBytes is how many private bytes the process had when it began, or after it received the
	// last table of states. These tables take held bytes.
	ownBytes, tableBytes int64
	private              privateMemory
	// descriptors are the descriptors of the harness and of the runtime's poller.
	descriptors descriptorSet
}

// Open returns the process of this program, which serves unit u. It moves the descriptors that the
// parent names in the environment out of reach of the code under test.
func Open(u *read.Unit) (*Process, error) {
	var fds [3]uintptr
	list := strings.Split(os.Getenv(wire.Env), ",")
	if len(list) != len(fds) {
		return nil, fmt.Errorf("this program is the harness of %s and is run by rtest", u.Package)
	}
	taken := openDescriptors()
	for i, s := range list {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return nil, err
		}
		fds[i] = moveAside(uintptr(n))
	}
	raisePoller()
	pollable(fds[0])
	os.Unsetenv(wire.Env)
	board := os.NewFile(fds[2], "board")
	words, flush, _, err := wire.MapWords(board)
	if err != nil {
		return nil, err
	}
	debug.SetMaxStack(stackLimit)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	read.SetUnit(u)
	p := &Process{Unit: u, words: words, board: board, flush: flush, frames: make(chan wire.Frame, 2), out: os.Stdout, ownBytes: privateBytes()}
	p.descriptors = openDescriptors().without(taken)
	p.Conn = wire.NewConn(os.NewFile(fds[0], "commands"), os.NewFile(fds[1], "answers"))
	go p.read()
	return p, nil
}

// Ready reports to the parent that the packages are initialized.
func (p *Process) Ready() error {
	p.base = runtime.NumGoroutine()
	return p.Conn.Send(wire.KindHello, nil)
}

// Next returns the next frame from the parent.
func (p *Process) Next() wire.Frame { return <-p.frames }

// BoardOf returns a cleared board for a job of target t.
func (p *Process) BoardOf(t *read.Target) *wire.Board {
	p.Testing(t)
	return p.NewBoard(t.Pre, t.Classes)
}

// NewBoard returns a cleared board for a target with pre preconditions and classes classify
// directives.
func (p *Process) NewBoard(pre, classes int) *wire.Board {
	b := wire.NewBoard(p.words, p.flush, pre, classes)
	b.Clear()
	return b
}

// Testing notes that t is the target that is called.
func (p *Process) Testing(t *read.Target) { p.tested = t.Func }

// Hits returns the counters of n places on the board, or nil if the board has no room for them.
func (p *Process) Hits(n int) []byte { return wire.Hits(p.words, n) }

// Print writes to the original standard output of the process.
func (p *Process) Print(text string) { fmt.Fprint(p.out, text) }

// Severed reports whether descriptors of the harness were closed.
func (p *Process) Severed() bool { return p.descriptors.severed() }

// read receives frames until the parent hangs up. Then it ends the process, even if the code under
// test is still running.
func (p *Process) read() {
	for {
		kind, data, err := p.Conn.Receive()
		if err != nil {
			os.Exit(0)
		}
		p.frames <- wire.Frame{Kind: kind, Data: data}
	}
}

// Watch returns the watch of a job. The watch cannot tick while the runtime waits for a goroutine to stop, and a
// goroutine that copies memory, as strings.Repeat does, may not stop for seconds. So the system gets a limit
// too, far above the job's, at which it refuses memory. The memory that Go keeps from earlier jobs is not
// charged to this one.
func (p *Process) Watch(b *wire.Board, timeout, memory int64) *Watch {
	debug.SetMemoryLimit(memory/8*7 + p.tableBytes)
	if memory > 0 {
		limitPrivateMemory(max(p.ownBytes+memory, p.private.bytes()) + memory/2)
	}
	return &Watch{proc: p, board: b, Timeout: time.Duration(timeout), memory: memory}
}

// privateMemory remembers the result of privateBytes until Go's runtime has mapped further memory. The system
// takes a hundred times as long to tell it as the runtime does.
type privateMemory struct {
	mapped uint64
	known  int64
	sample [1]metrics.Sample
}

func (m *privateMemory) bytes() int64 {
	m.sample[0].Name = "/memory/classes/total:bytes"
	metrics.Read(m.sample[:])
	if now := m.sample[0].Value.Uint64(); now != m.mapped {
		m.mapped, m.known = now, privateBytes()
	}
	return m.known
}
