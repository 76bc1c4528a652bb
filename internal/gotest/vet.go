package gotest

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
)

// vetted are the vet analyzers that go test runs by default.
var vetted = []string{"atomic", "bool", "buildtags", "directive", "errorsas", "ifaceassert", "nilfunc", "printf", "slog", "stringintconv", "tests"}

// vet runs the part of go vet that go test runs, on the original files: go vet reads folders, which do not
// contain the files of the overlay. Its output goes to Err. It returns the exit code.
func vet(ctx context.Context, r Request) (int, error) {
	args := []string{"vet"}
	switch names := r.vetFlag(); names {
	case "off":
		return 0, nil
	case "all":
	default:
		list := vetted
		if names != "" {
			list = strings.Split(names, ",")
		}
		for _, name := range list {
			args = append(args, "-"+name)
		}
	}
	cmd := r.goCommand(ctx, slices.Concat(args, r.Build, r.Packages))
	cmd.Stdout, cmd.Stderr = r.Err, r.Err
	err := r.Guard.Run(cmd)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && ctx.Err() == nil {
		return exit.ExitCode(), nil
	}
	return 0, err
}

// vetFlag returns the value of the flag -vet, or "" if it is not given.
func (a *Arguments) vetFlag() (value string) {
	for i, f := range a.Flags {
		name := strings.TrimPrefix(strings.TrimPrefix(f, "-"), "-")
		if v, ok := strings.CutPrefix(name, "vet="); ok {
			value = v
		} else if name == "vet" && f != name && i+1 < len(a.Flags) {
			value = a.Flags[i+1]
		}
	}
	return value
}
