// Rtest tests the contracts in Go doc comments by trying every input within
// bounds. "rtest help" says how it is used.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/rtest-dev/rtest/internal/report"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// A tool is one invocation: where it writes, and what it was told.
type tool struct {
	ctx            context.Context
	stdout, stderr io.Writer
}

// run executes the command line and returns the exit code. Without a
// subcommand it is check.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	t := &tool{ctx: ctx, stdout: stdout, stderr: stderr}
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
	case "merge", "diff":
		return t.usage("rtest %s is not in this version", args[0])
	}
	return t.check(args)
}

// usage reports a mistake in the command line.
func (t *tool) usage(format string, args ...any) int {
	fmt.Fprintf(t.stderr, "rtest: "+format+"\n", args...)
	return report.ExitUsage
}
