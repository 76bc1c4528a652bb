package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/pace"
	"github.com/rtest-dev/rtest/internal/wholefile"
)

// An InitFailure says that the package under test failed during its initialization: it panicked,
// exited or did not end.
type InitFailure struct {
	// State describes how the process ended, for example "exit status 2". Output is its output.
	State, Output string
}

func (e *InitFailure) Error() string {
	return "the package ends while it is initialized: " + e.State + "\n" + e.Output
}

// A Program is a built harness, with the settings that its processes share.
type Program struct {
	// Path is the executable. In the folder Dir each process gets a folder of its own.
	Path, Dir string
	// Env is the environment of the processes.
	Env []string
	// Timeout is the timeout of a call. The initialization of packages may take some timeouts.
	Timeout time.Duration
	// Guard ends the processes if rtest is killed. Launcher confines the walled processes. Each may
	// be nil.
	Guard    *Guard
	Launcher *Launcher
	// Childless means that the processes cannot start others, so no descendants have to be ended. Finding
	// descendants examines all processes of the machine.
	Childless bool
	// Clock is the clock of the run. Processes get its lag.
	Clock *pace.Clock
}

// A Process is a running harness. It is not safe for concurrent use.
type Process struct {
	program *Program
	conn    *wire.Conn
	frames  chan Message
	HangUp  func() error
	out     *tail
	board   board
	dir     string
	child   child
	wall    confinement
}

// A Message is a frame that a process sent.
type Message struct {
	Kind wire.Kind
	data []byte
}

// Observed decodes the observation that a message has.
func Observed(m Message) (wire.Observed, error) { return wire.ReadObserved(m.data) }

// A board is the memory that a process shares with its parent, and its file.
type board struct {
	file  *os.File
	words []int64
	// shared says that the parent sees the words without asking.
	shared bool
	unmap  func() error
}

// A child is a process of the operating system.
type child struct {
	cmd  *exec.Cmd
	born birth
	// childless means that it starts no processes.
	childless bool
	// exited is closed when the process is gone. state then describes how it ended.
	exited chan struct{}
	state  string
}

// The initialization of a package may take initTimeouts timeouts of a call, and at least initTime.
const (
	initTimeouts = 20
	initTime     = 30 * time.Second
)

// Start starts a process and waits until its packages are initialized. It fails with an
// *InitFailure if they are not. A walled process is confined if this machine can do that. If it
// tries to reach outside during the initialization, Start fails with a *ReachedOut. A process that
// somebody kills, as a system without memory does, is started once more.
func (g *Program) Start(ctx context.Context, walled bool) (*Process, error) {
	p, err := g.startOnce(ctx, walled)
	if failed, ok := errors.AsType[*InitFailure](err); ok && failed.State == "signal: "+syscall.SIGKILL.String() {
		return g.startOnce(ctx, walled)
	}
	return p, err
}

func (g *Program) startOnce(ctx context.Context, walled bool) (*Process, error) {
	p, err := g.launch(walled)
	if err != nil {
		return nil, fmt.Errorf("starting the harness: %w", err)
	}
	limit := time.NewTimer(max(initTime, initTimeouts*g.Timeout))
	defer limit.Stop()
	select {
	case m, ok := <-p.frames:
		if ok && m.Kind == wire.KindHello {
			return p, nil
		}
		p.Wait()
	case <-limit.C:
		p.kill()
		p.child.state = "it does not end"
	case <-ctx.Done():
		p.Close()
		return nil, ctx.Err()
	}
	fail := p.Unready()
	p.Close()
	return nil, fail
}

// Unready returns the reason why a process ended before any input: its packages failed during their
// initialization, or the harness has a fault.
func (p *Process) Unready() error {
	if err := p.ReachedOut(true); err != nil {
		return err
	}
	out := Shorten(p.Output())
	if _, why, ok := strings.Cut(out, wire.FaultPrefix); ok && p.child.state == fmt.Sprint("exit status ", wire.FaultCode) {
		return errors.New("the harness has a fault: " + strings.TrimSpace(why))
	}
	return &InitFailure{State: p.child.state, Output: out}
}

// launch starts a process. The protocol has descriptors other than standard input, output and
// error.
func (g *Program) launch(walled bool) (*Process, error) {
	dir, err := os.MkdirTemp(g.Dir, "run-")
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(g.Dir, "board-")
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	removeName(file)
	p := &Process{program: g, dir: dir, frames: make(chan Message, 16)}
	p.board.file, p.child.exited = file, make(chan struct{})
	if err := p.connect(walled); err != nil {
		p.discard()
		return nil, err
	}
	return p, nil
}

