package process

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// An Output is what a program that ran once wrote, and how it ended.
type Output struct {
	Text, Errors string
	// State is how it ended, for example "exit status 2". Late means that it was killed because the
	// time was up.
	State string
	Late  bool
}

// Once runs the program in a folder of its own, with an input and for some time at most. The
// program ends with all that it started.
func (g *Program) Once(ctx context.Context, input []byte, limit time.Duration) (*Output, error) {
	dir, err := os.MkdirTemp(g.Dir, "run-")
	if err != nil {
		return nil, err
	}
	defer removeAll(dir)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, g.Path)
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, bytes.NewReader(input), &out, &errs
	cmd.Env = append(slices.Clone(g.Env), runMark(dir))
	err = g.Guard.Run(cmd)
	o := &Output{Text: out.String(), Errors: Shorten(strings.TrimSpace(errs.String())), Late: ctx.Err() != nil}
	if cmd.ProcessState == nil {
		return nil, fmt.Errorf("starting the program: %w", err)
	}
	o.State = cmd.ProcessState.String()
	return o, nil
}
