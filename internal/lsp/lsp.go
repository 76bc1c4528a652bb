// Package lsp is a language server for contracts: it says in the editor what
// is wrong with a contract while it is typed, and what came of testing it.
//
// In come the messages of the Language Server Protocol, version 3.17, on a
// stream; out go its answers, diagnostics built from the events of package
// check, and the progress of runs. The package knows nothing of how findings
// are worded in text, of rtest.toml, or of how tests are written: a Config
// gives it these. It runs no code under test unless the setting rtest.run
// allows that, and then when the user asks for it or, with onSave, saves a file.
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
)

// A Config is what the server needs of the program around it. The zero value
// of every field but Explain is usable.
type Config struct {
	// Options returns the configuration with which the package in a directory
	// is loaded and tested; nil takes the documented defaults.
	Options func(dir string) (config.Config, error)
	// Explain returns what a finding says, without its place: a headline, and
	// below it the counterexample.
	Explain func(event.Finding) string
	// Generate writes the tests of the packages of cfg, or with only set, tests
	// of their saved counterexamples, and returns the files that it changed; nil
	// offers no such action.
	Generate func(ctx context.Context, cfg config.Config, only bool) ([]string, error)
	// Run tests contracts; nil is check.Run.
	Run func(context.Context, config.Config) iter.Seq[event.Event]
	// Delay is how long the server waits for more typing before it looks for
	// mistakes.
	Delay time.Duration
	// Version is told to the client.
	Version string
}

// ErrExit is returned when the client ends the connection without having asked
// for the shutdown before.
var ErrExit = errors.New("the client has ended the connection without a shutdown")

// Serve answers the messages from in on out until the client asks to exit, in
// ends, or ctx is done. It fails when the stream cannot be read as messages any
// more, and when it ends before the shutdown.
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
				return s.leave()
			}
		case err := <-failed:
			if errors.Is(err, io.EOF) {
				return s.leave()
			}
			return fmt.Errorf("reading from the client: %w", err)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// leave tells whether the end of the connection was announced.
func (s *server) leave() error {
	if !s.announced && s.phase != shutdown {
		return ErrExit
	}
	return nil
}
