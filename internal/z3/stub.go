//go:build !cgo || !unix || nosolver

package z3

import "github.com/rtest-dev/rtest/internal/smt"

// missing returns the ErrNoSolver of this build.
func missing() error {
	return &absence{
		reason: "built without the Z3 solver",
		remedy: "build rtest with CGO_ENABLED=1 on a Unix system and without the tag nosolver",
	}
}

// Version fails with ErrNoSolver.
func Version() (string, error) { return "", missing() }

// A Context does not exist in this build.
type Context struct{ Quit func() bool }

// Open fails with ErrNoSolver.
func Open() (*Context, error) { return nil, missing() }

// Close does nothing.
func (c *Context) Close() {}

// Interrupt does nothing.
func (c *Context) Interrupt() {}

// Solver fails with ErrNoSolver.
func (c *Context) Solver(Config) (*Solver, error) { return nil, missing() }

// A Solver does not exist in this build.
type Solver struct{}

// Close does nothing.
func (s *Solver) Close() {}

// Limit fails with ErrNoSolver.
func (s *Solver) Limit(uint32) error { return missing() }

// Assert fails with ErrNoSolver.
func (s *Solver) Assert(...*smt.Term) error { return missing() }

// AssertScript fails with ErrNoSolver.
func (s *Solver) AssertScript(string) error { return missing() }

// Check fails with ErrNoSolver.
func (s *Solver) Check(...*smt.Term) (Status, error) { return Unknown, missing() }

// Reason returns "".
func (s *Solver) Reason() string { return "" }

// Core fails with ErrNoSolver.
func (s *Solver) Core() ([]*smt.Term, error) { return nil, missing() }

// Model fails with ErrNoSolver.
func (s *Solver) Model([]*smt.Term) (smt.Model, error) { return nil, missing() }

// Words fails with ErrNoSolver.
func (s *Solver) Words([]*smt.Term, []uint64) error { return missing() }

// A Watch does not exist in this build.
type Watch struct{ *Solver }

// Watch fails with ErrNoSolver.
func (c *Context) Watch(Config, []*smt.Term, []*smt.Term) (*Watch, error) { return nil, missing() }

// Left returns 0.
func (w *Watch) Left() int { return 0 }

// All fails with ErrNoSolver.
func (w *Watch) All(int, ...*smt.Term) ([][]int32, Status, error) { return nil, Unknown, missing() }
