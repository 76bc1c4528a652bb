package memory

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Functions holds function values by their code pointers.
type Functions map[uintptr]unsafe.Pointer

// FunctionsIn returns the functions reachable from the value that p points to.
func FunctionsIn(p any) Functions {
	v := reflect.ValueOf(p)
	w := reachOf(v)
	e := &encoder{regions: regions(w.blocks), functions: Functions{}}
	e.value(v)
	return e.functions
}

// FunctionWord returns the pointer that represents a function value, or nil if v does not give
// access to it.
func FunctionWord(v reflect.Value) unsafe.Pointer {
	switch {
	case v.CanAddr():
		return *(*unsafe.Pointer)(v.Addr().UnsafePointer())
	case v.CanInterface():
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		return *(*unsafe.Pointer)(p.UnsafePointer())
	}
	return nil
}

// FunctionCode returns the code pointer of a function; of a wrapper, that of the wrapped function.
func FunctionCode(v reflect.Value) uintptr {
	word := FunctionWord(v)
	if in := InnerFunction(word); in != word {
		return *(*uintptr)(in)
	}
	return uintptr(v.UnsafePointer())
}

// sameFunction compares functions by their code; function inputs and their twins by their numbers,
// as they answer the same.
func sameFunction(x, y reflect.Value) bool {
	if a, b := InputNumber(x), InputNumber(y); a > 0 || b > 0 {
		return a == b
	}
	return x.UnsafePointer() == y.UnsafePointer()
}

// inFlight are the function values of the input in flight. Generated constructors are plain
// functions and can reach it only here.
var inFlight inputFunctions

// inputFunctions are functions among the inputs. Those with a number choose their answers. Wrappers
// log calls, or check what the contract demands.
type inputFunctions struct {
	some    atomic.Bool
	mu      sync.Mutex
	inner   map[unsafe.Pointer]unsafe.Pointer
	numbers map[unsafe.Pointer]int
}

// Wraps notes that the function outer wraps inner.
func Wraps(outer, inner unsafe.Pointer) {
	inFlight.mu.Lock()
	defer inFlight.mu.Unlock()
	if inFlight.inner == nil {
		inFlight.inner = map[unsafe.Pointer]unsafe.Pointer{}
	}
	inFlight.inner[outer] = inner
	inFlight.some.Store(true)
}

// NumberInput gives a function input a number, from 1. The function of the twin has the same number, so the two
// are equal.
func NumberInput(word unsafe.Pointer, number int) {
	inFlight.mu.Lock()
	defer inFlight.mu.Unlock()
	if inFlight.numbers == nil {
		inFlight.numbers = map[unsafe.Pointer]int{}
	}
	inFlight.numbers[word] = number
	inFlight.some.Store(true)
}

// InputNumber returns the number of a function, or 0 if it has none.
func InputNumber(v reflect.Value) int {
	if !inFlight.some.Load() {
		return 0
	}
	inFlight.mu.Lock()
	defer inFlight.mu.Unlock()
	return inFlight.numbers[FunctionWord(v)]
}

// InnerFunction returns the function inside all wrappers, or f itself.
func InnerFunction(f unsafe.Pointer) unsafe.Pointer {
	if !inFlight.some.Load() {
		return f
	}
	inFlight.mu.Lock()
	defer inFlight.mu.Unlock()
	for range len(inFlight.inner) {
		in, ok := inFlight.inner[f]
		if !ok {
			break
		}
		f = in
	}
	return f
}

// ForgetInputs forgets the functions of the input in flight.
func ForgetInputs() {
	if inFlight.some.Load() {
		inFlight.mu.Lock()
		defer inFlight.mu.Unlock()
		clear(inFlight.inner)
		clear(inFlight.numbers)
		inFlight.some.Store(false)
	}
}
