//go:build cgo && unix && !nosolver

package z3

/*
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"fmt"
	"math/big"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/smt"
)

// A Solver holds assertions and answers whether they can hold together.
type Solver struct {
	ctx *Context
	s   C.Z3_solver
	// assumed are the assumptions of the last check, for Core.
	assumed []*smt.Term
	reason  string
	watch   *Watch // the Watch made from this solver, or nil
}

// Solver makes a solver. Its Close or that of the context releases it.
func (c *Context) Solver(cfg Config) (*Solver, error) {
	if c.c == nil {
		return nil, ErrInterrupted
	}
	s := &Solver{ctx: c}
	logic := C.CString(cfg.Logic)
	defer C.free(unsafe.Pointer(logic))
	if err := c.fault("making a solver", C.rt_solver(c.c, C.int32_t(cfg.Kind), logic, &s.s)); err != nil {
		return nil, err
	}
	c.solvers = append(c.solvers, s)
	if err := s.configure(cfg); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Limit bounds the work of each further check, as Config.RLimit does.
func (s *Solver) Limit(rlimit uint32) error { return s.configure(Config{RLimit: rlimit}) }

func (s *Solver) configure(cfg Config) error {
	var names, values []*C.char
	for _, p := range cfg.Params {
		name, value := C.CString(p.Name), C.CString(p.Value)
		defer C.free(unsafe.Pointer(name))
		defer C.free(unsafe.Pointer(value))
		names, values = append(names, name), append(values, value)
	}
	code := C.rt_params(s.ctx.c, s.s, C.uint32_t(cfg.RLimit), C.int32_t(len(names)), first(names), first(values))
	return s.ctx.fault("setting parameters", code)
}

// Close releases the solver. A closed solver may be closed again, and has no other use.
func (s *Solver) Close() {
	if s.s == nil {
		return
	}
	C.rt_solver_close(s.ctx.c, s.s)
	s.s = nil
	if s.watch != nil {
		s.watch.free()
	}
	for i, other := range s.ctx.solvers {
		if other == s {
			s.ctx.solvers = append(s.ctx.solvers[:i], s.ctx.solvers[i+1:]...)
			return
		}
	}
}

// Assert adds Bools that must hold.
func (s *Solver) Assert(ts ...*smt.Term) error {
	places, err := s.terms(ts)
	if err != nil {
		return err
	}
	return s.ctx.fault("assert", C.rt_assert(s.ctx.c, s.s, C.int32_t(len(places)), first(places)))
}

// AssertScript adds the assertions of a text in SMT-LIB 2 and ignores other commands. Variables of
// the text are the ones with the same name and sort.
func (s *Solver) AssertScript(text string) error {
	if s.s == nil {
		return ErrInterrupted
	}
	str := C.CString(text)
	defer C.free(unsafe.Pointer(str))
	return s.ctx.fault("reading SMT-LIB", C.rt_assert_script(s.ctx.c, s.s, str))
}

// Check asks whether the assertions and the assumptions can hold together. Assumptions are Bool
// variables or negations of them. The answer Unknown is not an error; an interrupt is.
func (s *Solver) Check(assumptions ...*smt.Term) (Status, error) {
	places, err := s.terms(assumptions)
	if err != nil {
		return Unknown, err
	}
	s.assumed = append(s.assumed[:0], assumptions...)
	s.reason = ""
	if err := s.ctx.begin(); err != nil {
		return Unknown, err
	}
	var result C.int32_t
	code := C.rt_check(s.ctx.c, s.s, C.int32_t(len(places)), first(places), &result)
	if err := s.ctx.end(); err != nil {
		return Unknown, err
	}
	if code == C.Z3_EXCEPTION || code == C.Z3_MEMOUT_FAIL {
		// Some versions throw where others answer unknown.
		s.reason = C.GoString(&s.ctx.c.message[0])
		return Unknown, nil
	}
	if err := s.ctx.fault("check", code); err != nil {
		return Unknown, err
	}
	if result == 0 {
		var reason *C.char
		if err := s.ctx.fault("reason of unknown", C.rt_reason(s.ctx.c, s.s, &reason)); err != nil {
			return Unknown, err
		}
		s.reason = C.GoString(reason)
	}
	return Status(result), nil
}

// Reason returns libz3's text on why the last check answered Unknown, otherwise "". It varies
// between versions and is for people only.
func (s *Solver) Reason() string { return s.reason }

// Core returns assumptions of the last check, which must have answered Unsat, that contradict the
// assertions. They are in the order in which they were given.
func (s *Solver) Core() ([]*smt.Term, error) {
	places, err := s.terms(s.assumed)
	if err != nil {
		return nil, err
	}
	in := make([]C.uint8_t, len(places)+1)
	if err := s.ctx.fault("core", C.rt_core(s.ctx.c, s.s, C.int32_t(len(places)), first(places), first(in))); err != nil {
		return nil, err
	}
	var core []*smt.Term
	for i, t := range s.assumed {
		if in[i] != 0 {
			core = append(core, t)
		}
	}
	return core, nil
}

// Model returns values of the variables after a check that answered Sat. Variables that do not
// matter get some value too.
func (s *Solver) Model(vars []*smt.Term) (smt.Model, error) {
	places, err := s.terms(vars)
	if err != nil {
		return nil, err
	}
	m := make(smt.Model, len(vars))
	for i, v := range vars {
		if v.Sort() == smt.Bool {
			var word C.uint64_t
			if err := s.ctx.fault("model", C.rt_words(s.ctx.c, s.s, 1, &places[i], &word)); err != nil {
				return nil, err
			}
			m[v] = new(big.Int).SetUint64(uint64(word))
			continue
		}
		var text *C.char
		if err := s.ctx.fault("model", C.rt_decimal(s.ctx.c, s.s, places[i], &text)); err != nil {
			return nil, err
		}
		value, ok := new(big.Int).SetString(C.GoString(text), 10)
		if !ok {
			return nil, fmt.Errorf("libz3 gives %s the value %q, which is not a number", v, C.GoString(text))
		}
		m[v] = value
	}
	return m, nil
}

// Words is Model for Bools and bit vectors of at most 64 bits, in one call: out[i] is set to the
// value of vars[i], or to 0 if it does not matter.
func (s *Solver) Words(vars []*smt.Term, out []uint64) error {
	if len(out) < len(vars) {
		return fmt.Errorf("%d places for the values of %d variables", len(out), len(vars))
	}
	places, err := s.terms(vars)
	if err != nil || len(vars) == 0 {
		return err
	}
	return s.ctx.fault("model", C.rt_words(s.ctx.c, s.s, C.int32_t(len(places)), first(places), (*C.uint64_t)(first(out))))
}

// terms is Context.terms for a solver that may have been closed.
func (s *Solver) terms(ts []*smt.Term) ([]C.int32_t, error) {
	if s.s == nil {
		return nil, ErrInterrupted
	}
	return s.ctx.terms(ts)
}