// connect makes the pipes and starts the program.
func (p *Process) connect(walled bool) error {
	err := wholefile.Reserve(p.board.file, wire.BoardSize)
	if err != nil {
		return err
	}
	words, flush, unmap, err := wire.MapWords(p.board.file)
	if err != nil {
		return err
	}
	p.board.words, p.board.shared, p.board.unmap = words, flush == nil, unmap
	var pipes [6]*os.File
	for i := 0; i < len(pipes); i += 2 {
		if pipes[i], pipes[i+1], err = os.Pipe(); err != nil {
			closeAll(pipes[:])
			return err
		}
	}
	commands, answers, output := pipes[0:2], pipes[2:4], pipes[4:6]
	cmd := exec.Command(p.program.Path)
	cmd.Dir, cmd.Stdout, cmd.Stderr = p.dir, output[1], output[1]
	cmd.Env = append(slices.Clone(p.program.Env), p.mark(), inherit(cmd, commands[0], answers[1], p.board.file))
	p.child.cmd, p.child.childless = cmd, p.program.Childless && !walled
	if walled && p.program.Launcher.Walls() {
		err = p.wall.wrap(cmd, p.dir, p.program.Launcher)
	}
	if err == nil {
		err = p.child.run(p.program.Guard)
		p.wall.serve(cmd, err)
	}
	closeAll([]*os.File{commands[0], answers[1], output[1]})
	if err != nil {
		closeAll([]*os.File{commands[1], answers[0], output[0]})
		return err
	}
	p.conn, p.HangUp = wire.NewConn(answers[0], commands[1]), commands[1].Close
	p.out = follow(output[0])
	fault.Go(func() { p.receive(answers[0]) })
	return nil
}

// mark returns the environment variable that marks the process and all that it starts: its folder.
func (p *Process) mark() string { return runMark(p.dir) }

func runMark(dir string) string { return wire.Run + "=" + dir }

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}

// run starts the program on a thread that lives as long as the process. Where the system kills a
// process when its parent dies, the parent is that thread.
func (c *child) run(guard *Guard) error {
	started := make(chan error)
	fault.Go(func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		setGroupAndParent(c.cmd)
		err := c.cmd.Start()
		if err == nil && !c.childless {
			c.born = birthOf(c.cmd.Process.Pid)
		}
		started <- err
		if err != nil {
			return
		}
		guard.group(c.cmd.Process.Pid)
		err = c.cmd.Wait()
		c.state = c.cmd.ProcessState.String()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			c.state = err.Error()
		}
		// Its descendants, if any. Later the system may have given its number to another process.
		killGroup(c.cmd)
		guard.noGroup(c.cmd.Process.Pid)
		close(c.exited)
	})
	return <-started
}

// receive receives frames until the process closes its end.
func (p *Process) receive(answers *os.File) {
	defer close(p.frames)
	defer answers.Close()
	for {
		kind, data, err := p.conn.Receive()
		if err != nil {
			return
		}
		p.frames <- Message{kind, data}
	}
}

// Send sends a frame to the process.
func (p *Process) Send(k wire.Kind, data []byte) error { return p.conn.Send(k, data) }

// SendAll sends frames that the process needs together.
func (p *Process) SendAll(frames ...wire.Frame) error { return p.conn.SendAll(frames...) }

// SendJSON sends a frame that holds v as JSON.
func (p *Process) SendJSON(k wire.Kind, v any) error { return p.conn.SendJSON(k, v) }

// Wait waits for a process that closed its end of the connection. If the process keeps running,
// Wait kills it.
func (p *Process) Wait() {
	select {
	case <-p.child.exited:
	case <-time.After(2 * time.Second):
		p.kill()
	}
}

// State returns how a process ended, for example "exit status 2".
func (p *Process) State() string { return p.child.state }

// descendants returns the processes that this process has started. It must be alive.
func (p *Process) descendants() []int {
	if p.child.childless {
		return nil
	}
	return descendantsOf(p.child.cmd.Process.Pid, p.mark(), p.child.born)
}

// kill kills the process and all that it has started, unless it is gone.
func (p *Process) kill() {
	select {
	case <-p.child.exited:
		return
	default:
	}
	family := p.descendants()
	killGroup(p.child.cmd)
	killAll(family)
	<-p.child.exited
}

// Close ends the process and removes its files.
func (p *Process) Close() {
	var family []int
	select {
	case <-p.child.exited:
	default:
		family = p.descendants()
	}
	p.HangUp()
	fault.Go(func() {
		for range p.frames { // the reader must not block
		}
	})
	select {
	case <-p.child.exited:
		killAll(family)
	case <-time.After(100 * time.Millisecond):
		p.kill()
	}
	p.discard()
}

func (p *Process) discard() {
	if p.board.unmap != nil {
		p.board.unmap()
	}
	started := p.child.cmd != nil && p.child.cmd.Process != nil
	if started && !p.child.childless {
		endStrays(p.mark(), p.child.born)
	}
	p.board.file.Close()
	os.Remove(p.board.file.Name())
	removeAll(p.dir)
}

// Words returns the words of the board. If memory is not shared, they are as of the last Refresh.
func (p *Process) Words() []int64 { return p.board.words }

// SharesMemory reports whether the board is memory that the process and its parent share.
func (p *Process) SharesMemory() bool { return p.board.shared }

// Refresh reads the board, if memory is not shared.
func (p *Process) Refresh() error { return wire.RefreshWords(p.board.file, p.board.words) }
