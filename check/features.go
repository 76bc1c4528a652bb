package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
)

// features says of what kind an input is: whether its numbers are zero, one,
// greater or negative, how many elements its containers have and in what order,
// which of its alternatives it takes, and how its numbers lie to each other, to
// the lengths of its containers and to their elements. Tests whose inputs differ
// in kind see faults that tests of the same code with one kind do not.
func features(u *harness.Unit, shapes []value.Shape, stream []int64) map[string]bool {
	f := &featuring{unit: u, stream: stream, found: map[string]bool{}}
	for i, s := range shapes {
		f.value(fmt.Sprint(i), s, 0)
	}
	f.relations()
	return f.found
}

// deepest is how many steps into an input its parts are told apart; what is
// deeper is taken with what is above it.
const deepest = 3

// A featuring reads a stream by shapes.
type featuring struct {
	unit   *harness.Unit
	stream []int64
	at     int
	found  map[string]bool
	// numbers and sequences are the inputs themselves, and the fields of those
	// that are structs.
	numbers   []number
	sequences []sequence
}

type number struct {
	path string
	n    int64
}

// A sequence is a container of numbers or characters.
type sequence struct {
	path  string
	elems []int64
	// plain says that the elements are numbers like inputs.
	plain bool
}

func (f *featuring) next() int64 {
	if f.at >= len(f.stream) {
		return 0
	}
	f.at++
	return f.stream[f.at-1]
}

func (f *featuring) has(path, what string) { f.found[path+" "+what] = true }

// value reads one value. Depth is the number of steps to it.
func (f *featuring) value(path string, s value.Shape, depth int) {
	inner := path
	if depth >= deepest {
		inner = path + "…"
	}
	switch s := s.(type) {
	case *value.Bool:
		f.has(path, fmt.Sprint(f.next() != 0))
	case *value.Int:
		n := f.next()
		f.sign(path, cmp.Compare(n, 0), n != 0 && n != 1 && n != -1)
		if depth <= 1 {
			f.numbers = append(f.numbers, number{path, n})
		}
	case *value.Listed:
		f.has(path, fmt.Sprint("value ", f.next()))
	case *value.Float:
		f.float(path)
	case *value.Complex:
		f.float(path + ".re")
		f.float(path + ".im")
	case *value.String:
		f.sequence(path, f.many(f.next(), func(int) {}), false, depth)
	case *value.Pointer:
		if f.nilness(path, f.next() == 0) {
			f.value(inner+"*", s.Elem.Shape, depth+1)
		}
	case *value.Struct:
		for _, field := range s.Fields {
			f.value(inner+"."+field.Name, field.Shape, depth+1)
		}
	case *value.Array:
		f.elements(inner, s.Elem.Shape, int64(s.Len), depth)
	case *value.Slice:
		n := f.next()
		if s.Room && n >= 0 && f.next() > 0 {
			f.has(path, "room")
		}
		f.elements(inner, s.Elem.Shape, n, depth)
	case *value.Map:
		n := f.next()
		f.length(path, n)
		for range max(n, 0) {
			f.value(inner+"[key]", s.Key.Shape, depth+1)
			f.value(inner+"[…]", s.Elem.Shape, depth+1)
		}
	case *value.Interface:
		i := f.next()
		f.has(path, fmt.Sprint("alternative ", i))
		if i >= 0 && i < int64(len(s.Alts)) {
			f.value(fmt.Sprintf("%s(%d)", inner, i), s.Alts[i].Shape, depth+1)
		}
	case *value.Func:
		f.nilness(path, f.next() < 0)
	case *value.Calls:
		f.has(path, fmt.Sprint("calls ", min(f.calls(path, s), 3)))
	case *value.Zero, *value.Drawn, *value.Unsupported:
	}
}

func (f *featuring) nilness(path string, isNil bool) (there bool) {
	if isNil {
		f.has(path, "nil")
	} else {
		f.has(path, "not nil")
	}
	return !isNil
}

func (f *featuring) sign(path string, sign int, big bool) {
	f.has(path, [...]string{"negative", "zero", "positive"}[sign+1])
	if big {
		f.has(path, "greater than one")
	}
}

