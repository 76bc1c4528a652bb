package watch

// flowSource is the source of the package through which followed values pass.
const flowSource = `package watch

import (
	"reflect"
	"sync"
	"unsafe"
)

var (
	mu   sync.Mutex
	on   bool
	seen = map[int]bool{}
	// objects are the definitions of values by their memory, cells those of what is in memory.
	objects = map[unsafe.Pointer]int{}
	cells   = map[unsafe.Pointer]int{}
	// callee is the function that is called with args, given are the results of the last call,
	// which was one of giver.
	callee, giver int
	args, given []int
)

// Begin begins a call.
func Begin() {
	mu.Lock()
	defer mu.Unlock()
	on, callee, args, given = true, 0, nil, nil
	clear(seen)
	clear(objects)
	clear(cells)
}

// Reached ends a call and returns the pairs that it reached, in no order.
func Reached() (all []int) {
	mu.Lock()
	defer mu.Unlock()
	on = false
	for n := range seen {
		all = append(all, n)
	}
	return all
}

// memory returns the address of a value's memory, or nil if it has none of its own.
func memory(x any) unsafe.Pointer {
	v := reflect.ValueOf(x)
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Func:
		return v.UnsafePointer()
	case reflect.Slice:
		if v.Cap() > 0 {
			return v.UnsafePointer()
		}
	}
	return nil
}

// Made notes that a definition made a value.
func Made[T any](def int, x T) T {
	mu.Lock()
	defer mu.Unlock()
	if p := memory(x); on && p != nil {
		objects[p] = def
	}
	return x
}

// Built is Made with the definitions of fields: the index of each, then its definition.
func Built[T any](def int, p *T, fields ...int) *T {
	mu.Lock()
	defer mu.Unlock()
	if !on {
		return p
	}
	objects[unsafe.Pointer(p)] = def
	t := reflect.TypeFor[T]()
	for i := 0; i < len(fields); i += 2 {
		cells[unsafe.Add(unsafe.Pointer(p), t.Field(fields[i]).Offset)] = fields[i+1]
	}
	return p
}

// At is the definition of what is in memory.
func At[T any](p *T) int {
	mu.Lock()
	defer mu.Unlock()
	return cells[unsafe.Pointer(p)]
}

// Store notes the definition of what is put into memory.
func Store[T any](p *T, def int) {
	mu.Lock()
	defer mu.Unlock()
	if on {
		cells[unsafe.Pointer(p)] = def
	}
}

// Use notes that what was last assigned by a definition is used.
func Use[T any](use int, x T, def int) T {
	mu.Lock()
	defer mu.Unlock()
	if on && def > 0 {
		seen[def<<16|use] = true
	}
	return x
}

// Case notes that a value comes to a use.
func Case[T any](use, def int, x T) T {
	mu.Lock()
	defer mu.Unlock()
	if !on {
		return x
	}
	if p := memory(x); p != nil {
		def = objects[p]
	}
	if def > 0 {
		seen[def<<16|use] = true
	}
	return x
}

// Pass records the definitions of the arguments of the next call.
func Pass[T any](fn int, x T, defs ...int) T {
	mu.Lock()
	defer mu.Unlock()
	callee, args = fn, defs
	return x
}

// Enter begins the function fn.
func Enter(fn int) {
	mu.Lock()
	defer mu.Unlock()
	if fn != callee {
		args = nil
	}
	callee = 0
}

// Arg is the definition of an argument.
func Arg(i int) int {
	mu.Lock()
	defer mu.Unlock()
	if i < len(args) {
		return args[i]
	}
	return 0
}

// Give records the definitions of results.
func Give[T any](x T, fn int, defs ...int) T {
	Gives(fn, defs...)
	return x
}

func Gives(fn int, defs ...int) {
	mu.Lock()
	defer mu.Unlock()
	giver, given = fn, defs
}

// Keep takes the definition of the result of a call of the function fn.
func Keep[T any](fn int, to *int, x T) T {
	mu.Lock()
	defer mu.Unlock()
	*to = 0
	if giver == fn && len(given) == 1 {
		*to = given[0]
	}
	given = nil
	return x
}
`
