package oracle_test

import (
	"errors"
	"testing"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
)

// contradictory reports whether the abstraction of the predicate has no solution,
// as far as that is found out with little work.
func (p *posed) contradictory(t *testing.T, sum *agreement) bool {
	form, err := encode.Abstraction(p.expr)
	if err != nil {
		t.Fatal(err)
	}
	s, err := search.New(form)
	if err != nil {
		t.Fatal(err)
	}
	s.Options.Stall, s.Options.Work = 100, 1_000_000
	for range s.Solutions() {
		return false
	}
	if s.Stalled() == nil {
		return true
	}
	if sum.noSolver != nil {
		return false
	}
	e, err := solve.New(form, solve.Options{RLimit: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	found, err := e.Inhabited(solve.Part{})
	if _, undecided := errors.AsType[*solve.Undecided](err); undecided {
		return false
	}
	if err != nil {
		t.Fatal(err)
	}
	return !found
}
