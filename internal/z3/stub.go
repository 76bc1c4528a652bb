//go:build !cgo || nosolver

package z3

import "github.com/rtest-dev/rtest/internal/smt"

// Version fails with ErrNoSolver.
func Version() (string, error) { return "", ErrNoSolver }

// A Context cannot be had in this build.
type Context struct{}

// Open fails with ErrNoSolver.
func Open() (*Context, error) { return nil, ErrNoSolver }

// Close does nothing.
func (c *Context) Close() {}

// Interrupt does nothing.
func (c *Context) Interrupt() {}

// Solver fails with ErrNoSolver.
func (c *Context) Solver(Config) (*Solver, error) { return nil, ErrNoSolver }

// A Solver cannot be had in this build.
type Solver struct{}

// Close does nothing.
func (s *Solver) Close() {}

// Assert fails with ErrNoSolver.
func (s *Solver) Assert(...*smt.Term) error { return ErrNoSolver }

// AssertScript fails with ErrNoSolver.
func (s *Solver) AssertScript(string) error { return ErrNoSolver }

// Push fails with ErrNoSolver.
func (s *Solver) Push() error { return ErrNoSolver }

// Pop fails with ErrNoSolver.
func (s *Solver) Pop(int) error { return ErrNoSolver }

// Check fails with ErrNoSolver.
func (s *Solver) Check(...*smt.Term) (Status, error) { return Unknown, ErrNoSolver }

// Reason is empty.
func (s *Solver) Reason() string { return "" }

// Core fails with ErrNoSolver.
func (s *Solver) Core() ([]*smt.Term, error) { return nil, ErrNoSolver }

// Model fails with ErrNoSolver.
func (s *Solver) Model([]*smt.Term) (smt.Model, error) { return nil, ErrNoSolver }

// Words fails with ErrNoSolver.
func (s *Solver) Words([]*smt.Term, []uint64) error { return ErrNoSolver }
