package read

import (
	"reflect"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// noteReached notes the memory that a value built by calls reaches, so that pointers into it and
// into its twin can be compared. The same calls made both, so the walk meets their parts in the
// same order.
func (r *Reader) noteReached(p any) {
	r.Blocks = append(r.Blocks, memory.ReachedFrom(reflect.ValueOf(p))...)
}

// NoteListed notes the memory that the listed value at p reaches. Its expression is evaluated once
// for the input and once for the twin.
func NoteListed[T any](r *Reader, p *T) {
	if v := reflect.ValueOf(p).Elem(); r.recordBlocks && !memory.Plain(v.Type()) {
		r.Blocks = append(r.Blocks, memory.ReachedFrom(v)...)
	}
}

// Wraps notes that the function that outer points to wraps the function that inner points to.
func Wraps(outer, inner unsafe.Pointer) {
	memory.Wraps(*(*unsafe.Pointer)(outer), *(*unsafe.Pointer)(inner))
}

// Equal reports whether everything reachable from x and y is equal; see memory.Equal.
func Equal(x, y any) bool { return memory.Equal(x, y) }

// EqualAll is Equal of the variables that xs and ys point to; see memory.EqualAll.
func EqualAll(xs, ys []any, room bool) bool { return memory.EqualAll(xs, ys, room) }

// Same compares x and y as Go's == does, but allows for the twin; see memory.Same.
func Same(x, y any) bool { return memory.Same(x, y) }

// Literal returns f, a function that captures nothing, and names it text.
func Literal[F any](f F, text string) F {
	explain.NameFunction(*(*unsafe.Pointer)(unsafe.Pointer(&f)), text)
	return f
}

// Spelled returns f, a function that an expression gave, and names it text if the input is being
// described. Otherwise it does not, because each evaluation may give another function.
func Spelled[F any](r *Reader, f F, text string) F {
	if v := reflect.ValueOf(f); r.Log != nil && v.IsValid() && v.Kind() == reflect.Func && !v.IsNil() {
		return Literal(f, text)
	}
	return f
}

// Variable returns v, the value of the package variable name. If v is a pointer, it is shown by
// that name.
func Variable[T any](v T, name string) T {
	explain.NameVariable(reflect.ValueOf(v), name)
	return v
}

// Sentinel notes the name of the package variable that holds an error.
func Sentinel(err error, name string) { explain.NameError(err, name) }

// Word returns p as an unsafe pointer, for packages that do not import unsafe.
func Word[F any](p *F) unsafe.Pointer { return unsafe.Pointer(p) }

// NoteExpression records the expression text that yielded the listed value at p. The value is shown as text if
// it is a pointer and no literal in the package path can express its target.
func NoteExpression[T any](r *Reader, p *T, path, text string) {
	if r.Log == nil {
		return
	}
	r.Log.Listed(reflect.ValueOf(p).Elem(), path, text)
}

// An Explanation collects the values that decided a clause, a Trace the calls of predicates.
type (
	Explanation = explain.Explanation
	Trace       = explain.Trace
)

// Held marks v as held by an interface; see explain.Held.
func Held(v any) any { return explain.Held(v) }

// Typed marks v with its type as the code spells it; see explain.Typed.
func Typed(v any, spelled string) any { return explain.Typed(v, spelled) }
