package process

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// An Output is what a program that ran once wrote, and how it ended.
type Output struct {
	Text, Errors string
	// State is how it ended, for example "exit status 2". Late means that it was killed because it did not begin in
	// time.
	State string
	Late  bool
}

// A beginning is a standard output on which a program writes a mark once its packages are initialized.
type beginning struct {
	bytes.Buffer
	mark  string
	begun bool
	// seen is called once when the mark is there.
	seen func()
}

// Write implements io.Writer.
func (b *beginning) Write(p []byte) (int, error) {
	n, err := b.Buffer.Write(p)
	if !b.begun && bytes.Contains(b.Bytes(), []byte(b.mark)) {
		b.begun = true
		b.seen()
	}
	return n, err
}

// Once runs the program in a folder of its own, with an input. The program ends with all that it started. It has to
// write mark to its standard output within a limit; from then on it takes as long as it needs.
func (g *Program) Once(ctx context.Context, input []byte, mark string, limit time.Duration) (*Output, error) {
	dir, err := os.MkdirTemp(g.Dir, "run-")
	if err != nil {
		return nil, err
	}
	defer removeAll(dir)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var late atomic.Bool
	timer := time.AfterFunc(limit, func() {
		late.Store(true)
		cancel()
	})
	defer timer.Stop()
	cmd := exec.CommandContext(ctx, g.Path)
	out := beginning{mark: mark, seen: func() { timer.Stop() }}
	var errs bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, bytes.NewReader(input), &out, &errs
	cmd.Env = append(slices.Clone(g.Env), runMark(dir))
	err = g.Guard.Run(cmd)
	o := &Output{Text: out.String(), Errors: Shorten(strings.TrimSpace(errs.String())), Late: late.Load()}
	if cmd.ProcessState == nil {
		return nil, fmt.Errorf("starting the program: %w", err)
	}
	o.State = cmd.ProcessState.String()
	return o, nil
}
