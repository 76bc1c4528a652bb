package process

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync/atomic"

	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/wall"
)

// A Launcher starts the processes of functions without a contract behind a wall, which ends them if they try to
// change something outside their folder. A nil Launcher starts them like all others, and so does a Launcher on a
// machine without walls.
type Launcher struct {
	program string
	args    []string
	absent  error
}

// NewLauncher returns a launcher that starts program with args, which begin with the name of the program. The
// program must pass the arguments after args to wall.Enter.
func NewLauncher(program string, args ...string) *Launcher {
	l := &Launcher{program: program, args: args}
	_, l.absent = wall.Available()
	return l
}

// Confines returns how processes are confined on this machine, or an error that says why they are
// not.
func Confines() (how string, err error) { return wall.Available() }

// Walls reports whether processes can be confined.
func (l *Launcher) Walls() bool { return l != nil && l.absent == nil }

// A ReachedOut says that the code under test was stopped when it tried to change something outside
// its process.
type ReachedOut struct {
	Attempt wall.Attempt
	// Initializing is set if no function had been called yet.
	Initializing bool
}

func (e *ReachedOut) Error() string {
	who := "it"
	if e.Initializing {
		who = "the initialization of its package"
	}
	return who + " was stopped when it tried to reach outside its process: " + e.Attempt.String()
}

// A confinement is the wall around a process. The zero value is no wall.
type confinement struct {
	watch  *wall.Watch
	socket *os.File
	// reached is the attempt to reach outside for which the process was ended.
	reached atomic.Pointer[wall.Attempt]
}

// Walled reports whether the process is confined.
func (p *Process) Walled() bool { return p.wall.watch != nil }

// ReachedOut returns, as an error, the attempt for which the process was ended, or nil.
func (p *Process) ReachedOut(initializing bool) error {
	if a := p.wall.reached.Load(); a != nil {
		return &ReachedOut{Attempt: *a, Initializing: initializing}
	}
	return nil
}

// wrap makes a command start the launcher instead of its program. It makes the process's folder
// its temporary folder.
func (c *confinement) wrap(cmd *exec.Cmd, dir string, l *Launcher) error {
	program := cmd.Path
	watch, socket, err := wall.New(dir, program)
	if err != nil {
		return fmt.Errorf("confining the process: %w", err)
	}
	c.watch, c.socket = watch, socket
	// The descriptors before it are the standard streams and those of inherit.
	const standard = 3
	number := standard + len(cmd.ExtraFiles)
	cmd.ExtraFiles = append(cmd.ExtraFiles, socket)
	cmd.Path = l.program
	cmd.Args = append(slices.Clone(l.args), dir, program, fmt.Sprint(number))
	cmd.Env = append(cmd.Env, "TMPDIR="+dir)
	return nil
}

// serve watches the process for attempts to reach outside, once it is started.
func (c *confinement) serve(cmd *exec.Cmd, started error) {
	if c.watch == nil {
		return
	}
	c.socket.Close()
	if started != nil {
		c.watch.Close()
		return
	}
	fault.Go(func() {
		c.watch.Serve(func(a wall.Attempt) {
			c.reached.CompareAndSwap(nil, &a)
			killPID(cmd.Process.Pid)
		})
	})
}

// Confine runs in the launcher's process before that becomes the program. args are the arguments
// after the launcher's own.
func Confine(args []string) {
	err := wall.Enter(args)
	fmt.Fprintln(os.Stderr, wire.FaultPrefix+"confining the process: "+err.Error())
	os.Exit(wire.FaultCode)
}
