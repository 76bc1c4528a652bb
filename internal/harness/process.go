package harness

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/internal/harness/rt"
	"github.com/rtest-dev/rtest/internal/pace"
	"github.com/rtest-dev/rtest/internal/wall"
	"github.com/rtest-dev/rtest/internal/wholefile"
)

// An InitFailure says that the package under test does not get through its
// initialization: it panics, exits or does not end.
type InitFailure struct {
	// State is how it ended, as "exit status 2"; Output what it wrote.
	State, Output string
}

func (e *InitFailure) Error() string {
	return "the package ends while it is initialized: " + e.State + "\n" + e.Output
}

// A process is a running harness.
type process struct {
	conn   *rt.Conn
	frames chan message
	out    *tail
	board  *os.File
	words  []int64
	unmap  func() error
	hangUp func() error
	dir    string
	guard  *Guard
	// exited is closed when the process is gone, then state says how.
	exited chan struct{}
	state  string
	cmd    *exec.Cmd
	born   birth
	clock  *pace.Clock
	// walled says that the process cannot reach outside, reached is the attempt to
	// do so for which it was ended.
	walled  bool
	reached atomic.Pointer[wall.Attempt]
	watch   *wall.Watch
	socket  *os.File
	// known are the numbers of states that it was sent: of builder i those of
	// all depths at 2*i, those outside the depths behind.
	known []int
}

type message struct {
	kind rt.Kind
	data []byte
}

// initTime is how long the initialization of a package may take, in timeouts
// of a call, and at least.
const (
	initTimeouts = 20
	initTime     = 30 * time.Second
)

// start starts a harness and waits until its packages are initialized. With walled
// it is confined, where this machine can do that.
func (b *Binary) start(ctx context.Context, walled bool) (*process, error) {
	p, err := b.launch(walled)
	if err != nil {
		return nil, fmt.Errorf("starting the harness: %w", err)
	}
	limit := time.NewTimer(max(initTime, initTimeouts*b.opt.Timeout))
	defer limit.Stop()
	select {
	case m, ok := <-p.frames:
		if ok && m.kind == rt.KindHello {
			return p, nil
		}
		p.wait()
	case <-limit.C:
		p.kill()
		p.state = "it does not end"
	case <-ctx.Done():
		p.close()
		return nil, ctx.Err()
	}
	fail := p.unready()
	p.close()
	return nil, fail
}

// unready says why a process that ended did so before any input: the package
// does not get through its initialization, or the harness has a fault.
func (p *process) unready() error {
	if err := p.reachedOut(true); err != nil {
		return err
	}
	out := cut(p.out.settled(), maxReported)
	if _, why, ok := strings.Cut(out, rt.FaultPrefix); ok && p.state == fmt.Sprint("exit status ", rt.FaultCode) {
		return errors.New("the harness has a fault: " + strings.TrimSpace(why))
	}
	return &InitFailure{State: p.state, Output: out}
}

// launch starts the process. Its descriptors for the protocol are apart from
// standard input, output and error.
func (b *Binary) launch(walled bool) (*process, error) {
	dir, err := os.MkdirTemp(b.temp.dir, "run-")
	if err != nil {
		return nil, err
	}
	board, err := os.CreateTemp(b.temp.dir, "board-")
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	nameless(board)
	p := &process{dir: dir, board: board, guard: b.opt.Guard, frames: make(chan message, 16), exited: make(chan struct{}), walled: walled, clock: b.clock}
	if err := b.connect(p); err != nil {
		p.discard()
		return nil, err
	}
	return p, nil
}

