package interp

import (
	"fmt"
	"go/types"
	"math"
	"math/bits"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// native returns the native function that replaces a function whose source is assembly or uses
// unsafe; nil for other functions.
func (p *Program) native(fn *ssa.Function) native {
	if fn.Pkg == nil || fn.Pkg.Pkg.Path() == "main" {
		return nil
	}
	name := fn.String()
	if pkg, op, ok := strings.Cut(name, "."); ok && pkg == "math" && floatFuncs[op] != nil {
		do := floatFuncs[op]
		return func(m *machine, args []Value) (Value, bool) { return Float(do(args[0].float())), true }
	}
	switch name {
	case "sort.Slice":
		return sorting(fn, "pdqsort_func")
	case "sort.SliceStable":
		return sorting(fn, "stable_func")
	case "(*sync.Once).Do":
		return once
	}
	if do := regexps[name]; do != nil {
		return do
	}
	return natives[name]
}

// floatFuncs are the functions of package math on one float64 that may be implemented in assembly.
var floatFuncs = map[string]func(float64) float64{
	"Abs": math.Abs, "Floor": math.Floor, "Ceil": math.Ceil, "Trunc": math.Trunc, "Sqrt": math.Sqrt,
	"Exp": math.Exp, "Log": math.Log,
}

var natives = map[string]native{
	"math.Float64bits":                 sameBits,
	"math.Float64frombits":             sameBits,
	"math.Float32bits":                 float32Bits,
	"math.Float32frombits":             float32FromBits,
	"internal/strconv.float64bits":     sameBits,
	"internal/strconv.float64frombits": sameBits,
	"internal/strconv.float32bits":     float32Bits,
	"internal/strconv.float32frombits": float32FromBits,
	"math/bits.OnesCount64": func(m *machine, a []Value) (Value, bool) {
		return Int(int64(bits.OnesCount64(uint64(a[0].number)))), true
	},
	"strings.Index":                        onTexts(func(a, b string) int { return strings.Index(a, b) }),
	"internal/stringslite.Index":           onTexts(func(a, b string) int { return strings.Index(a, b) }),
	"internal/bytealg.IndexString":         onTexts(func(a, b string) int { return strings.Index(a, b) }),
	"internal/bytealg.Index":               onTexts(func(a, b string) int { return strings.Index(a, b) }),
	"internal/bytealg.CompareString":       onTexts(strings.Compare),
	"internal/bytealg.Compare":             onTexts(strings.Compare),
	"bytes.Compare":                        onTexts(strings.Compare),
	"strings.IndexByte":                    indexByte,
	"internal/stringslite.IndexByte":       indexByte,
	"internal/bytealg.IndexByteString":     indexByte,
	"internal/bytealg.IndexByte":           onByte(strings.IndexByte),
	"internal/bytealg.LastIndexByteString": onByte(strings.LastIndexByte),
	"internal/bytealg.LastIndexByte":       onByte(strings.LastIndexByte),
	"internal/bytealg.CountString":         onByte(func(s string, c byte) int { return strings.Count(s, string([]byte{c})) }),
	"internal/bytealg.Count":               onByte(func(s string, c byte) int { return strings.Count(s, string([]byte{c})) }),
	"internal/bytealg.Equal":               onTexts(func(a, b string) int { return int(boolean(a == b).number) }),
	"bytes.Equal":                          onTexts(func(a, b string) int { return int(boolean(a == b).number) }),
	"internal/bytealg.MakeNoZero": func(m *machine, a []Value) (Value, bool) {
		n := int(a[0].number)
		if n < 0 || n > maxCells {
			m.giveUp("a slice is too large")
			return Value{}, false
		}
		return Slice(m.array([]Value{{}}, n), 0, 1, n, n), true
	},
	"(*strings.Builder).copyCheck": doNothing,
	"strings.Clone":                func(m *machine, a []Value) (Value, bool) { return a[0], true },
	"internal/stringslite.Clone":   func(m *machine, a []Value) (Value, bool) { return a[0], true },
	"(*sync.Mutex).Lock":           doNothing,
	"(*sync.Mutex).Unlock":         doNothing,
	"(*sync.RWMutex).Lock":         doNothing,
	"(*sync.RWMutex).Unlock":       doNothing,
	"(*sync.RWMutex).RLock":        doNothing,
	"(*sync.RWMutex).RUnlock":      doNothing,
	"encoding/json.Valid":          validJSON,
	"fmt.Errorf":                   func(m *machine, a []Value) (Value, bool) { return opaqueError(), true },
	"fmt.Sprint":                   formatted(func(a []any) string { return fmt.Sprint(a...) }),
	"fmt.Sprintln":                 formatted(func(a []any) string { return fmt.Sprintln(a...) }),
	"fmt.Sprintf": func(m *machine, a []Value) (Value, bool) {
		f, ok := m.str(a[0])
		if !ok {
			return Value{}, false
		}
		return formatted(func(list []any) string { return fmt.Sprintf(f, list...) })(m, a[1:])
	},
}

func doNothing(m *machine, a []Value) (Value, bool) { return Value{ref: aggregate{}}, true }

// once is sync.Once.Do, whose source uses atomic operations. The first numeric part of a Once says
// whether it was done.
func once(m *machine, a []Value) (Value, bool) {
	o, ok := a[0].ref.(*Object)
	if !ok {
		if a[0].ref == nil {
			m.throw("invalid memory address or nil pointer dereference")
			return Value{}, false
		}
		return Value{}, m.giveUpOn(a[0])
	}
	c, ok := a[1].ref.(*closure)
	if !ok {
		m.giveUp("the function of sync.Once cannot be followed")
		return Value{}, false
	}
	i := int(a[0].number)
	done, ok := m.resolve(o.cells[i])
	if !ok {
		return Value{}, false
	}
	if done.number != 0 {
		return Value{ref: aggregate{}}, true
	}
	m.set(o, i, Int(1))
	m.stop = m.enter(c, nil, plain)
	return Value{}, false
}

// wholeText reads a string or the bytes of a slice.
func (m *machine) wholeText(v Value) (string, bool) {
	switch w := v.ref.(type) {
	case nil:
		return "", true
	case *window:
		t, ok := m.textOf(w)
		if !ok {
			return "", false
		}
		return t.ref.(string), true
	}
	return m.str(v)
}

func onTexts(do func(a, b string) int) native {
	return func(m *machine, a []Value) (Value, bool) {
		x, ok := m.wholeText(a[0])
		if !ok {
			return Value{}, false
		}
		y, ok := m.wholeText(a[1])
		if !ok {
			return Value{}, false
		}
		m.scan(len(x) + len(y))
		return Int(int64(do(x, y))), true
	}
}

func onByte(do func(s string, c byte) int) native {
	return func(m *machine, a []Value) (Value, bool) {
		s, ok := m.wholeText(a[0])
		if !ok {
			return Value{}, false
		}
		m.scan(len(s))
		return Int(int64(do(s, byte(a[1].number)))), true
	}
}

// indexByte is strings.IndexByte. It reads no more than necessary.
func indexByte(m *machine, a []Value) (Value, bool) {
	s, ok := m.resolve(a[0])
	if !ok {
		return Value{}, false
	}
	for i := 0; ; i++ {
		end, ok := m.ends(s, i)
		if !ok {
			return Value{}, false
		}
		if end {
			return Int(-1), true
		}
		b, ok := m.byteAt(s, i)
		if !ok {
			return Value{}, false
		}
		if b == byte(a[1].number) {
			return Int(int64(i)), true
		}
	}
}

// formatted formats values of basic types, and gives up on others.
func formatted(do func([]any) string) native {
	return func(m *machine, a []Value) (Value, bool) {
		w, ok := a[0].ref.(*window)
		if !ok {
			return String(do(nil)), true
		}
		var list []any
		for i := range w.length {
			c, ok := w.obj.cells[w.offset+i].ref.(*content)
			if !ok {
				m.giveUp("a formatted value cannot be followed")
				return Value{}, false
			}
			x, ok := m.plain(c)
			if !ok {
				return Value{}, false
			}
			list = append(list, x)
		}
		s := do(list)
		m.scan(len(s))
		return String(s), true
	}
}

// plain converts a value of a basic type to a Go value.
func (m *machine) plain(c *content) (any, bool) {
	v, ok := m.resolve(c.value)
	if !ok {
		return nil, false
	}
	b, isBasic := c.typ.(*types.Basic)
	if !isBasic {
		m.giveUp("how a value of type " + c.typ.String() + " is formatted cannot be followed")
		return nil, false
	}
	switch b.Kind() {
	case types.Bool:
		return v.number != 0, true
	case types.Int:
		return int(v.number), true
	case types.Int8:
		return int8(v.number), true
	case types.Int16:
		return int16(v.number), true
	case types.Int32:
		return int32(v.number), true
	case types.Int64:
		return v.number, true
	case types.Uint:
		return uint(v.number), true
	case types.Uint8:
		return uint8(v.number), true
	case types.Uint16:
		return uint16(v.number), true
	case types.Uint32:
		return uint32(v.number), true
	case types.Uint64:
		return uint64(v.number), true
	case types.Float64:
		return v.float(), true
	case types.Float32:
		return float32(v.float()), true
	case types.String:
		return wholeAny(m, v)
	}
	m.giveUp("how a value of type " + c.typ.String() + " is formatted cannot be followed")
	return nil, false
}

func wholeAny(m *machine, v Value) (any, bool) {
	s, ok := m.str(v)
	return s, ok
}

// sorting is sort.Slice or sort.SliceStable, whose swaps use reflection in Go.
func sorting(fn *ssa.Function, name string) native {
	return func(m *machine, a []Value) (Value, bool) {
		c, ok := a[0].ref.(*content)
		if !ok {
			m.throw("reflect: call of Swapper on zero Value")
			return Value{}, false
		}
		less := a[1]
		w, ok := c.value.ref.(*window)
		if !ok {
			return Value{ref: aggregate{}}, c.value.ref == nil || m.giveUpOn(c.value)
		}
		swap := &closure{fn: fn, do: func(m *machine, a []Value) (Value, bool) { return m.swap(w, int(a[0].number), int(a[1].number)) }}
		n := w.length
		args := []Value{{ref: aggregate{less, {ref: swap}}}, Int(int64(n))}
		if name == "pdqsort_func" {
			args = []Value{args[0], Int(0), Int(int64(n)), Int(int64(bits.Len(uint(n))))}
		}
		m.stop = m.enter(&closure{fn: fn.Pkg.Func(name)}, args, plain)
		return Value{}, false
	}
}

func (m *machine) swap(w *window, i, j int) (Value, bool) {
	if !m.mayRead(w, i) || !m.mayRead(w, j) || !m.mayWrite(w, i) || !m.mayWrite(w, j) {
		return Value{}, false
	}
	m.spend(w.size)
	for k := range w.size {
		x, y := w.cell(i)+k, w.cell(j)+k
		a, b := w.obj.cells[x], w.obj.cells[y]
		m.set(w.obj, x, b)
		m.set(w.obj, y, a)
	}
	return Value{ref: aggregate{}}, true
}

// sameBits converts between a float64 and its bits.
func sameBits(m *machine, a []Value) (Value, bool) { return Int(a[0].number), true }

func float32Bits(m *machine, a []Value) (Value, bool) {
	return Int(int64(math.Float32bits(float32(a[0].float())))), true
}

func float32FromBits(m *machine, a []Value) (Value, bool) {
	return Float(float64(math.Float32frombits(uint32(a[0].number)))), true
}
