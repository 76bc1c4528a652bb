//go:build cgo && unix && !nosolver

package z3

/*
#include "shim.h"
*/
import "C"

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/smt"
)

// A Watch is a solver that finds all valuations of some Bools in one check: a user propagator
// records each and refutes it (Bjørner, Eisenhofer, Kovács: Satisfiability Modulo Custom Theories
// in Z3, VMCAI 2023).
type Watch struct {
	*Solver
	w *C.rt_watch
	// vars is the number of Bools that are watched for the caller. After them come the guards, one
	// for each check; the first used of them are used up.
	vars   int
	guards []*smt.Term
	used   int
}

// watchChecks is how many times All of one Watch may be called. Z3 accepts no more Bools to watch
// once it has checked something.
const watchChecks = 64

// Watch makes a solver with the given assertions that watches Bool variables. The Watch is nil if
// the version of libz3 does not support that. Its Close or that of the context releases it.
func (c *Context) Watch(cfg Config, vars, asserts []*smt.Term) (*Watch, error) {
	cfg.Kind = Simple
	s, err := c.Solver(cfg)
	if err != nil {
		return nil, err
	}
	// The setup of Z3 for the watched solver depends on the assertions so far. It must include bit vectors,
	// which may be asserted later.
	var names smt.Store
	some, other := names.Var("some bits", smt.BitVec(2)), names.Var("other bits", smt.BitVec(2))
	if err := s.Assert(append(slices.Clone(asserts), names.Apply(smt.BVULt, some, other))...); err != nil {
		s.Close()
		return nil, err
	}
	w := &Watch{Solver: s, w: C.rt_watch_new(c.c, s.s), vars: len(vars)}
	if w.w == nil {
		s.Close()
		return nil, nil
	}
	s.watch = w
	for i := range watchChecks {
		w.guards = append(w.guards, names.Var(fmt.Sprintf("check %d", i), smt.Bool))
	}
	places, err := s.terms(slices.Concat(vars, w.guards))
	if err == nil {
		err = c.fault("watching", C.rt_watch_add(w.w, C.int32_t(len(places)), first(places)))
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return w, nil
}

// Left returns how often All may still be called.
func (w *Watch) Left() int { return len(w.guards) - w.used }

// All returns the valuations under which the assertions and the assumptions can hold together, each
// as the indices of the variables that are true. No such set may contain another. The status is
// Unsat if these are all valuations. Otherwise Z3 gave up, or there are more than most.
func (w *Watch) All(most int, assumptions ...*smt.Term) ([][]int32, Status, error) {
	if w.used == len(w.guards) {
		return nil, Unknown, fmt.Errorf("all %d checks of a Watch are used", watchChecks)
	}
	var names smt.Store
	guard := w.used
	w.used++
	for i, g := range w.guards {
		if i != guard {
			g = names.Not(g)
		}
		assumptions = append(assumptions[:len(assumptions):len(assumptions)], g)
	}
	places, err := w.terms(assumptions)
	if err != nil {
		return nil, Unknown, err
	}
	if err := w.ctx.begin(); err != nil {
		return nil, Unknown, err
	}
	var result C.int32_t
	code := C.rt_watch_all(w.w, C.int32_t(len(places)), first(places), C.int32_t(w.vars+guard), C.int32_t(most), &result)
	if err := w.ctx.end(); err != nil {
		return nil, Unknown, err
	}
	if code == C.Z3_EXCEPTION {
		return nil, Unknown, nil
	}
	if err := w.ctx.fault("check", code); err != nil {
		return nil, Unknown, err
	}
	found := make([][]int32, C.rt_watch_count(w.w))
	for i := range found {
		var at *C.int32_t
		n := C.rt_watch_get(w.w, C.int32_t(i), &at)
		for _, b := range unsafe.Slice(at, n) {
			found[i] = append(found[i], int32(b))
		}
	}
	return found, Status(result), nil
}

// free releases the propagator.
func (w *Watch) free() {
	C.rt_watch_free(w.w)
	w.w = nil
}
