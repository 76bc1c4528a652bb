package gotest

import (
	"context"
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
