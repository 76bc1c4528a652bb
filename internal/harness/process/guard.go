package process

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Guard is a process of rtest's own program that outlives rtest. It knows the running processes and their
// folders. If rtest is killed, it ends these processes with their descendants, and removes the folders. A nil
// Guard does nothing, and neither does one that cannot be started. It is safe for concurrent use.
type Guard struct {
	program string
	args    []string

	mu      sync.Mutex
	started bool
	cmd     *exec.Cmd
	in      io.WriteCloser
}

// NewGuard returns a guard that is started when it is first needed. It runs program with args,
// which begin with the name of the program. The program must call Keep with its standard input.
func NewGuard(program string, args ...string) *Guard {
	return &Guard{program: program, args: args}
}

// Close ends the guard. Before that, the guard ends and removes everything that is left.
func (g *Guard) Close() {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.in != nil {
		g.in.Close()
		g.cmd.Wait()
		g.in = nil
	}
}

// TempDir makes a folder for temporary files, with a name that begins with prefix. The caller
// removes it by remove. If rtest is killed, the guard removes the folder, or else the next call
// with that prefix.
func (g *Guard) TempDir(prefix string) (dir string, remove func() error, err error) {
	w, err := NewWorkspace(os.TempDir(), prefix, g)
	if err != nil {
		return "", nil, err
	}
	return w.Dir, w.Close, nil
}

// Run runs a command made by exec.CommandContext in a process group of its own. The group is killed
// when the context ends, or by the guard when rtest is killed.
func (g *Guard) Run(cmd *exec.Cmd) error {
	cmd.WaitDelay = time.Second
	setGroup(cmd)
	cmd.Cancel = func() error { killGroup(cmd); return nil }
	if err := cmd.Start(); err != nil {
		return err
	}
	g.group(cmd.Process.Pid)
	defer g.noGroup(cmd.Process.Pid)
	return cmd.Wait()
}

// GoEnv returns env, changed so that a go command works in a temporary folder of its own. A killed go command
// leaves its files there. A nil env means the current environment. The processes of the command bear the mark of
// the folder. done removes the folder; if rtest is killed, the guard ends the processes and removes it. If env
// names a temporary folder, or there is no guard, GoEnv changes nothing.
func (g *Guard) GoEnv(env []string) (with []string, done func(), err error) {
	if env == nil {
		env = os.Environ()
	}
	if g == nil || hasGoTemp(env) {
		return env, func() {}, nil
	}
	dir, remove, err := g.TempDir("rtest-go-")
	if err != nil {
		return nil, nil, fmt.Errorf("a folder for temporary files (TMPDIR): %w", err)
	}
	return append(slices.Clone(env), goTemp+dir, runMark(dir+"/go")), func() { remove() }, nil
}

// goTemp begins the variable that names the temporary folder of the go command.
const goTemp = "GOTMPDIR="

func hasGoTemp(env []string) bool {
	return slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, goTemp) && v != goTemp })
}

// WithGoTemp returns env with dir as the temporary folder of the go command, or env itself if it
// names one already.
func WithGoTemp(env []string, dir string) []string {
	if hasGoTemp(env) {
		return env
	}
	return append(slices.Clone(env), goTemp+dir)
}

// The first words of the lines that a guard reads. After the word comes a quoted folder, or the
// number of a process group.
const (
	guardFolder   = "folder"
	guardNoFolder = "no-folder"
	guardGroup    = "group"
	guardNoGroup  = "no-group"
)

func (g *Guard) folder(dir string)   { g.tell(guardFolder, strconv.Quote(dir)) }
func (g *Guard) noFolder(dir string) { g.tell(guardNoFolder, strconv.Quote(dir)) }
func (g *Guard) group(pid int)       { g.tell(guardGroup, strconv.Itoa(pid)) }
func (g *Guard) noGroup(pid int)     { g.tell(guardNoGroup, strconv.Itoa(pid)) }

func (g *Guard) tell(word, what string) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.started {
		g.started = true
		g.start()
	}
	if g.in == nil {
		return
	}
	if _, err := fmt.Fprintln(g.in, word, what); err != nil {
		g.in.Close()
		g.cmd.Wait()
		g.in = nil
	}
}

func (g *Guard) start() {
	cmd := exec.Command(g.program)
	cmd.Args = g.args
	setSession(cmd)
	in, err := cmd.StdinPipe()
	if err != nil || cmd.Start() != nil {
		return
	}
	g.cmd, g.in = cmd, in
}

// Keep is the guard's own process. It reads lines until rtest is gone, then cleans up.
func Keep(in io.Reader) {
	folders, groups := map[string]bool{}, map[int]bool{}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		word, what, _ := strings.Cut(lines.Text(), " ")
		switch word {
		case guardFolder, guardNoFolder:
			if dir, err := strconv.Unquote(what); err == nil {
				folders[dir] = word == guardFolder
			}
		case guardGroup, guardNoGroup:
			if pid, err := strconv.Atoi(what); err == nil && pid > 1 {
				groups[pid] = word == guardGroup
			}
		}
	}
	for pid, alive := range groups {
		if alive {
			killPID(pid)
		}
	}
	for dir, there := range folders {
		if there {
			endStrays(runMark(dir)+"/", birth{})
		}
		// A process that was just killed may still write.
		for try := 0; there && removeAll(dir) != nil && try < 20; try++ {
			time.Sleep(50 * time.Millisecond)
		}
	}
}
