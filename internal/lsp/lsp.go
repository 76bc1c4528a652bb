// Package lsp is a language server for contracts. It shows mistakes in contracts in the editor
// while the user types, and the results of testing them.
//
// It reads messages of the Language Server Protocol, version 3.17, from a stream. It writes
// answers, diagnostics made from the events of package check, and the progress of runs. It does not
// know how findings are worded, what rtest.toml says, or how tests are written; a Config provides
// these.
//
// It runs no code under test unless the setting rtest.run allows that. Then it runs code when the
// user asks for it or, with onSave, saves a file.
package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/refine"
)

// A Config is what the server needs from the surrounding program. The zero value of every field
// except Explain is usable.
type Config struct {
	// Options returns the configuration for loading and testing the package in a directory. Nil
	// means the documented defaults.
	Options func(dir string) (config.Config, error)
	// Explain returns the text of a finding, without its position: a headline, and below it the
	// counterexample.
	Explain func(event.Finding) string
	// Generate writes the tests of the packages of cfg or, with only, tests of their saved
	// counterexamples. It returns the files that it changed. If it is nil, the server offers no
	// such action.
	Generate func(ctx context.Context, cfg config.Config, only bool) ([]string, error)
	// Infer proposes directives for a function of the packages of cfg, best first, or says why there
	// are none. If it is nil, the server offers no such action.
	Infer func(ctx context.Context, cfg config.Config, function string) (directives []string, why string, err error)
	// Run tests contracts. Nil means check.Run. It also tests the types whose names Concurrent returns; nil
	// means no types.
	Run        func(context.Context, config.Config) iter.Seq[event.Event]
	Concurrent func(*refine.Package) []string
	// Delay is how long the server waits for more typing before it looks for mistakes.
	Delay time.Duration
	// Version is reported to the client.
	Version string
}

// ErrExit is returned if the client ends the connection without requesting the shutdown.
var ErrExit = errors.New("the client has ended the connection without a shutdown")

// Serve answers the messages from in on out until the client asks to exit, in ends, or ctx is done.
// It fails if the stream is no longer a sequence of messages, or ends before the shutdown.
func Serve(ctx context.Context, in io.Reader, out io.Writer, cfg Config) error {
	ctx, cancel := context.WithCancel(ctx)
	s := newServer(ctx, out, cfg)
	defer s.work.Wait()
	defer cancel()
	messages := make(chan []byte)
	failed := make(chan error, 1)
	fault.Go(func() {
		r := newReader(in)
		for {
			data, err := r.read()
			if err != nil {
				failed <- err
				return
			}
			select {
			case messages <- data:
			case <-ctx.Done():
				return
			}
		}
	})
	for {
		select {
		case data := <-messages:
			s.receive(data)
			if s.phase == exited {
				return s.exitError()
			}
		case err := <-failed:
			if errors.Is(err, io.EOF) {
				return s.exitError()
			}
			return fmt.Errorf("reading from the client: %w", err)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// exitError returns ErrExit unless the end of the connection was announced.
func (s *server) exitError() error {
	if !s.announced && s.phase != shutdown {
		return ErrExit
	}
	return nil
}
