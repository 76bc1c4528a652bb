package memory

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"
)

// Functions are function values by their code.
type Functions map[uintptr]unsafe.Pointer

// FunctionsIn returns the functions that are reached from what p points to.
func FunctionsIn(p any) Functions {
	v := reflect.ValueOf(p)
	w := reachOf(v)
	e := &encoder{regions: regions(w.blocks), functions: Functions{}}
	e.value(v)
	return e.functions
}

// FunctionWord returns the pointer that a function value is, nil where it cannot
// be had.
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

// FunctionCode is the code of a function, that of what it is around where it is a
// wrapper.
func FunctionCode(v reflect.Value) uintptr {
	word := FunctionWord(v)
	if in := InnerFunction(word); in != word {
		return *(*uintptr)(in)
	}
	return uintptr(v.UnsafePointer())
}

// sameFunction compares functions by their code, those that are inputs and their
// twins by what they answer.
func sameFunction(x, y reflect.Value) bool {
	if a, b := InputNumber(x), InputNumber(y); a > 0 || b > 0 {
		return a == b
	}
	return x.UnsafePointer() == y.UnsafePointer()
}

// inFlight are function values of the input in flight, by the pointers that they are.
// Generated constructors are plain functions and reach them from here only.
var inFlight inputFunctions

// inputFunctions are functions that are inputs: those with a number choose what they
// answer; those around others note calls, or look after what the contract demands.
type inputFunctions struct {
	some    atomic.Bool
	mu      sync.Mutex
	inner   map[unsafe.Pointer]unsafe.Pointer
	numbers map[unsafe.Pointer]int
}

// Wraps notes that the function outer is one around inner.
func Wraps(outer, inner unsafe.Pointer) {
	inFlight.mu.Lock()
	defer inFlight.mu.Unlock()
	if inFlight.inner == nil {
		inFlight.inner = map[unsafe.Pointer]unsafe.Pointer{}
	}
	inFlight.inner[outer] = inner
	inFlight.some.Store(true)
}

// NumberInput gives a function that is an input a number, from 1; an input and its twin
// have the same, by which they are equal.
func NumberInput(word unsafe.Pointer, number int) {
	inFlight.mu.Lock()
	defer inFlight.mu.Unlock()
	if inFlight.numbers == nil {
		inFlight.numbers = map[unsafe.Pointer]int{}
	}
	inFlight.numbers[word] = number
	inFlight.some.Store(true)
}

// InputNumber returns the number of a function, 0 where it has none.
func InputNumber(v reflect.Value) int {
	if !inFlight.some.Load() {
		return 0
	}
	inFlight.mu.Lock()
	defer inFlight.mu.Unlock()
	return inFlight.numbers[FunctionWord(v)]
}

// InnerFunction returns the function in a wrapper, and a function that is none itself.
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

// ForgetInputs begins another input.
func ForgetInputs() {
	if inFlight.some.Load() {
		inFlight.mu.Lock()
		defer inFlight.mu.Unlock()
		clear(inFlight.inner)
		clear(inFlight.numbers)
		inFlight.some.Store(false)
	}
}
