package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/check/states"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// features returns the kinds of an input. They say whether its numbers are zero, one, greater or
// negative, how many elements its containers have and in what order, and which alternatives it
// takes. They also relate its numbers to each other, and to the lengths and elements of its
// containers. Inputs of different kinds reveal faults that inputs of one kind miss in the same
// code.
func features(roots []*decode.Node) map[string]bool {
	f := &featureCollector{found: map[string]bool{}}
	for i, n := range roots {
		f.value(fmt.Sprint(i), n, 0)
	}
	f.relations()
	return f.found
}

// deepest is the depth up to which the parts of an input are distinguished. Deeper parts share the
// path of that depth.
const deepest = 3

// featureCollector collects the kinds of an input.
type featureCollector struct {
	found map[string]bool
	// numbers and sequences are the inputs themselves and their fields.
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
	// plain means that the elements are numbers comparable with inputs.
	plain bool
}

func (f *featureCollector) has(path, what string) { f.found[path+" "+what] = true }

// value collects the kinds of one value. Depth is the number of steps to it.
func (f *featureCollector) value(path string, n *decode.Node, depth int) {
	inner := path
	if depth >= deepest {
		inner = path + "…"
	}
	switch s := n.Shape.(type) {
	case *value.Bool:
		f.has(path, fmt.Sprint(n.Own[0] != 0))
	case *value.Int:
		v := n.Own[0]
		f.sign(path, cmp.Compare(v, 0), v != 0 && v != 1 && v != -1)
		if depth <= 1 {
			f.numbers = append(f.numbers, number{path, v})
		}
	case *value.Listed:
		f.has(path, fmt.Sprint("value ", n.Own[0]))
	case *value.Float:
		f.float(path, n.Own[0])
	case *value.Complex:
		f.float(path+".re", n.Own[0])
		f.float(path+".im", n.Own[1])
	case *value.String:
		f.sequence(path, n.Own[1:], false, depth)
	case *value.Pointer:
		f.nilness(path, n.Own[0] == 0)
		f.parts(n.Kids, depth, inner+"*")
	case *value.Reference:
		f.nilness(path, n.Own[0] == 0)
	case *value.Heap:
		f.value(path, n.Kids[0], depth)
		f.parts(n.Kids[1:], depth, inner+"#")
	case *value.Objects:
		f.length(path, n.Own[0])
		f.parts(n.Kids, depth, inner+"*")
	case *value.Struct:
		for i, field := range s.Fields {
			f.value(inner+"."+field.Name, n.Kids[i], depth+1)
		}
	case *value.Array:
		f.elements(inner, s.Elem.Shape, n.Kids, int64(s.Len), depth)
	case *value.Slice:
		if len(n.Own) > 1 && n.Own[1] > 0 {
			f.has(path, "room")
		}
		f.elements(inner, s.Elem.Shape, n.Kids, n.Own[0], depth)
	case *value.Map:
		f.length(path, n.Own[0])
		f.parts(n.Kids, depth, inner+"[key]", inner+"[…]")
	case *value.Interface:
		f.has(path, fmt.Sprint("alternative ", n.Own[0]))
		f.parts(n.Kids, depth, fmt.Sprintf("%s(%d)", inner, n.Own[0]))
	case *value.Aliased:
		f.aliased(path, n, depth)
	case *value.Func:
		f.nilness(path, n.Own[0] < 0)
	case *value.Calls:
		f.has(path, fmt.Sprint("calls ", min(f.calls(path, n), 3)))
	}
}

// aliased collects the kinds of an input that may be the memory of another.
func (f *featureCollector) aliased(path string, n *decode.Node, depth int) {
	if n.Own[0] != 0 {
		f.has(path, fmt.Sprint("relation ", n.Own[0]))
	}
	f.value(path, n.Kids[0], depth)
}

// parts collects the kinds of the parts of a value, whose paths alternate.
func (f *featureCollector) parts(kids []*decode.Node, depth int, paths ...string) {
	for i, k := range kids {
		f.value(paths[i%len(paths)], k, depth+1)
	}
}

func (f *featureCollector) nilness(path string, isNil bool) {
	if isNil {
		f.has(path, "nil")
	} else {
		f.has(path, "not nil")
	}
}

func (f *featureCollector) sign(path string, sign int, big bool) {
	f.has(path, [...]string{"negative", "zero", "positive"}[sign+1])
	if big {
		f.has(path, "greater than one")
	}
}

// float records the kinds of a floating-point number, given its bits.
func (f *featureCollector) float(path string, bits int64) {
	x := math.Float64frombits(uint64(bits))
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

func (f *featureCollector) length(path string, n int64) {
	f.has(path, fmt.Sprint("length ", min(n, 3)))
}

// elements records the kinds of the elements of a container.
func (f *featureCollector) elements(path string, elem value.Shape, kids []*decode.Node, count int64, depth int) {
	if _, ok := elem.(*value.Int); !ok {
		f.length(path, count)
		f.parts(kids, depth, path+"[]")
		return
	}
	var elems []int64
	for _, k := range kids {
		elems = append(elems, k.Own[0])
		f.value(path+"[]", k, depth+2)
	}
	f.sequence(path, elems, true, depth)
}

// sequence records how neighbours in a container compare.
func (f *featureCollector) sequence(path string, elems []int64, plain bool, depth int) {
	f.length(path, int64(len(elems)))
	for i := 1; i < len(elems); i++ {
		f.has(path, [...]string{"falls", "repeats", "rises"}[1+cmp.Compare(elems[i], elems[i-1])])
	}
	if depth <= 1 {
		f.sequences = append(f.sequences, sequence{path, elems, plain})
	}
}

// calls collects the kinds of the calls that build a value, and returns their number.
func (f *featureCollector) calls(path string, n *decode.Node) int {
	f.has(path, fmt.Sprint("call of ", n.Own[1]))
	count, arguments := 1, n.Kids
	if c, ok := n.Callee.(*states.Callee); ok && c.Step && len(arguments) > 0 {
		of := arguments[0]
		if len(of.Kids) == 1 && of.Callee == nil {
			of = of.Kids[0] // The value that the receiver points to.
		}
		if of.Callee != nil {
			count += f.calls(path, of)
		}
		arguments = arguments[1:]
	}
	for i, k := range arguments {
		f.value(fmt.Sprintf("%s(call %d, %d)", path, n.Own[1], i), k, deepest)
	}
	return count
}

// relations records how inputs compare with each other.
func (f *featureCollector) relations() {
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
				f.has(a.path, placeIn(s.elems, a.n)+" "+s.path)
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

// placeIn says where a number is in a sequence.
func placeIn(elems []int64, n int64) string {
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
