package read

import (
	"reflect"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// noteReached notes the memory that a value built by calls reaches, so that
// pointers into it and into its twin can be compared: both were made by the
// same calls, and the walk meets their parts in the same order.
func (r *Reader) noteReached(p any) {
	r.Blocks = append(r.Blocks, memory.ReachedFrom(reflect.ValueOf(p))...)
}

// NoteListed notes what the value at p reaches, one of a list: its expression
// was evaluated for the input and once more for the twin.
func NoteListed[T any](r *Reader, p *T) {
	if v := reflect.ValueOf(p).Elem(); r.noting && !memory.Plain(v.Type()) {
		r.Blocks = append(r.Blocks, memory.ReachedFrom(v)...)
	}
}

// Wraps notes that the function to which outer points is one around that to which
// inner points.
func Wraps(outer, inner unsafe.Pointer) {
	memory.Wraps(*(*unsafe.Pointer)(outer), *(*unsafe.Pointer)(inner))
}

// Equal tells whether everything reachable from x and y is equal, as memory.Equal does.
func Equal(x, y any) bool { return memory.Equal(x, y) }

// EqualAll is Equal of the variables to which xs and ys point, as memory.EqualAll does.
func EqualAll(xs, ys []any, room bool) bool { return memory.EqualAll(xs, ys, room) }

// Same compares x and y as Go's == does, but for the twin, as memory.Same does.
func Same(x, y any) bool { return memory.Same(x, y) }

// Literal returns f, a function that captures nothing, whose text is that.
func Literal[F any](f F, text string) F {
	explain.NameFunction(*(*unsafe.Pointer)(unsafe.Pointer(&f)), text)
	return f
}

// Spelled returns f, a function that an expression gave, whose text is that
// where the input is described: only there, because each evaluation may give
// another function.
func Spelled[F any](r *Reader, f F, text string) F {
	if v := reflect.ValueOf(f); r.Log != nil && v.IsValid() && v.Kind() == reflect.Func && !v.IsNil() {
		return Literal(f, text)
	}
	return f
}

// Variable returns v, what the package variable of that name holds: when it is
// a pointer, a person knows it by the name.
func Variable[T any](v T, name string) T {
	explain.NameVariable(reflect.ValueOf(v), name)
	return v
}

// Sentinel notes the name of the package variable that holds an error.
func Sentinel(err error, name string) { explain.NameError(err, name) }

// Word is a pointer to what a function variable holds; packages that do not
// import unsafe use it.
func Word[F any](p *F) unsafe.Pointer { return unsafe.Pointer(p) }

// NoteExpression has the value at p, which an expression of a list gave, shown as that
// where it is a pointer and no literal in the package of that path can say what is there.
func NoteExpression[T any](r *Reader, p *T, path, text string) {
	if r.Log == nil {
		return
	}
	r.Log.Listed(reflect.ValueOf(p).Elem(), path, text)
}

// An Explanation collects what decided a clause, a Trace the calls of predicates.
type (
	Explanation = explain.Explanation
	Trace       = explain.Trace
)

// Held marks a value as what an interface holds, as explain.Held does.
func Held(v any) any { return explain.Held(v) }

// Typed marks a value with its type as the code spells it, as explain.Typed does.
func Typed(v any, spelled string) any { return explain.Typed(v, spelled) }
