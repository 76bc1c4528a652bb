package harness

import (
	"fmt"
	"os"

	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/internal/harness/rt"
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

// walls tells whether processes can be confined.
func (l *Launcher) walls() bool { return l != nil && l.absent == nil }

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

// reachedOut returns the attempt for which the process was ended, as an error.
func (p *process) reachedOut(initializing bool) error {
	if a := p.reached.Load(); a != nil {
		return &ReachedOut{Attempt: *a, Initializing: initializing}
	}
	return nil
}

// bare tells whether processes of the target are confined: it has no contract, so
// nobody has said that it may be called with made-up arguments.
func (b *Binary) bare(target int) bool { return b.plans[target].target.Contract.Bare }

// confine has the command of a walled process start the launcher instead. It makes
// the temporary folder of the process its own one.
func (b *Binary) confine(p *process) error {
	l := b.opt.Launcher
	p.walled = p.walled && l.walls()
	if !p.walled {
		return nil
	}
	watch, socket, err := wall.New(p.dir, b.path)
	if err != nil {
		return fmt.Errorf("confining the process: %w", err)
	}
	p.watch, p.socket = watch, socket
	// The descriptors before it are those of standard streams and of inherit.
	const standard = 3
	number := standard + len(p.cmd.ExtraFiles)
	p.cmd.ExtraFiles = append(p.cmd.ExtraFiles, socket)
	p.cmd.Path = l.program
	p.cmd.Args = append(append([]string{}, l.args...), p.dir, b.path, fmt.Sprint(number))
	p.cmd.Env = append(p.cmd.Env, "TMPDIR="+p.dir)
	return nil
}

// guarded follows what the process tries to do, once it is started.
func (p *process) guarded(started error) {
	if p.watch == nil {
		return
	}
	p.socket.Close()
	if started != nil {
		p.watch.Close()
		return
	}
	fault.Go(func() {
		p.watch.Serve(func(a wall.Attempt) {
			p.reached.CompareAndSwap(nil, &a)
			killPID(p.cmd.Process.Pid)
		})
	})
}

// Confine is the process of a Launcher before it becomes the program: args are those
// behind the launcher's own.
func Confine(args []string) {
	err := wall.Enter(args)
	fmt.Fprintln(os.Stderr, rt.FaultPrefix+"confining the process: "+err.Error())
	os.Exit(rt.FaultCode)
}
