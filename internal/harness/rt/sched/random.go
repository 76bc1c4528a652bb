package sched

import (
	"math"
	"reflect"
	"unsafe"
)

// Random returns a pseudorandom number. It depends on the goroutine and on how many numbers that has taken in
// this schedule. So the same schedule yields the same numbers, and the order in which goroutines take them does
// not matter.
func Random() uint64 {
	g := the.cur
	if g == nil {
		the.taken++
		return mix(2, the.taken)
	}
	g.taken++
	the.tell()
	return mix(mix(3, g.name), g.taken)
}

// Random32 returns Random as the runtime's fastrand does.
func Random32() uint32 { return uint32(Random() >> 32) }

// RandomWord returns Random as the runtime's fastrandu does.
func RandomWord() uint { return uint(Random()) }

// Random32n returns a number below n, which is not 0.
func Random32n(n uint32) uint32 { return uint32(uint64(Random32()) * uint64(n) >> 32) }

// Hash returns a hash of memory, as the runtime's memhash does. It is the same in each process.
func Hash(p unsafe.Pointer, seed, size uintptr) uintptr {
	h := mix(uint64(seed), uint64(size))
	for _, b := range unsafe.Slice((*byte)(p), size) {
		h = mix(h, uint64(b))
	}
	return uintptr(h)
}

// HashString returns a hash of the string at p, as the runtime's strhash does.
func HashString(p unsafe.Pointer, seed uintptr) uintptr {
	s := *(*string)(p)
	return Hash(unsafe.Pointer(unsafe.StringData(s)), seed, uintptr(len(s)))
}

// Hash32 and Hash64 return a hash of the number at p, as the runtime's memhash32 and memhash64 do.
func Hash32(p unsafe.Pointer, seed uintptr) uintptr { return Hash(p, seed, 4) }

// Hash64 is Hash32 for eight bytes.
func Hash64(p unsafe.Pointer, seed uintptr) uintptr { return Hash(p, seed, 8) }

// HashValue returns a hash of the value at p, of the type that t is, as the runtime's typehash does.
func HashValue[T uintptr | unsafe.Pointer](t T, p unsafe.Pointer, seed uintptr) uintptr {
	var of any
	*(*T)(unsafe.Pointer(&of)) = t
	return hashValue(reflect.NewAt(reflect.TypeOf(of), p).Elem(), seed)
}

// HashInterface returns a hash of the interface at p, as the runtime's nilinterhash does.
func HashInterface(p unsafe.Pointer, seed uintptr) uintptr {
	return hashValue(reflect.ValueOf((*any)(p)).Elem(), seed)
}

// HashComparable returns a hash of a value. Values that are equal have one hash.
func HashComparable[T comparable](v T, seed uintptr) uintptr {
	return hashValue(reflect.ValueOf(&v).Elem(), seed)
}

// hashValue returns a hash of a value that can be compared.
func hashValue(v reflect.Value, seed uintptr) uintptr {
	h := uint64(seed)
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			h = mix(h, 1)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		h = mix(h, uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		h = mix(h, v.Uint())
	case reflect.Float32, reflect.Float64:
		h = mix(h, math.Float64bits(v.Float()+0)) // -0 is 0.
	case reflect.Complex64, reflect.Complex128:
		c := v.Complex()
		h = mix(mix(h, math.Float64bits(real(c)+0)), math.Float64bits(imag(c)+0))
	case reflect.String:
		s := v.String()
		return Hash(unsafe.Pointer(unsafe.StringData(s)), seed, uintptr(len(s)))
	case reflect.Interface:
		if v.IsNil() {
			return seed
		}
		t := v.Elem().Type().String()
		return hashValue(v.Elem(), Hash(unsafe.Pointer(unsafe.StringData(t)), seed, uintptr(len(t))))
	case reflect.Array:
		for i := range v.Len() {
			h = uint64(hashValue(v.Index(i), uintptr(h)))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				h = uint64(hashValue(v.Field(i), uintptr(h)))
			}
		}
	case reflect.Pointer, reflect.Chan, reflect.UnsafePointer:
		h = mix(h, uint64(v.Pointer()))
	default:
		panic("runtime error: hash of unhashable type " + v.Type().String())
	}
	return uintptr(h)
}

// Nanotime returns the time of the logical clock.
func Nanotime() int64 { return Now().UnixNano() }

// Pin replaces the function that keeps a goroutine on its processor. There is one processor, 0.
func Pin() int { return 0 }

// Unpin ends Pin.
func Unpin() {}

// Spin lets others go first, instead of waiting for some cycles of the processor.
func Spin(uint32) { Gosched() }
