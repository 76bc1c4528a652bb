// Rtest tests the contracts in Go doc comments by trying every input within bounds. "rtest help"
// describes its use.
package main

import (
	"context"
	"fmt"
	"go/build"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"

	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/internal/gotest"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/report"
)

func main() {
	defer fault.Exit(os.Stderr, os.Exit)
	if len(os.Args) == 2 && os.Args[1] == guardCommand {
		process.Keep(os.Stdin)
		return
	}
	if len(os.Args) > 2 && os.Args[1] == wallCommand {
		process.Confine(os.Args[2:])
	}
	if len(os.Args) > 2 && os.Args[1] == toolCommand {
		os.Exit(gotest.Tool(context.Background(), os.Args[2:], os.Stdout))
	}
	// Most memory of a package lives as long as the run, so frequent garbage collection costs more
	// than it frees. Where it is rarer still, memory that is touched for the first time costs more.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	// With large forms, rare collection must not exhaust the machine's memory.
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
	ctx, stop := signal.NotifyContext(context.Background(), interrupts()...)
	// A second signal ends the process immediately; the guard then cleans up.
	context.AfterFunc(ctx, stop)
	closedPipes()
	guard := newGuard()
	code := run(ctx, guard, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	guard.Close()
	os.Exit(code)
}

// softMemory is the memory in bytes above which garbage is collected more often.
const softMemory = 2 << 30

// Commands with which rtest starts itself: as its guard, to confine a process that runs functions
// without a contract, and in front of a tool of the go command. Users do not need them.
const (
	toolCommand  = "before-a-tool"
	guardCommand = "guard"
	wallCommand  = "behind-a-wall"
)

// self returns the file of this program, or "" if it is unknown.
func self() string {
	// On Linux this is the running program even if its file was replaced.
	program := "/proc/self/exe"
	if _, err := os.Stat(program); err != nil {
		if program, err = os.Executable(); err != nil {
			return ""
		}
	}
	return program
}

func newGuard() *process.Guard {
	if self() == "" {
		return nil
	}
	return process.NewGuard(self(), os.Args[0], guardCommand)
}

func newLauncher() *process.Launcher {
	if self() == "" {
		return nil
	}
	return process.NewLauncher(self(), os.Args[0], wallCommand)
}

// A tool is one invocation of rtest: where it writes, and what it was started with.
type tool struct {
	ctx            context.Context
	guard          *process.Guard
	stdout, stderr io.Writer
	// dumper writes internal data for debugging. It may be nil.
	dumper *options.Dumper
}

// run executes the command line and returns the exit code. Without a subcommand it runs check.
func run(ctx context.Context, guard *process.Guard, args []string, stdout, stderr io.Writer) int {
	t := &tool{ctx: ctx, guard: guard, stdout: stdout, stderr: stderr}
	code := t.command(args)
	if err := t.dumper.Err(); err != nil {
		code = max(code, t.usage("-smtdir: %v", err))
	}
	return code
}

func (t *tool) command(args []string) int {
	args, err := options.Chdir(args)
	if err != nil {
		return t.usage("%v", err)
	}
	if len(args) == 0 {
		return t.check(nil)
	}
	rest := args[1:]
	switch args[0] {
	case "check":
		return t.check(rest)
	case "list":
		return t.list(rest)
	case "find":
		return t.find(rest)
	case "show":
		return t.showInputs(rest)
	case "replay":
		return t.replay(rest)
	case "gen":
		return t.gen(rest)
	case "doctor":
		return t.doctor(rest)
	case "version":
		return t.version(rest)
	case "help", "-h", "-help", "--help":
		return t.help(rest)
	case "lsp":
		return t.lsp(rest)
	case "merge":
		return t.merge(rest)
	case "laws":
		return t.laws(rest)
	case "race":
		return t.race(rest)
	case "rank":
		return t.rank(rest)
	case "infer":
		return t.infer(rest)
	case "diff":
		return t.diff(rest)
	case "init":
		return t.init(rest)
	case "test":
		return t.test(rest)
	case "watch":
		return t.watch(rest)
	case "completion":
		return t.completion(rest)
	}
	if near := diag.Nearest(args[0], commands[:]); near != "" && !strings.HasPrefix(args[0], "-") && !strings.Contains(args[0], "/") && !isPackage(args[0]) {
		return t.usage("there is no command %s; did you mean rtest %s? A folder is named as ./%s", args[0], near, args[0])
	}
	return t.check(args)
}

var commands = [...]string{"check", "list", "find", "show", "replay", "gen", "doctor", "version", "help", "laws", "race", "rank", "diff", "infer", "init", "lsp", "merge", "test", "watch", "completion"}

// isPackage reports whether name is a package of the standard library.
func isPackage(name string) bool {
	_, err := build.Default.Import(name, "", build.FindOnly)
	return err == nil
}

// failed prints the error that ended a command, or that it was interrupted, and returns the exit code.
func (t *tool) failed(err error) int {
	if t.ctx.Err() != nil {
		return t.usage("interrupted")
	}
	return t.usage("%v", err)
}

// usage prints a mistake in the command line and returns the exit code.
func (t *tool) usage(format string, args ...any) int {
	fmt.Fprintf(t.stderr, "rtest: "+format+"\n", args...)
	return report.ExitUsage
}
