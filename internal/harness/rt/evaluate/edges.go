package evaluate

import (
	"math"
	"reflect"
	"slices"
)

// Limits of edges: the number of groups between which edges are looked for, and the number of values that are added
// to a sort.
const (
	edgeGroups = 24
	mostEdges  = 120
)

// addEdges adds values at which the functions of one argument begin to treat values in another way. The values are integers, or arrays and
// slices of them, or what a function makes of one of these, such as the first address behind a network.
func (u *Universe) addEdges() {
	for sort, s := range u.ask.Sorts {
		of := u.calls[s.Target].inputs[0].of
		if !isNumeric(of.t) {
			continue
		}
		e := &edges{Universe: u, from: sort, of: of, to: sort}
		e.find()
		for _, target := range u.ask.Grow {
			c := u.calls[target]
			if from, to, ok := u.sorts(c); ok && len(from) == 1 && from[0] == sort && to != sort {
				e = &edges{Universe: u, from: sort, of: of, to: to, made: c}
				e.find()
			}
		}
	}
}

// isNumeric reports whether values of a type are integers or lists of them.
func isNumeric(t reflect.Type) bool {
	if t.Kind() == reflect.Array || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return isInteger(t)
}

func isInteger(t reflect.Type) bool { return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uintptr }

// isWide reports whether a type has integers so great that a list of such a length takes much memory.
func isWide(t reflect.Type) bool { return isInteger(t) && t.Size() > 2 }

// An edges finds the values of one sort, of numbers, at which values of another change their pattern. made makes
// these of numbers; nil if they are the numbers.
type edges struct {
	*Universe
	from, to int
	of       *table
	made     *call
	found    []uint32
}

// find looks between values of different groups, and adds what it finds to the further values of both sorts.
func (e *edges) find() {
	ends := map[uint64]bool{}
	var list []uint32
	for _, id := range e.further[e.from] {
		if p, ok := e.patternOf(id); ok && !ends[p] && len(list) < edgeGroups {
			ends[p] = true
			list = append(list, id)
		}
	}
	if len(list) > 0 && e.of.t.Kind() == reflect.Array && e.of.t.Elem().Size() == 1 {
		e.scan(list[0])
	}
	for i := 1; i < len(list); i++ {
		e.between(list[0], list[i])
		e.between(list[i-1], list[i])
	}
	e.addFurther(e.from, e.found)
	if e.made == nil {
		return
	}
	var made []uint32
	for _, id := range e.found {
		made = append(made, e.apply(e.made, []uint32{id}))
	}
	e.addFurther(e.to, made)
}

// patternOf returns the pattern of what a value makes; ok is false if it makes none.
func (e *edges) patternOf(id uint32) (pattern uint64, ok bool) {
	of := e.of
	if e.made != nil {
		id, of = e.apply(e.made, []uint32{id}), e.made.result.of
	}
	if id == undefined {
		return 0, false
	}
	return e.pattern(e.strata[e.to], of, id), true
}

// between changes the numbers of a value one by one to those of another, from the first to the last, and from the last to
// the first. Where a change of one number changes the pattern, it looks for the step of 1 that does.
func (e *edges) between(from, to uint32) {
	for _, backward := range []bool{false, true} {
		a, b := e.numbers(from), e.numbers(to)
		if len(a) != len(b) {
			return
		}
		for i := range a {
			if backward {
				i = len(a) - 1 - i
			}
			if a[i] != b[i] {
				e.split(a, i, a[i], b[i])
				a[i] = b[i]
			}
		}
	}
}

// scan looks between all values of each byte of an array, where the others are those of a value.
func (e *edges) scan(from uint32) {
	at := e.numbers(from)
	for i := range at {
		for n := range uint64(math.MaxUint8) {
			e.split(at, i, n, n+1)
		}
	}
}

// split looks for neighbours between two values of the i-th number that have different patterns.
func (e *edges) split(at []uint64, i int, lo, hi uint64) {
	p, ok := e.patternAt(at, i, lo)
	q, also := e.patternAt(at, i, hi)
	if p == q && ok == also || len(e.found) >= mostEdges {
		return
	}
	step := hi - lo
	if int64(step) == 1 || int64(step) == -1 {
		e.add(at, i, lo)
		e.add(at, i, hi)
		return
	}
	mid := lo + uint64(int64(step)/2)
	e.split(at, i, lo, mid)
	e.split(at, i, mid, hi)
}

func (e *edges) patternAt(at []uint64, i int, n uint64) (uint64, bool) {
	with := slices.Clone(at)
	with[i] = n
	return e.patternOf(e.value(with))
}

// add adds a value with the i-th number n, and those in which all bits of the numbers behind it are 0, or 1: these are
// the next to the values on the other side.
func (e *edges) add(at []uint64, i int, n uint64) {
	for _, rest := range []uint64{0, math.MaxUint64, 1} {
		with := slices.Clone(at)
		with[i] = n
		if rest != 1 {
			for k := range with[i+1:] {
				with[i+1+k] = rest
			}
		}
		if id := e.value(with); isNew(e.found, id) {
			e.found = append(e.found, id)
		}
	}
}

// numbers returns the numbers of a value.
func (e *edges) numbers(id uint32) (list []uint64) {
	v := e.of.values[id]
	if isInteger(v.Type()) {
		return []uint64{bits(v)}
	}
	for i := range v.Len() {
		list = append(list, bits(v.Index(i)))
	}
	return list
}

// value returns the number of the value with some numbers.
func (e *edges) value(list []uint64) uint32 {
	v := reflect.New(e.of.t)
	x := v.Elem()
	switch x.Kind() {
	case reflect.Slice:
		x.Set(reflect.MakeSlice(e.of.t, len(list), len(list)))
		fallthrough
	case reflect.Array:
		for i, n := range list {
			setBits(x.Index(i), n)
		}
	default:
		setBits(x, list[0])
	}
	return e.of.number(v.Interface())
}

func bits(v reflect.Value) uint64 {
	if v.CanInt() {
		return uint64(v.Int())
	}
	return v.Uint()
}

// setBits sets an integer to the lowest bits of a number.
func setBits(v reflect.Value, n uint64) {
	size := v.Type().Bits()
	if v.CanInt() {
		v.SetInt(int64(n<<(64-size)) >> (64 - size))
		return
	}
	v.SetUint(n << (64 - size) >> (64 - size))
}
