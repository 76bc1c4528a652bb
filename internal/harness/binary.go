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

// Options say how a unit is built and run. The zero value of each is the
// default of the command line, except where said otherwise.
type Options struct {
	Build build.Options
	// Timeout of one call, 0 for 1s. Memory of the process in bytes, 0 for
	// 1 GiB.
	Timeout time.Duration
	Memory  int64
	// Launcher confines the processes of functions without a contract; nil for none.
	Launcher *process.Launcher
}

// A Binary is a built harness whose processes run jobs.
type Binary struct {
	unit       *codegen.Unit
	opt        Options
	executable *build.Executable
	code       *codegen.Code
	// clock is that by which its jobs end, program starts their processes.
	clock   *pace.Clock
	program *process.Program
	// states holds those of the unit's builders.
	states *library
}

// New builds the harness of a unit; preds is what codegen.Predicates returned for it.
// Its errors are those of build.Build. Close the binary when it is not needed any more.
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
		unit: u, opt: opt, executable: e, code: e.Code, clock: clock, states: &library{dead: map[int][]int64{}},
		program: &process.Program{
			Path: e.Path, Dir: e.TempDir, Env: environment(opt.Build), Timeout: opt.Timeout,
			Guard: opt.Build.Guard, Launcher: opt.Launcher, Clock: clock,
		},
	}, nil
}

// environment is that of the processes. The runtime tells of the goroutine that
// fails; a race that the detector finds ends the process.
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

// Close removes the program. Runners of it must be closed before.
func (b *Binary) Close() error {
	b.clock.Stop()
	return b.executable.Close()
}

// Clock is that by which the jobs end.
func (b *Binary) Clock() *pace.Clock {
	if b == nil {
		return nil
	}
	return b.clock
}
