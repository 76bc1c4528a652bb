package evaluate

import (
	"encoding/binary"
	"math"
	"reflect"
	"strconv"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// undefined is the number of what has no value, because a call panicked.
const undefined = 0

// A table numbers the values of a type. Two values have the same number when everything
// reachable from them is equal; nil slices and maps are empty ones.
type table struct {
	t   reflect.Type
	ids map[string]uint32
	// values are pointers to variables, which nobody changes; seen is a hash of what is
	// observed of each: of all that it reaches, or of what state gives for it.
	values []reflect.Value
	seen   []uint64
	// state is the call that tells values apart, nil for none.
	state *call
	// opaque is why some value equals no other.
	opaque string
	u      *Universe
}

func (u *Universe) table(t reflect.Type) *table {
	if u.tables[t] == nil {
		u.tables[t] = &table{t: t, u: u, ids: map[string]uint32{}, values: []reflect.Value{{}}, seen: []uint64{undefined}}
	}
	return u.tables[t]
}

// number returns the number of the value to which p points.
func (t *table) number(p any) uint32 {
	key, opaque := text(p)
	if opaque != "" {
		t.opaque = opaque
		key += "\x00" + strconv.Itoa(len(t.values))
	}
	if id, ok := t.ids[key]; ok {
		return id
	}
	id := uint32(len(t.values))
	t.ids[key] = id
	t.values = append(t.values, reflect.ValueOf(memory.Copies([]any{p})[0]).Elem())
	t.seen = append(t.seen, 0)
	seen := hash(key)
	if t.state != nil {
		at := t.u.apply(t.state, []uint32{id})
		seen = t.state.result.of.seen[at]
	}
	t.seen[id] = seen
	return id
}

// look returns what is observed of the value to which p points, and keeps nothing of it.
func (t *table) look(p any) uint64 {
	key, opaque := text(p)
	if id, ok := t.ids[key]; ok && opaque == "" {
		return t.seen[id]
	}
	if opaque != "" {
		id := t.number(p)
		return t.seen[id]
	}
	if t.state == nil {
		return hash(key)
	}
	c := t.state
	if c.changes {
		p = memory.Copies([]any{p})[0]
	}
	c.inputs[0].value.Set(reflect.ValueOf(p).Elem())
	if !t.u.make(c) {
		return undefined
	}
	return c.result.of.look(c.result.pointer)
}

// text is the same for equal values, and another one for values that are not.
func text(p any) (key string, opaque string) {
	switch p := p.(type) {
	case *int:
		return number(uint64(*p)), ""
	case *bool:
		if *p {
			return "1", ""
		}
		return "0", ""
	case *string:
		return *p, ""
	case *[]int:
		b := make([]byte, 0, 8*len(*p))
		for _, x := range *p {
			b = binary.LittleEndian.AppendUint64(b, uint64(x))
		}
		return string(b), ""
	case *float64:
		if *p != *p {
			return "NaN", ""
		}
		return number(math.Float64bits(*p)), ""
	}
	key, _, opaque = memory.Meaning(p)
	return key, opaque
}

func number(x uint64) string {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], x)
	return string(b[:])
}

// hash is the 64-bit FNV-1a hash of a text, mixed so that sums of such hashes differ.
func hash(s string) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * prime
	}
	return mix(h)
}

func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// appendPrint appends what tells a row from others; a row is what is seen for each sample.
func appendPrint(to []byte, row []uint64) []byte {
	var blocks [wire.Blocks]uint64
	whole, none, same := uint64(0), uint64(0), uint64(1)
	for i, seen := range row {
		if seen != row[0] {
			same = 0
		}
		if seen == undefined {
			none++
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
	return binary.LittleEndian.AppendUint64(to, same)
}
