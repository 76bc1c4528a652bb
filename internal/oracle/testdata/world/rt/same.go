// What the harness's equal.go needs of the rest of its runtime, for functions that are
// no inputs and values without parts of package sync.

package rt

import (
	"reflect"
	"sync"
)

func sameFunction(x, y reflect.Value) bool { return x.UnsafePointer() == y.UnsafePointer() }

func atomicPointee(v reflect.Value) (reflect.Value, bool) { return v, false }

func syncMap(reflect.Value) (*sync.Map, bool) { return nil, false }

func plainMap(*sync.Map) map[any]any { return nil }
