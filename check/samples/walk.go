package samples

import (
	"fmt"
	"math"
	"strconv"

	"github.com/rtest-dev/rtest/check/states"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// A walk counts the parts of one parameter of one input.
type walk struct {
	*counts
	param *parameter
	size  int
}

// step returns the part to which a step leads. Key distinguishes the steps from one part.
func (w *walk) step(from *part, key int, name string, s value.Shape) *part {
	to := from.next[key]
	if to == nil {
		typ := ""
		if t := s.Go(); t != nil {
			typ = refine.TypeName(t, w.pkg.Types)
		}
		to = w.param.at(name, typ)
		from.next[key] = to
	}
	return to
}

// all counts parts of one kind, such as elements.
func (w *walk) all(from *part, key int, suffix string, kids []*decode.Node) {
	for _, k := range kids {
		w.value(w.step(from, key, from.name+suffix, k.Shape), k)
	}
}

// value counts a value.
func (w *walk) value(x *part, n *decode.Node) {
	switch s := n.Shape.(type) {
	case *value.Bool:
		x.aspect(KindValue).count(n.Own[0], strconv.FormatBool(n.Own[0] != 0))
	case *value.Int:
		x.sign(number{i: n.Own[0], unsigned: value.Unsigned(s.T)})
	case *value.Listed:
		x.aspect(KindValue).count(n.Own[0], s.Values[n.Own[0]])
	case *value.Float:
		x.sign(number{f: math.Float64frombits(uint64(n.Own[0])), float: true})
	case *value.Complex:
		for i, name := range [...]string{".real", ".imag"} {
			w.param.at(x.name+name, "float64").sign(number{f: math.Float64frombits(uint64(n.Own[i])), float: true})
		}
	case *value.String:
		w.size += int(max(0, n.Own[0]))
		x.sequence(n.Own[0], s.EmptyToo)
	case *value.Pointer:
		w.pointer(x, s, n)
	case *value.Reference:
		x.aspect(KindConstructor).count(min(n.Own[0], 1), [...]string{"nil", "an object"}[min(n.Own[0], 1)])
	case *value.Heap:
		w.value(x, n.Kids[0])
		w.all(x, 1, " objects", n.Kids[1:])
	case *value.Objects:
		w.size += int(n.Own[0])
		x.length(n.Own[0])
		for _, k := range n.Kids {
			w.value(w.step(x, 0, refine.TypeName(k.Shape.Go(), w.pkg.Types), k.Shape), k)
		}
	case *value.Struct:
		for i, f := range s.Fields {
			w.value(w.step(x, i, x.name+"."+f.Name, n.Kids[i].Shape), n.Kids[i])
		}
	case *value.Array:
		w.all(x, 0, "[]", n.Kids)
	case *value.Slice:
		w.size += int(max(0, n.Own[0]))
		x.sequence(n.Own[0], s.EmptyToo)
		w.all(x, 0, "[]", n.Kids)
	case *value.Map:
		w.mapping(x, n)
	case *value.Interface:
		w.inhabitant(x, s, n)
	case *value.Aliased:
		w.aliased(x, n)
	case *value.Func:
		w.function(x, s, n)
	case *value.Calls:
		w.calls(x, n)
	}
}

// named returns the part for the target of a pointer or the content of an interface. Values of one named type
// are counted together, wherever they are in the parameter.
func (w *walk) named(from *part, key int, s value.Shape) *part {
	if to := from.next[key]; to != nil {
		return to
	}
	name := from.name
	if _, isStruct := s.(*value.Struct); isStruct {
		name = refine.TypeName(s.Go(), w.pkg.Types)
	}
	return w.step(from, key, name, s)
}

func (w *walk) pointer(x *part, s *value.Pointer, n *decode.Node) {
	if n.Own[0] == 0 {
		x.aspect(KindConstructor).count(0, "nil")
		return
	}
	if s.Node {
		w.size++
	}
	k := n.Kids[0]
	if k.Callee != nil {
		w.value(x, k)
		return
	}
	x.aspect(KindConstructor).count(1, "&"+refine.TypeName(s.Elem.Shape.Go(), w.pkg.Types))
	w.value(w.named(x, -1, k.Shape), k)
}

func (w *walk) mapping(x *part, n *decode.Node) {
	if n.Own[0] <= 0 {
		x.without(n.Own[0] < 0)
	} else {
		w.size += int(n.Own[0])
		x.length(n.Own[0])
	}
	for i, k := range n.Kids {
		w.value(w.step(x, i%2, x.name+[...]string{" key", " value"}[i%2], k.Shape), k)
	}
}

func (w *walk) inhabitant(x *part, s *value.Interface, n *decode.Node) {
	at := n.Own[0]
	if at < 0 {
		x.aspect(KindConstructor).count(-1, "nil")
		return
	}
	if s.Alts[at].Node {
		w.size++
	}
	x.aspect(KindConstructor).count(at, refine.TypeName(s.Alts[at].T, w.pkg.Types))
	k := n.Kids[0]
	if p, ok := k.Shape.(*value.Pointer); ok && p.NotNil && k.Kids[0].Callee == nil {
		// The alternative names the type already.
		if p.Node {
			w.size++
		}
		w.value(w.named(x, int(at), k.Kids[0].Shape), k.Kids[0])
		return
	}
	to := x.next[int(at)]
	if to == nil {
		name := refine.TypeName(s.Alts[at].T, w.pkg.Types)
		if _, isStruct := k.Shape.(*value.Struct); !isStruct {
			name = x.name + ".(" + name + ")"
		}
		to = w.step(x, int(at), name, k.Shape)
	}
	w.value(to, k)
}

func (w *walk) aliased(x *part, n *decode.Node) {
	if n.Own[0] != 0 {
		w.size++
		x.aspect(KindMemory).count(1, "shared")
	} else {
		x.aspect(KindMemory).count(0, "apart")
	}
	w.value(x, n.Kids[0])
}

func (w *walk) function(x *part, s *value.Func, n *decode.Node) {
	if !s.Nil {
		return
	}
	if n.Own[0] < 0 {
		x.aspect(KindConstructor).count(0, "nil")
	} else {
		x.aspect(KindConstructor).count(1, "a function")
	}
}

// calls counts the calls that built a value.
func (w *walk) calls(x *part, n *decode.Node) {
	number := x.aspect(KindCalls)
	made := w.made(x, n)
	w.size += made
	number.count(int64(made), strconv.Itoa(made))
}

// made counts each of the calls and returns their number.
func (w *walk) made(x *part, n *decode.Node) int {
	c, ok := n.Callee.(*states.Callee)
	if !ok {
		return 0
	}
	x.aspect(KindCall).count(n.Own[1], c.Name)
	args, before, first := n.Kids, 0, 0
	if c.Step && len(args) > 0 {
		of := args[0]
		if len(of.Kids) == 1 && of.Callee == nil {
			of = of.Kids[0] // The value that the receiver points to.
		}
		if of.Callee != nil {
			before = w.made(x, of)
		}
		args, first = args[1:], 1
	}
	inputs := c.Contract.Inputs()
	size := w.size
	for i, k := range args {
		name := fmt.Sprint("arg", i)
		if i+first < len(inputs) && inputs[i+first].Name != "" {
			name = inputs[i+first].Name
		}
		w.value(w.step(x, int(n.Own[1])<<8|i, c.Name+"."+name, k.Shape), k)
	}
	w.size = size // The size of a value built by calls is their number.
	return before + 1
}
