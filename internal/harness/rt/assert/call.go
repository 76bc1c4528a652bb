package assert

import (
	"fmt"
	"maps"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// A Call has the state of one call between its begin and its end.
type Call struct {
	// Returned is set by the function when it is about to return. It is not if the function has
	// deferred calls of its own, or panics.
	Returned bool
	// off means that nothing is judged at the end: the precondition does not hold, or was not judged.
	off bool
	// outside means that the call comes from outside the package, or from its tests. Invariants hold
	// then, and may be broken between calls inside.
	outside bool
	// must means that the contract promises a panic.
	must bool
	// pairs relates copied memory to the copies, or is nil.
	pairs *memory.Counterparts
}

// Begin reports whether to check a call. It does not check a call made by a clause on the same goroutine,
// because a predicate may call functions under contracts, even its own.
func Begin() bool { return !stack.Mark() }

// end lets the goroutine's calls be checked again.
func end() { debug.SetPanicOnFault(false) }

// comparing is held while a clause compares values from before the call with those after it. Predicates find
// corresponding memory only through a variable of the process.
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
	call.outside = c.Invariants && fromOutside(c)
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

// atPromise is the index of the panics directive among checks.
const atPromise = -1

// evaluateLets evaluates the lets. It returns false if one of them panics, such as the old value of something
// that exists only after the call. Then clauses cannot be judged.
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

// keep copies the values that clauses compare after the call: the values of lets, and the inputs.
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
	how := returned
	if !call.Returned {
		how = ending(c)
	}
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

// An ended is how a call ended.
type ended uint8

const (
	returned ended = iota
	panicked
	exited
)

// A pcTable caches a value for program counters. It is copied when it grows.
type pcTable[V any] struct{ known atomic.Pointer[map[uintptr]V] }

// of returns the value for the caller of a function, skip frames above the caller of of.
func (t *pcTable[V]) of(skip int, find func(runtime.Frame) V) V {
	var pcs [1]uintptr
	runtime.Callers(skip+2, pcs[:])
	old := t.known.Load()
	if old != nil {
		if v, ok := (*old)[pcs[0]]; ok {
			return v
		}
	}
	f, _ := runtime.CallersFrames(pcs[:]).Next()
	v, grown := find(f), map[uintptr]V{}
	if old != nil {
		maps.Copy(grown, *old)
	}
	grown[pcs[0]] = v
	t.known.CompareAndSwap(old, &grown)
	return v
}

var (
	endings  pcTable[ended]
	outsides pcTable[bool]
)

// ending finds out how the call ends whose deferred function runs: what called it says so.
func ending(c *Contract) ended {
	// Ending, Leave, the generated functions.
	skip := 3
	switch {
	case c.Home != "":
		skip += 3
	case c.Generic:
		skip += 2
	}
	return endings.of(skip, func(f runtime.Frame) ended {
		switch f.Function {
		case "runtime.gopanic":
			return panicked
		case "runtime.Goexit":
			return exited
		}
		return returned
	})
}

// fromOutside reports whether the call comes from another package, or from a test.
func fromOutside(c *Contract) bool {
	// FromOutside, Enter, the generated functions, the function.
	skip, home := 4, c.Package.Path
	switch {
	case c.Home != "":
		skip, home = skip+3, c.Home
	case c.Generic:
		skip++
	}
	return outsides.of(skip, func(f runtime.Frame) bool {
		path := symbolPath(home)
		own := strings.HasPrefix(f.Function, path+".") || strings.HasPrefix(f.Function, path+"_test.")
		return !own || strings.HasSuffix(f.File, "_test.go")
	})
}

// symbolPath returns the path of a package as it begins the names of its functions.
func symbolPath(path string) string {
	last := strings.LastIndexByte(path, '/') + 1
	return path[:last] + strings.ReplaceAll(path[last:], ".", "%2e")
}
