package main

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/internal/cache"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/report"
)

// doctor prints what rtest found on the machine, and what is missing.
func (t *tool) doctor(args []string) int {
	if len(args) > 0 {
		if asksHelp(args[0]) {
			return t.help([]string{"doctor"})
		}
		return t.usage("doctor takes no arguments")
	}
	code := report.ExitOK
	fmt.Fprintf(t.stdout, "rtest  %s, built with %s for %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	found, err := goVersion(t.ctx)
	if err != nil {
		fmt.Fprintf(t.stdout, "go     not found: %v; install it from https://go.dev/dl\n", err)
		code = report.ExitUsage
	} else {
		fmt.Fprintf(t.stdout, "go     %s\n", found)
	}
	if z3, err := engine.SolverVersion(); err != nil {
		fmt.Fprintf(t.stdout, "z3     %v\n       without it the native search works alone; to have it:\n", err)
		for _, line := range solverHelp(err) {
			fmt.Fprintf(t.stdout, "       %s\n", line)
		}
	} else {
		fmt.Fprintf(t.stdout, "z3     %s\n", z3)
	}
	if how, err := process.Confines(); err != nil {
		fmt.Fprintf(t.stdout, "wall   not here: %v\n       with -all functions are skipped by what their code says alone; nothing stops what that misses\n", err)
	} else {
		fmt.Fprintf(t.stdout, "wall   %s: functions tested with -all cannot reach outside their process\n", how)
	}
	if dir, err := cache.Root(); err != nil {
		fmt.Fprintf(t.stdout, "cache  %v\n", err)
		code = report.ExitUsage
	} else {
		fmt.Fprintf(t.stdout, "cache  %s\n", dir)
	}
	return code
}

// goVersion returns the version of the go command.
func goVersion(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "version").Output()
	return strings.TrimPrefix(strings.TrimSpace(string(out)), "go version "), err
}

// solverHelp returns lines that say how to install libz3. why is the error that says what is missing.
func solverHelp(why error) []string {
	if strings.HasPrefix(why.Error(), "built without") {
		return []string{"build rtest again with CGO_ENABLED=1 and a C compiler"}
	}
	lines := map[string][]string{
		"linux": {
			"Debian, Ubuntu: apt-get install libz3-dev",
			"Fedora:         dnf install z3-devel",
			"Arch:           pacman -S z3",
		},
		"darwin": {"brew install z3"},
	}[runtime.GOOS]
	return append(lines, "or name the library in RTEST_LIBZ3")
}

func (t *tool) version(args []string) int {
	if len(args) > 0 {
		if asksHelp(args[0]) {
			return t.help([]string{"version"})
		}
		return t.usage("version takes no arguments")
	}
	fmt.Fprintf(t.stdout, "rtest %s %s\n", version(), runtime.Version())
	return report.ExitOK
}

// version returns the version of the module from which the program was built.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
