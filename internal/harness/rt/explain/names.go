package explain

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

// NameFunction gives a function of generated code, which has no name that a person
// knows, a text.
func NameFunction(word unsafe.Pointer, text string) {
	if _, known := literals.Load(word); !known {
		literals.Store(word, text)
	}
}

// variables are the names of package variables, by the pointers that they hold, or
// the structs that are errors.
var variables sync.Map

// NameVariable gives what a pointer of a package variable points to the name of that.
func NameVariable(p reflect.Value, name string) {
	if p.IsValid() && p.Kind() == reflect.Pointer && !p.IsNil() {
		variables.LoadOrStore(p.Pointer(), name)
	}
}

// NameError gives an error the name of the package variable that holds it. One that
// is a struct is known by its value; of pointers to nothing there may be several
// that are equal.
func NameError(err error, name string) {
	v := reflect.ValueOf(err)
	switch {
	case !v.IsValid():
	case v.Kind() == reflect.Struct && v.Comparable():
		variables.LoadOrStore(err, name)
	case v.Kind() == reflect.Pointer && v.Type().Elem().Size() > 0:
		NameVariable(v, name)
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

// Nameless tells whether the text of a function is none of Go.
func Nameless(text string) bool { return text == "" || strings.HasSuffix(text, behindNameless) }
