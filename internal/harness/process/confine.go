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

// A Launcher starts the processes of functions without a contract behind a wall:
// what they try to do outside their folder ends them. A nil Launcher starts them as
// all others, as does one on a machine that has no walls.
type Launcher struct {
	program string
	args    []string
	absent  error
}

// NewLauncher returns a launcher that starts the program with the arguments args,
// the name of the program first. It is to pass those that follow to wall.Enter.
func NewLauncher(program string, args ...string) *Launcher {
	l := &Launcher{program: program, args: args}
	_, l.absent = wall.Available()
	return l
}

// Confines tells how processes are confined on this machine; the error says why
// they are not.
func Confines() (how string, err error) { return wall.Available() }

// Walls tells whether processes can be confined.
func (l *Launcher) Walls() bool { return l != nil && l.absent == nil }

// A ReachedOut says that the code under test was stopped when it tried to change
// something outside its process.
type ReachedOut struct {
	Attempt wall.Attempt
	// Initializing is set when that was before any function was called.
	Initializing bool
}

func (e *ReachedOut) Error() string {
	who := "it"
	if e.Initializing {
		who = "the initialization of its package"
	}
	return who + " was stopped when it tried to reach outside its process: " + e.Attempt.String()
}

// A confinement is the wall around a process; the zero confinement is none.
type confinement struct {
	watch  *wall.Watch
	socket *os.File
	// reached is the attempt to reach outside for which the process was ended.
	reached atomic.Pointer[wall.Attempt]
}

// Walled tells whether the process cannot reach outside.
func (p *Process) Walled() bool { return p.wall.watch != nil }

// ReachedOut returns the attempt for which the process was ended, as an error.
func (p *Process) ReachedOut(initializing bool) error {
	if a := p.wall.reached.Load(); a != nil {
		return &ReachedOut{Attempt: *a, Initializing: initializing}
	}
	return nil
}

// around has a command start the launcher instead of its program. It makes the folder
// of the process its temporary one.
func (c *confinement) around(cmd *exec.Cmd, dir string, l *Launcher) error {
	program := cmd.Path
	watch, socket, err := wall.New(dir, program)
	if err != nil {
		return fmt.Errorf("confining the process: %w", err)
	}
	c.watch, c.socket = watch, socket
	// The descriptors before it are those of standard streams and of inherit.
	const standard = 3
	number := standard + len(cmd.ExtraFiles)
	cmd.ExtraFiles = append(cmd.ExtraFiles, socket)
	cmd.Path = l.program
	cmd.Args = append(slices.Clone(l.args), dir, program, fmt.Sprint(number))
	cmd.Env = append(cmd.Env, "TMPDIR="+dir)
	return nil
}

// guarded follows what the process tries to do, once it is started.
func (c *confinement) guarded(cmd *exec.Cmd, started error) {
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

// Confine is the process of a Launcher before it becomes the program: args are those
// behind the launcher's own.
func Confine(args []string) {
	err := wall.Enter(args)
	fmt.Fprintln(os.Stderr, wire.FaultPrefix+"confining the process: "+err.Error())
	os.Exit(wire.FaultCode)
}
