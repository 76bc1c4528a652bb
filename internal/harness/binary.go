package harness

import (
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/pace"
)

// Options configure how a unit is built and run. A zero field means the default of the command line, except
// where its comment says otherwise.
type Options struct {
	Build build.Options
	// Timeout bounds one call; 0 means 1s. Memory bounds the process, in bytes; 0 means 1 GiB.
	Timeout time.Duration
	Memory  int64
	// Launcher confines the processes of functions without a contract. It may be nil.
	Launcher *process.Launcher
}

// A Binary is a built harness whose processes run jobs.
type Binary struct {
	unit       *codegen.Unit
	opt        Options
	executable *build.Executable
	code       *codegen.Code
	// clock is the clock for the deadlines of jobs. program starts the processes.
	clock   *pace.Clock
	program *process.Program
	// states holds the states of the unit's builders.
	states *stateLibrary
	// idle are processes that wait for a runner.
	idle idleProcesses
}

// Build builds the harness of a unit. preds is what codegen.Predicates returned for the unit. Its
// errors are those of build.Build. The caller closes the binary.
func Build(ctx context.Context, u *codegen.Unit, preds codegen.File, opt Options) (*Binary, error) {
	if opt.Timeout == 0 {
		opt.Timeout = time.Second
	}
	if opt.Memory == 0 {
		opt.Memory = 1 << 30
	}
	e, err := build.Build(ctx, u, preds, opt.Build)
	if err != nil {
		return nil, err
	}
	clock := pace.Start()
	return &Binary{
		unit: u, opt: opt, executable: e, code: e.Code, clock: clock, states: &stateLibrary{dead: map[int][]int64{}},
		program: &process.Program{
			Path: e.Path, Dir: e.TempDir, Env: environment(opt.Build), Timeout: opt.Timeout,
			Childless: u.Pkg.Imports.Childless, Guard: opt.Build.Guard, Launcher: opt.Launcher, Clock: clock,
		},
	}, nil
}

// environment returns the environment of the processes. The runtime prints the goroutine that
// fails, and a race that the detector finds ends the process.
func environment(opt build.Options) []string {
	env := opt.Env
	if env == nil {
		env = os.Environ()
	}
	env = append(slices.Clone(env), "GOTRACEBACK=single")
	for _, f := range opt.Flags {
		if strings.TrimLeft(f, "-") == "race" {
			env = append(env, "GORACE=halt_on_error=1")
		}
	}
	return env
}

// Close removes the program. All its runners must be closed before.
func (b *Binary) Close() error {
	b.idle.close()
	b.clock.Stop()
	return b.executable.Close()
}

// Clock returns the clock for the deadlines of jobs.
func (b *Binary) Clock() *pace.Clock {
	if b == nil {
		return nil
	}
	return b.clock
}
