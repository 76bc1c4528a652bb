package assert

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// A Call is what is kept for one call between its begin and its end.
type Call struct {
	// off means that nothing is judged at the end: the precondition does not hold, or was not judged.
	off bool
	// outside means that the call comes from outside the package, or from its tests. Invariants hold
	// then, and may be broken between calls inside.
	outside bool
	// must means that the contract promises a panic.
	must bool
	// pairs relates what was copied to the copies, or is nil.
	pairs *memory.Counterparts
}

// Begin reports whether a call is to be checked. It is not if it is made while a clause is evaluated
// on the same goroutine, because a predicate may call functions under contracts, itself among them.
func Begin() bool { return !stack.Mark() }

// end lets the goroutine's calls be checked again.
func end() { debug.SetPanicOnFault(false) }

// comparing is held while a clause compares values from before the call with those after it, because
// predicates reach what corresponds to what only through a variable of the process.
var comparing sync.Mutex

// Enter judges the preconditions of a call, and keeps what its postconditions need. Begin must have
// returned true.
func Enter(c *Contract, s Case) {
	call, at := s.Record(), 0
	defer end()
	defer func() {
		if v := recover(); v != nil {
			call.off = true
			report(c, s, failure{check: at, evaluation: fmt.Sprint(v)})
		}
	}()
	call.outside = fromOutside(c)
	for at = 0; at < c.Before; at++ {
		if c.Checks[at].Cause == causeInvariant && !call.outside {
			continue
		}
		if !s.Check(at) {
			call.off = true
			report(c, s, failure{check: at})
			return
		}
	}
	if c.Promise != nil {
		at = atPromise
		call.must = s.Promised()
	}
	if c.Lets > 0 {
		call.off = !evaluateLets(c, s)
	}
	if c.Copies && !call.off {
		keep(s)
	}
}

// The causes of checks.
const (
	causeInvariant = "invariant"
	causeMutation  = "mutation"
)

// atPromise stands for the panics directive among checks.
const atPromise = -1

// evaluateLets evaluates the lets. It returns false if one of them panics, as the old value of
// something that exists after the call only: then clauses cannot be judged.
func evaluateLets(c *Contract, s Case) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	for i := range c.Lets {
		s.Let(i)
	}
	return true
}

// keep copies what is compared after the call: the values of lets, and the inputs.
func keep(s Case) {
	twins := s.Twins()
	from := s.Kept()
	to := from
	if twins != nil {
		from = append(append([]any(nil), from...), s.Inputs()...)
		to = append(append([]any(nil), to...), twins...)
	}
	if len(from) == 0 {
		return
	}
	was, is := blocks(from), memory.Copies(from)
	copied := blocks(is)
	for i, p := range to {
		reflect.ValueOf(p).Elem().Set(reflect.ValueOf(is[i]).Elem())
	}
	if len(was) == len(copied) {
		s.Record().pairs = memory.NewCounterparts(&was, &copied)
	}
}

// blocks returns the memory that variables refer to.
func blocks(vars []any) (list []memory.Block) {
	for _, p := range vars {
		if v := reflect.ValueOf(p).Elem(); !memory.Plain(v.Type()) {
			list = append(list, memory.ReachedFrom(v)...)
		}
	}
	return list
}

// Leave judges the end of a call. A deferred call of the function itself must call it, by way of
// generated code.
func Leave(c *Contract, s Case) {
	call := s.Record()
	if call.off {
		return
	}
	how := ending()
	if how == exited || how == panicked && (call.must || c.Calls) || stack.Mark() {
		return
	}
	defer end()
	at := 0
	defer func() {
		if v := recover(); v != nil {
			report(c, s, failure{check: at, returned: true, evaluation: fmt.Sprint(v)})
		}
	}()
	switch {
	case how == panicked:
		report(c, s, failure{check: atPromise, panics: true})
		return
	case call.must:
		report(c, s, failure{check: atPromise, returned: true})
		return
	}
	if call.pairs != nil {
		comparing.Lock()
		defer comparing.Unlock()
		call.pairs.Use()
	}
	for at = c.Before; at < len(c.Checks); at++ {
		if c.Checks[at].Cause == causeInvariant && !call.outside {
			continue
		}
		if !s.Check(at) {
			report(c, s, failure{check: at, returned: true})
			return
		}
	}
}

// An end of a call.
type ended uint8

const (
	returned ended = iota
	panicked
	exited
)

// ending finds out how the call ends whose deferred function runs: what called it says so. Code that
// is generated lies between.
func ending() ended {
	var pcs [8]uintptr
	n := runtime.Callers(3, pcs[:])
	frames := runtime.CallersFrames(pcs[:n])
	for {
		f, more := frames.Next()
		switch {
		case strings.Contains(f.Function, "."+stack.GeneratedName):
		case f.Function == "runtime.gopanic", f.Function == "runtime.sigpanic":
			return panicked
		case f.Function == "runtime.Goexit":
			return exited
		default:
			return returned
		}
		if !more {
			return returned
		}
	}
}

// outsides remembers for a place of a call whether it is outside the package of what it calls.
var outsides sync.Map

// fromOutside reports whether the call comes from another package, or from a test.
func fromOutside(c *Contract) bool {
	// Callers, fromOutside, Enter, the generated functions, the function.
	skip := 5
	if c.Generic {
		skip++
	}
	var pcs [1]uintptr
	if runtime.Callers(skip, pcs[:]) == 0 {
		return true
	}
	if known, ok := outsides.Load(pcs[0]); ok {
		return known.(bool)
	}
	f, _ := runtime.CallersFrames(pcs[:]).Next()
	own := strings.HasPrefix(f.Function, c.Package.Path+".") && !strings.HasSuffix(f.File, "_test.go")
	outsides.Store(pcs[0], !own)
	return !own
}
