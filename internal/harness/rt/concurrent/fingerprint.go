package concurrent

import (
	"encoding/binary"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
	"github.com/rtest-dev/rtest/internal/harness/rt/sched/sync"
)

// Fingerprint identifies a value by everything reachable from it. Pointers count by their targets, up to
// renaming; functions count by their code, channels by their elements, locks by whether they are held. Other types of
// package sync count only by their content.
func Fingerprint(v any) uint64 {
	switch v := v.(type) {
	case nil:
		return 3
	case int:
		return combine(4, uint64(v))
	case bool:
		if v {
			return 5
		}
		return 6
	case string:
		return hashText(v)
	}
	p := &printer{}
	return p.value(reflect.ValueOf(v))
}

// State identifies the state of a value, as Fingerprint does. Opaque means that some of it cannot be seen: what functions have captured,
// or what an unsafe.Pointer points to.
func State(v any) (h uint64, opaque bool) {
	p := &printer{}
	h = p.value(reflect.ValueOf(v))
	sched.Visit(p.visited)
	return h, p.opaque
}

func combine(a, b uint64) uint64 {
	x := (a ^ 0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd
	x = (x ^ x>>31) + b*0xc4ceb9fe1a85ec53
	x ^= x >> 30
	return x * 0xbf58476d1ce4e5b9
}

// hashText hashes a text in the same way in every process.
func hashText(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return combine(7, h)
}

// hashBytes hashes bytes, of which there may be many.
func hashBytes(b []byte) uint64 {
	h := uint64(len(b))
	for ; len(b) >= 8; b = b[8:] {
		h = combine(h, binary.LittleEndian.Uint64(b))
	}
	for _, x := range b {
		h = combine(h, uint64(x))
	}
	return h
}

// A printer makes the fingerprint of one value.
type printer struct {
	met visits
	// opaque means that some of the value cannot be seen. visited counts its elements and fields.
	opaque  bool
	visited int
}

// A visit is a visited pointer with its type.
type visit struct {
	p unsafe.Pointer
	t reflect.Type
}

// visits number visited pointers in order. The first ones are in a list, because most values have few.
type visits struct {
	few  []visit
	many map[visit]int
}

// mostListed is how many visits the list has at most.
const mostListed = 16

// seen returns the number of a pointer, and whether it was visited before.
func (v *visits) seen(at unsafe.Pointer, t reflect.Type) (int, bool) {
	x := visit{at, t}
	if n := slices.Index(v.few, x); n >= 0 {
		return n, true
	}
	if n := len(v.few); n < mostListed {
		if v.few == nil {
			v.few = make([]visit, 0, mostListed/2)
		}
		v.few = append(v.few, x)
		return n, false
	}
	n, met := v.many[x]
	if !met {
		if v.many == nil {
			v.many = map[visit]int{}
		}
		n = mostListed + len(v.many)
		v.many[x] = n
	}
	return n, met
}

// clone returns visits to which others can be added.
func (v *visits) clone() visits { return visits{slices.Clip(v.few), maps.Clone(v.many)} }

func (p *printer) value(v reflect.Value) uint64 {
	switch k := v.Kind(); k {
	case reflect.Invalid:
		return 3
	case reflect.Bool:
		if v.Bool() {
			return 5
		}
		return 6
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return combine(4, uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return combine(4, v.Uint())
	case reflect.Float32, reflect.Float64:
		return floating(v.Float())
	case reflect.Complex64, reflect.Complex128:
		return combine(floating(real(v.Complex())), floating(imag(v.Complex())))
	case reflect.String:
		return hashText(v.String())
	case reflect.Func:
		p.opaque = p.opaque || !v.IsNil()
		return combine(9, uint64(v.Pointer()))
	case reflect.UnsafePointer:
		if v.IsNil() {
			return 11
		}
		p.opaque = true
		return 10
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Slice:
		if v.IsNil() {
			return 11
		}
		return p.reference(v)
	case reflect.Interface:
		if v.IsNil() {
			return 3
		}
		return combine(hashText(v.Elem().Type().String()), p.value(v.Elem()))
	case reflect.Array:
		return p.list(v)
	default:
		return p.structure(v)
	}
}

// floating identifies a number; all that are none are the same.
func floating(f float64) uint64 {
	if math.IsNaN(f) {
		return 20
	}
	return combine(8, math.Float64bits(f))
}

func (p *printer) reference(v reflect.Value) uint64 {
	switch v.Kind() {
	case reflect.Pointer:
		if n, met := p.met.seen(v.UnsafePointer(), v.Type()); met {
			return combine(12, uint64(n))
		}
		return combine(13, p.value(v.Elem()))
	case reflect.Map:
		if n, met := p.met.seen(v.UnsafePointer(), v.Type()); met {
			return combine(12, uint64(n))
		}
		// The order of elements is unknown, and pointers in them are numbered in order, so each element gets a
		// fingerprint of its own.
		sum, of := uint64(v.Len()), p
		plain := isPlain(v.Type().Key()) && isPlain(v.Type().Elem())
		for it := v.MapRange(); it.Next(); {
			if !plain {
				of = &printer{met: p.met.clone()}
			}
			key := of.value(it.Key())
			sum += combine(key, of.value(it.Value()))
			if p.opaque = p.opaque || of.opaque; of != p {
				p.visited += of.visited
			}
		}
		return combine(14, sum)
	case reflect.Chan:
		return p.channel(v)
	}
	return p.list(v)
}

// isPlain reports whether values of a type are numbers, texts or truth values.
func isPlain(t reflect.Type) bool {
	return t.Kind() <= reflect.Complex128 || t.Kind() == reflect.String
}

func (p *printer) list(v reflect.Value) uint64 {
	if v.Type().Elem().Kind() == reflect.Uint8 && (v.Kind() == reflect.Slice || v.CanAddr()) {
		return combine(15, hashBytes(v.Bytes()))
	}
	h := uint64(v.Len())
	p.visited += v.Len()
	for i := range v.Len() {
		h = combine(h, p.value(v.Index(i)))
	}
	return combine(15, h)
}

// channel takes the elements of a channel out and puts them back.
func (p *printer) channel(v reflect.Value) uint64 {
	h := combine(16, uint64(v.Cap()))
	if v.Type().ChanDir() != reflect.BothDir || !v.CanAddr() {
		return combine(h, uint64(v.Len()))
	}
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	for range v.Len() {
		x, ok := v.TryRecv()
		if !ok {
			break
		}
		h = combine(h, p.value(x))
		if !trySend(v, x) {
			h = combine(h, 17) // It is closed.
		}
	}
	return h
}

// trySend is false where the channel is closed.
func trySend(c, v reflect.Value) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return c.TrySend(v)
}

// controls reports whether a type belongs to the scheduler, or replaces a type of the standard library.
func controls(t reflect.Type) bool {
	path, ok := strings.CutPrefix(t.PkgPath(), reflect.TypeFor[sched.Object]().PkgPath())
	return ok && (path == "" || path == "/sync" || path == "/time")
}

// holders counts the goroutines that hold a lock.
func holders(lock reflect.Value) int {
	if !lock.CanAddr() {
		return 0
	}
	at := lock.Addr().UnsafePointer()
	if lock.Type().Name() == "Mutex" {
		return sync.Holders((*sync.Mutex)(at))
	}
	return sync.HoldersOf((*sync.RWMutex)(at))
}

func (p *printer) structure(v reflect.Value) uint64 {
	t := v.Type()
	if controls(t) {
		switch t.Name() {
		case "Once":
			return p.value(v.FieldByName("done"))
		case "WaitGroup":
			return p.value(v.FieldByName("n"))
		case "Map":
			return p.value(v.FieldByName("m"))
		case "Mutex", "RWMutex":
			return combine(18, uint64(holders(v)))
		}
		return 18
	}
	h := uint64(19)
	p.visited += v.NumField()
	for i := range v.NumField() {
		h = combine(h, p.value(v.Field(i)))
	}
	return h
}
