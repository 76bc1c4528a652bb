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

// literals are the texts of functions in generated code, by function word. These functions have no
// names that a person knows.
var literals sync.Map

// NameFunction gives a text to a function of generated code.
func NameFunction(word unsafe.Pointer, text string) {
	if _, known := literals.Load(word); !known {
		literals.Store(word, text)
	}
}

// variables are the names of package variables. The keys are the pointers that they hold, or the
// structs that are errors.
var variables sync.Map

// NameVariable notes that the package variable name holds the pointer p.
func NameVariable(p reflect.Value, name string) {
	if p.IsValid() && p.Kind() == reflect.Pointer && !p.IsNil() {
		variables.LoadOrStore(p.Pointer(), name)
	}
}

// NameError notes that the package variable name holds err. An error that is a struct is recognized
// by its value. Pointers to empty structs are not named, because several may be equal.
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

// errorVariable returns the name of the package variable that holds an error that is a struct.
func errorVariable(v reflect.Value) (name string, ok bool) {
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

// errorMessage returns the quoted text of an error that errors.New made.
func errorMessage(p reflect.Value) []string {
	if p.Type() != reflect.TypeOf(errors.ErrUnsupported) {
		return nil
	}
	return []string{strconv.Quote(p.Elem().Field(0).String())}
}

// pointerVariable returns the name of the package variable that holds the pointer.
func pointerVariable(p reflect.Value) (name string, ok bool) {
	text, ok := variables.Load(p.Pointer())
	if !ok {
		return "", false
	}
	return text.(string), true
}

// functionText returns the text or the name of a function.
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
		// A function input that chooses its answers, a literal, or a method value has no name.
		return "func" + memory.SignatureName(v.Type()) + namelessSuffix
	}
	return withTypeArgument(name, v.Type())
}

// namelessSuffix follows the type of a function without a name.
const namelessSuffix = " {…}"

// Nameless reports whether the text of a function is not Go.
func Nameless(text string) bool { return text == "" || strings.HasSuffix(text, namelessSuffix) }