func (f *featuring) float(path string) {
	x := math.Float64frombits(uint64(f.next()))
	switch {
	case math.IsNaN(x):
		f.has(path, "NaN")
	case math.IsInf(x, 0):
		f.has(path, "infinite")
	case x != math.Trunc(x):
		f.has(path, "fraction")
	}
	f.sign(path, cmp.Compare(x, 0), math.Abs(x) > 1)
}

func (f *featuring) length(path string, n int64) {
	f.has(path, fmt.Sprint("length ", min(n, 3)))
}

// many reads n numbers that lie side by side.
func (f *featuring) many(n int64, also func(int)) []int64 {
	var out []int64
	for i := range max(n, 0) {
		out = append(out, f.next())
		also(int(i))
	}
	return out
}

func (f *featuring) elements(path string, elem value.Shape, n int64, depth int) {
	if _, ok := elem.(*value.Int); !ok {
		f.length(path, n)
		for range max(n, 0) {
			f.value(path+"[]", elem, depth+1)
		}
		return
	}
	from := f.at
	elems := f.many(n, func(int) {})
	f.at = from
	for range elems {
		f.value(path+"[]", elem, depth+2)
	}
	f.sequence(path, elems, true, depth)
}

// sequence notes how neighbours in a container lie to each other.
func (f *featuring) sequence(path string, elems []int64, plain bool, depth int) {
	f.length(path, int64(len(elems)))
	for i := 1; i < len(elems); i++ {
		f.has(path, [...]string{"falls", "repeats", "rises"}[1+cmp.Compare(elems[i], elems[i-1])])
	}
	if depth <= 1 {
		f.sequences = append(f.sequences, sequence{path, elems, plain})
	}
}

// calls reads the calls that build a value and returns their number.
func (f *featuring) calls(path string, s *value.Calls) int {
	if f.next() >= 0 || f.unit == nil || s.Builder >= len(f.unit.Builders) {
		f.next()
		return 0
	}
	index := f.next()
	f.next()
	of := f.unit.Builders[s.Builder]
	if index < 0 || index >= int64(len(of.Callees)) {
		return 0
	}
	c := of.Callees[index]
	f.has(path, fmt.Sprint("call of ", index))
	shapes, n := f.unit.Targets[c.Target].Shapes, 1
	if c.Step && len(shapes) > 0 {
		if _, ok := shapes[0].(*value.Pointer); ok {
			f.next()
		}
		n += f.calls(path, s)
		shapes = shapes[1:]
	}
	for i, shape := range shapes {
		f.value(fmt.Sprintf("%s(call %d, %d)", path, index, i), shape, deepest)
	}
	return n
}

// relations notes how inputs lie to each other.
func (f *featuring) relations() {
	compared := func(a, b string, x, y int64) {
		f.has(a, [...]string{"less than ", "equal to ", "greater than "}[1+cmp.Compare(x, y)]+b)
	}
	for i, a := range f.numbers {
		for _, b := range f.numbers[:i] {
			compared(b.path, a.path, b.n, a.n)
		}
		for _, s := range f.sequences {
			n := int64(len(s.elems))
			compared(a.path, "the length of "+s.path, a.n, n)
			if a.n == n-1 {
				f.has(a.path, "last of "+s.path)
			}
			if s.plain {
				f.has(a.path, place(s.elems, a.n)+" "+s.path)
			}
		}
	}
	for i, a := range f.sequences {
		for _, b := range f.sequences[:i] {
			compared(b.path, "the length of "+a.path, int64(len(b.elems)), int64(len(a.elems)))
			if len(a.elems) > 0 && slices.Equal(a.elems, b.elems) {
				f.has(a.path, "same as "+b.path)
			}
		}
	}
}

// place says where a number is among others.
func place(elems []int64, n int64) string {
	switch i := slices.Index(elems, n); {
	case i < 0:
		return "not in"
	case i == 0:
		return "first of"
	case i == len(elems)-1:
		return "last element of"
	}
	return "within"
}