// connect makes the pipes and starts the program.
func (b *Binary) connect(p *process) error {
	err := wholefile.Reserve(p.board, rt.BoardSize)
	if err != nil {
		return err
	}
	if p.words, _, p.unmap, err = rt.MapWords(p.board); err != nil {
		return err
	}
	var pipes [6]*os.File
	for i := 0; i < len(pipes); i += 2 {
		if pipes[i], pipes[i+1], err = os.Pipe(); err != nil {
			closeAll(pipes[:])
			return err
		}
	}
	commands, answers, output := pipes[0:2], pipes[2:4], pipes[4:6]
	cmd := exec.Command(b.path)
	cmd.Dir, cmd.Stdout, cmd.Stderr = p.dir, output[1], output[1]
	cmd.Env = append(b.environment(), p.mark(), inherit(cmd, commands[0], answers[1], p.board))
	p.cmd = cmd
	if err = b.confine(p); err == nil {
		err = p.run()
		p.guarded(err)
	}
	closeAll([]*os.File{commands[0], answers[1], output[1]})
	if err != nil {
		closeAll([]*os.File{commands[1], answers[0], output[0]})
		return err
	}
	p.conn, p.hangUp = rt.NewConn(answers[0], commands[1]), commands[1].Close
	p.out = follow(output[0])
	fault.Go(func() { p.receive(answers[0]) })
	return nil
}

// mark is what the process and all that it starts have in the environment: its folder.
func (p *process) mark() string { return runMark(p.dir) }

func runMark(dir string) string { return rt.Run + "=" + dir }

func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}

// environment is that of the process. The runtime tells of the goroutine that
// fails; a race that the detector finds ends the process.
func (b *Binary) environment() []string {
	env := b.opt.Env
	if env == nil {
		env = os.Environ()
	}
	env = append([]string{}, env...)
	env = append(env, "GOTRACEBACK=single")
	for _, f := range b.opt.Flags {
		if strings.TrimLeft(f, "-") == "race" {
			env = append(env, "GORACE=halt_on_error=1")
		}
	}
	return env
}

// run starts the program on a thread that lives as long as the process does:
// where the system kills a process with its parent, it is with this thread.
func (p *process) run() error {
	started := make(chan error)
	fault.Go(func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		alone(p.cmd)
		err := p.cmd.Start()
		if err == nil {
			p.born = birthOf(p.cmd.Process.Pid)
		}
		started <- err
		if err != nil {
			return
		}
		p.guard.group(p.cmd.Process.Pid)
		err = p.cmd.Wait()
		p.state = p.cmd.ProcessState.String()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			p.state = err.Error()
		}
		close(p.exited)
	})
	return <-started
}

// receive takes the frames until the process closes its end.
func (p *process) receive(answers *os.File) {
	defer close(p.frames)
	defer answers.Close()
	for {
		kind, data, err := p.conn.Receive()
		if err != nil {
			return
		}
		p.frames <- message{kind, data}
	}
}

// wait waits for a process that has closed its end of the connection; one that
// goes on all the same is killed.
func (p *process) wait() {
	select {
	case <-p.exited:
	case <-time.After(2 * time.Second):
		p.kill()
	}
}

// kill ends the process and all that it has started, at once.
func (p *process) kill() {
	family := offspring(p.cmd.Process.Pid, p.mark(), p.born)
	killGroup(p.cmd)
	killAll(family)
	<-p.exited
}

// close ends the process and removes what belonged to it.
func (p *process) close() {
	var family []int
	select {
	case <-p.exited:
	default:
		family = offspring(p.cmd.Process.Pid, p.mark(), p.born)
	}
	p.hangUp()
	fault.Go(func() {
		for range p.frames { // the reader must not block
		}
	})
	select {
	case <-p.exited:
		killGroup(p.cmd) // what it has started, if anything
		killAll(family)
	case <-time.After(100 * time.Millisecond):
		p.kill()
	}
	p.discard()
}

func (p *process) discard() {
	if p.unmap != nil {
		p.unmap()
	}
	if p.cmd != nil && p.cmd.Process != nil {
		endStrays(p.mark(), p.born)
	}
	p.board.Close()
	os.Remove(p.board.Name())
	removeAll(p.dir)
	if p.cmd != nil && p.cmd.Process != nil {
		p.guard.noGroup(p.cmd.Process.Pid)
	}
}

// refresh reads the board where it is not shared memory.
func (p *process) refresh() error { return rt.RefreshWords(p.board, p.words) }
