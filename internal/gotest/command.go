package gotest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
)

// goCommand returns a go command with the arguments, in the folder and the environment of the request
// with more variables.
func (r *Request) goCommand(ctx context.Context, args []string, more ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	env := r.Env
	if env == nil {
		env = os.Environ()
	}
	cmd.Dir, cmd.Env = r.Dir, append(slices.Clone(env), more...)
	return cmd
}

// passTool runs a tool for the go command, and appends a text to its output. It returns the exit code.
func passTool(ctx context.Context, tool string, args []string, to io.Writer, suffix string) (int, error) {
	cmd := exec.CommandContext(ctx, tool, args...)
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr
	out, err := cmd.Output()
	if suffix != "" {
		out = append(bytes.TrimRight(out, "\n"), suffix+"\n"...)
	}
	if _, failed := to.Write(out); failed != nil {
		return 0, failed
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode(), nil
	}
	return 0, err
}
