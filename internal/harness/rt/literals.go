package rt

import (
	"errors"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// literals are the texts of functions that generated code wrote, by the
// functions: they have no names that a person knows.
var literals sync.Map

// Literal returns f, a function that captures nothing, whose text is that.
func Literal[F any](f F, text string) F {
	w := *(*unsafe.Pointer)(unsafe.Pointer(&f))
	if _, known := literals.Load(w); !known {
		literals.Store(w, text)
	}
	return f
}

// Spelled returns f, a function that an expression gave, whose text is that
// where the input is described: only there, because each evaluation may give
// another function.
func Spelled[F any](r *Reader, f F, text string) F {
	if v := reflect.ValueOf(f); r.told != nil && v.IsValid() && v.Kind() == reflect.Func && !v.IsNil() {
		return Literal(f, text)
	}
	return f
}

// variables are the names of package variables, by the pointers that they hold, or
// the structs that are errors.
var variables sync.Map

// Variable returns v, what the package variable of that name holds: when it is
// a pointer, a person knows it by the name.
func Variable[T any](v T, name string) T {
	if p := reflect.ValueOf(v); p.IsValid() && p.Kind() == reflect.Pointer && !p.IsNil() {
		variables.LoadOrStore(p.Pointer(), name)
	}
	return v
}

// Sentinel notes the name of the package variable that holds an error. One that
// is a struct is known by its value; of pointers to nothing there may be several
// that are equal.
func Sentinel(err error, name string) {
	v := reflect.ValueOf(err)
	switch {
	case !v.IsValid():
	case v.Kind() == reflect.Struct && v.Comparable():
		variables.LoadOrStore(err, name)
	case v.Kind() == reflect.Pointer && v.Type().Elem().Size() > 0:
		Variable(err, name)
	}
}

// sentinel returns the name of the package variable that holds a struct which is
// an error.
func sentinel(v reflect.Value) (name string, ok bool) {
	if v.Kind() != reflect.Struct || !v.CanInterface() || !v.Comparable() {
		return "", false
	}
	err, ok := v.Interface().(error)
	if !ok {
		return "", false
	}
	text, ok := variables.Load(err)
	if !ok {
		return "", false
	}
	return text.(string), true
}

// message is the text of an error that errors.New made, quoted.
func message(p reflect.Value) []string {
	if p.Type() != reflect.TypeOf(errors.ErrUnsupported) {
		return nil
	}
	return []string{strconv.Quote(p.Elem().Field(0).String())}
}

// variable returns the name of the package variable that holds the pointer.
func variable(p reflect.Value) (name string, ok bool) {
	text, ok := variables.Load(p.Pointer())
	if !ok {
		return "", false
	}
	return text.(string), true
}

// Word is a pointer to what a function variable holds; packages that do not
// import unsafe use it.
func Word[F any](p *F) unsafe.Pointer { return unsafe.Pointer(p) }

// functionText is the text or the name of a function.
func functionText(v reflect.Value) string {
	pc := memory.FunctionCode(v)
	if text, ok := literals.Load(memory.InnerFunction(memory.FunctionWord(v))); ok {
		return text.(string)
	}
	f := runtime.FuncForPC(pc)
	if f == nil {
		return ""
	}
	name := stack.PlainName(f.Name())
	if strings.Contains(name, ".(*"+stack.GeneratedState) || strings.Contains(name, "."+stack.GeneratedName) || stack.Closure(name) || strings.HasSuffix(name, "-fm") {
		// An input whose answers are chosen, a literal, a method of a value: it has no name.
		return "func" + memory.SignatureName(v.Type()) + behindNameless
	}
	return instantiated(name, v.Type())
}

// behindNameless stands behind the type of a function without a name.
const behindNameless = " {…}"

// nameless tells whether the text of a function is none of Go.
func nameless(text string) bool { return text == "" || strings.HasSuffix(text, behindNameless) }
