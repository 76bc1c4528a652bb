package evaluate

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// undefined is the number of a missing value, because a call panicked.
const undefined = 0

// A table numbers the values of a type. Two values have the same number if everything reachable from them is
// equal; nil slices and maps count as empty ones. Hashes of 64 bits distinguish them.
type table struct {
	t   reflect.Type
	ids map[uint64]uint32
	// values are pointers to variables that nothing changes. seen has for each a hash of everything
	// reachable from it, or of the result of state for it.
	values []reflect.Value
	seen   []uint64
	// keys are hashes that are the same in each process.
	keys []uint64
	// state is the call that distinguishes values, or nil.
	state *call
	// opaque is the reason why some value equals no other.
	opaque string
	// plain says that values share nothing with others that calls which do not change their arguments could
	// change: they have no slices, which append may write behind, and no maps or interfaces.
	plain bool
	// flat is how values are copied, or nil.
	flat *flat
	u    *Universe
}

func (u *Universe) table(t reflect.Type) *table {
	if u.tables[t] == nil {
		u.tables[t] = &table{t: t, u: u, ids: map[uint64]uint32{}, values: []reflect.Value{{}}, seen: []uint64{undefined}, keys: []uint64{undefined}, plain: plain(t, map[reflect.Type]bool{}), flat: flatOf(t)}
	}
	return u.tables[t]
}

// plain tells whether no slice, map, interface, function or channel is part of a type; seen are the types that were
// looked at.
func plain(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Slice, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return false
	case reflect.Pointer, reflect.Array:
		return plain(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if !plain(t.Field(i).Type, seen) {
				return false
			}
		}
	}
	return true
}

// copied returns a value that shares nothing with the variable v that could change: v itself if there is no such thing. A slice has
// no spare capacity, in which a function such as slices.Insert would change it.
func (t *table) copied(v reflect.Value) reflect.Value {
	if t.plain {
		return v
	}
	if xs, ok := v.Addr().Interface().(*[]int); ok && *xs != nil {
		return reflect.ValueOf(slices.Clip(slices.Clone(*xs)))
	}
	return t.duplicate(v)
}

// duplicate returns a copy of the variable v, with all that it refers to.
func (t *table) duplicate(v reflect.Value) reflect.Value {
	if t.flat != nil {
		if to, ok := t.flat.copy(v); ok {
			return to
		}
	}
	return reflect.ValueOf(memory.Copies([]any{v.Addr().Interface()})[0]).Elem()
}

// number returns the number of the value to which p points.
func (t *table) number(p any) uint32 {
	key, opaque := t.u.hash(p)
	if opaque != "" {
		t.opaque = opaque
		key = mix(key + uint64(len(t.values)))
	}
	if id, ok := t.ids[key]; ok {
		return id
	}
	id := uint32(len(t.values))
	t.ids[key] = id
	kept := reflect.New(t.t).Elem()
	kept.Set(t.copied(reflect.ValueOf(p).Elem()))
	t.values = append(t.values, kept)
	t.seen = append(t.seen, 0)
	t.keys = append(t.keys, key)
	seen := key
	if t.state != nil {
		at := t.u.apply(t.state, []uint32{id})
		seen = t.state.result.of.seen[at]
	}
	t.seen[id] = seen
	return id
}

// look returns an observation of the value to which p points, without numbering the value.
func (t *table) look(p any) uint64 {
	if t.state == nil {
		key, opaque := t.u.hash(p)
		if opaque != "" {
			return t.seen[t.number(p)]
		}
		return key
	}
	c := t.state
	c.set(0, reflect.ValueOf(p).Elem())
	if !t.u.make(c) {
		return undefined
	}
	return c.result.of.look(c.result.pointer)
}

// hash returns a number that is equal for equal values. Different values have different numbers,
// except for two in 2⁶⁴.
func (u *Universe) hash(p any) (key uint64, opaque string) {
	switch p := p.(type) {
	case *int:
		return mix(seed + uint64(*p)), ""
	case *bool:
		if *p {
			return mix(seed + 1), ""
		}
		return mix(seed), ""
	case *string:
		return hash(*p), ""
	case *[]int:
		h := uint64(seed)
		for _, x := range *p {
			h = mix(h^uint64(x)) + seed
		}
		return mix(h), ""
	case *float64:
		if *p != *p {
			return mix(seed + math.Float64bits(math.NaN())), ""
		}
		return mix(seed + math.Float64bits(*p)), ""
	}
	text, _, opaque := memory.Meaning(p)
	return hash(text), opaque
}

// hash returns a 64-bit hash of a text. The hashes are suited for being summed.
func hash(s string) uint64 {
	h := uint64(seed) + uint64(len(s))
	for ; len(s) >= 8; s = s[8:] {
		h = mix(h^word(s)) + seed
	}
	var rest uint64
	for i := range len(s) {
		rest |= uint64(s[i]) << (8 * i)
	}
	return mix(h ^ rest)
}

// word returns the first eight bytes of s as a number.
func word(s string) (w uint64) {
	_ = s[7]
	for i := range 8 {
		w |= uint64(s[i]) << (8 * i)
	}
	return w
}

// seed is the initial value of hashes. It is not 0, because mix keeps 0, which is the number of undefined.
const seed = 0x9e3779b97f4a7c15

// mix permutes the 64-bit numbers.
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// appendPrint appends the print of a row. A row has an observation for each sample.
func appendPrint(to []byte, row []uint64) []byte {
	var blocks [wire.Blocks]uint64
	whole, none, single, first := uint64(0), uint64(0), uint64(1), uint64(undefined)
	for i, seen := range row {
		switch {
		case seen == undefined:
			none++
		case first == undefined:
			first = seen
		case first != seen:
			single = 0
		}
		b := &blocks[i%wire.Blocks]
		*b = mix(*b^seen) + 1
	}
	for _, b := range blocks {
		whole = mix(whole^b) + 1
	}
	to = binary.LittleEndian.AppendUint64(to, whole)
	for _, b := range blocks {
		to = binary.LittleEndian.AppendUint64(to, b)
	}
	to = binary.LittleEndian.AppendUint64(to, none)
	return binary.LittleEndian.AppendUint64(to, single)
}
