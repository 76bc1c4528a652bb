package encode

import (
	"math"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// A model is what stands for a function that is not executed: because its
// source is assembly or unsafe, or because a term says it better.
type model func(f *frame, args []sym.Val) sym.Val

// Routine marks a model as what may stand for a function.
func (model) Routine() {}

// model returns the model of a function, or nil.
func (m *machine) model(fn *ssa.Function) model {
	if do := compacting(fn); do != nil {
		return do
	}
	if fn.Pkg == nil || fn.Pkg.Pkg.Path() == "main" {
		return nil
	}
	name := fn.String()
	if do := m.models[name]; do != nil {
		return do
	}
	if pkg, op, ok := strings.Cut(name, "."); ok && pkg == "math" && floatFuncs[op] != nil {
		do := floatFuncs[op]
		return func(f *frame, args []sym.Val) sym.Val {
			return f.MapNumbers(args[0].(*sym.Numbers), func(v complex128) complex128 { return complex(do(real(v)), 0) })
		}
	}
	switch name {
	case "fmt.Errorf":
		return formatted
	case "sort.Slice":
		return sorting(fn, "pdqsort_func")
	case "sort.SliceStable":
		return sorting(fn, "stable_func")
	case "fmt.Sprintf", "fmt.Sprint", "fmt.Sprintln":
		return func(f *frame, args []sym.Val) sym.Val {
			return &sym.Unknown{Guard: term.Yes, Why: "what " + name + " formats cannot be followed", Pos: f.at}
		}
	}
	return nil
}

// newModels returns the models by the names of the functions.
func newModels() map[string]model {
	return map[string]model{
		"math/bits.OnesCount":                  onesCount,
		"math/bits.OnesCount8":                 onesCount,
		"math/bits.OnesCount16":                onesCount,
		"math/bits.OnesCount32":                onesCount,
		"math/bits.OnesCount64":                onesCount,
		"math/bits.Len":                        bitLen,
		"math/bits.Len8":                       bitLen,
		"math/bits.Len16":                      bitLen,
		"math/bits.Len32":                      bitLen,
		"math/bits.Len64":                      bitLen,
		"math/bits.TrailingZeros":              trailingZeros,
		"math/bits.TrailingZeros8":             trailingZeros,
		"math/bits.TrailingZeros16":            trailingZeros,
		"math/bits.TrailingZeros32":            trailingZeros,
		"math/bits.TrailingZeros64":            trailingZeros,
		"strings.Index":                        indexText,
		"internal/stringslite.Index":           indexText,
		"strings.IndexByte":                    indexByte,
		"internal/stringslite.IndexByte":       indexByte,
		"internal/bytealg.IndexByteString":     indexByte,
		"internal/bytealg.IndexByte":           onBytes(indexByte, 1),
		"internal/bytealg.IndexString":         indexText,
		"internal/bytealg.Index":               onBytes(indexText, 2),
		"internal/bytealg.CountString":         countByte,
		"internal/bytealg.Count":               onBytes(countByte, 1),
		"internal/bytealg.LastIndexByteString": lastIndexByte,
		"internal/bytealg.LastIndexByte":       onBytes(lastIndexByte, 1),
		"internal/bytealg.CompareString":       compareText,
		"internal/bytealg.Compare":             onBytes(compareText, 2),
		"internal/bytealg.Equal":               onBytes(func(f *frame, a []sym.Val) sym.Val { return f.Equal(a[0], a[1]) }, 2),
		"bytes.Equal":                          onBytes(func(f *frame, a []sym.Val) sym.Val { return f.Equal(a[0], a[1]) }, 2),
		"internal/bytealg.MakeNoZero":          makeBytes,
		"(*strings.Builder).copyCheck":         nothing,
		"math.Float64bits":                     floatBits,
		"math.Float32bits":                     floatBits32,
		"sort.SliceIsSorted":                   sliceIsSorted,
		"errors.As":                            asError,
		"errors.Is":                            isError,
		"(*sync.Mutex).Lock":                   nothing,
		"(*sync.Mutex).Unlock":                 nothing,
		"(*sync.RWMutex).Lock":                 nothing,
		"(*sync.RWMutex).Unlock":               nothing,
		"(*sync.RWMutex).RLock":                nothing,
		"(*sync.RWMutex).RUnlock":              nothing,
		"internal/runtime/sys.OnesCount64":     onesCount,
		"math/bits.LeadingZeros64": func(f *frame, a []sym.Val) sym.Val {
			return f.B.Arith(form.Sub, f.B.Number(64), bitLen(f, a).(term.Term))
		},
		"strings.Clone":              func(f *frame, args []sym.Val) sym.Val { return args[0] },
		"internal/stringslite.Clone": func(f *frame, args []sym.Val) sym.Val { return args[0] },
	}
}

// nothing has no results and no effect that another function of the predicate
// sees.
func nothing(f *frame, args []sym.Val) sym.Val { return sym.Tuple(nil) }

// floatFuncs are the functions of package math on one float64, computed for
// each value that the argument can have.
var floatFuncs = map[string]func(float64) float64{
	"Abs": math.Abs, "Floor": math.Floor, "Ceil": math.Ceil, "Trunc": math.Trunc, "Round": math.Round,
	"RoundToEven": math.RoundToEven, "Sqrt": math.Sqrt, "Exp": math.Exp, "Log": math.Log,
}

// onesCount counts the bits that are set.
func onesCount(f *frame, args []sym.Val) sym.Val {
	b := f.B
	x := args[0].(term.Term)
	n := b.Number(0)
	one := b.Constant(b.Nodes[x].Kind, 1)
	for i := range f.bitsOf(x) {
		bit := b.Arith(form.BitAnd, b.Arith(form.Shr, x, b.Number(i)), one)
		n = b.Arith(form.Add, n, b.Conv(form.Int64, bit))
	}
	return n
}

// bitsOf returns how many of the low bits of x, which is unsigned, can be set.
func (f *frame) bitsOf(x term.Term) int {
	_, hi := f.B.Bounds(f.pc, x, term.DepthOfBounds)
	n := 0
	for h := uint64(hi); h > 0; h >>= 1 {
		n++
	}
	return n
}

func bitLen(f *frame, args []sym.Val) sym.Val {
	b := f.B
	x := args[0].(term.Term)
	n := b.Number(0)
	for i := range f.bitsOf(x) {
		n = b.Ite(b.Le(b.Constant(b.Nodes[x].Kind, 1<<i), x), b.Number(i+1), n)
	}
	return n
}

func trailingZeros(f *frame, args []sym.Val) sym.Val {
	b := f.B
	x := args[0].(term.Term)
	k := b.Nodes[x].Kind
	n := b.Number(8 << (k - form.Uint8))
	for i := f.bitsOf(x) - 1; i >= 0; i-- {
		bit := b.Arith(form.BitAnd, x, b.Constant(k, 1<<i))
		n = b.Ite(b.Eq(bit, b.Constant(k, 0)), n, b.Number(i))
	}
	return n
}

func floatBits(f *frame, args []sym.Val) sym.Val {
	return f.bitsOfNumbers(args[0].(*sym.Numbers), form.Uint64, func(v float64) int64 { return int64(math.Float64bits(v)) })
}

func floatBits32(f *frame, args []sym.Val) sym.Val {
	return f.bitsOfNumbers(args[0].(*sym.Numbers), form.Uint32, func(v float64) int64 { return int64(math.Float32bits(float32(v))) })
}

func (f *frame) bitsOfNumbers(x *sym.Numbers, k form.Kind, bits func(float64) int64) sym.Val {
	r := term.None
	for _, a := range sym.Only(f.B, f.pc, x.Alts) {
		c := f.B.Constant(k, bits(real(a.Value)))
		if r == term.None {
			r = c
		} else {
			r = f.B.Ite(a.Guard, c, r)
		}
	}
	return r
}

// sliceIsSorted is sort.SliceIsSorted: less(i, i-1) from the last to the first.
func sliceIsSorted(f *frame, args []sym.Val) sym.Val {
	x, less := args[0].(*sym.Boxed), args[1].(*sym.Callable)
	alts := sym.Only(f.B, f.pc, x.Alts)
	if len(alts) != 1 || len(less.Alts) != 1 || less.Alts[0].Fn == nil {
		f.giveUp("sort.SliceIsSorted of one of several slices")
		return nil
	}
	s, ok := f.known(alts[0].Value).(*sym.Sequence)
	if !ok {
		f.panics(term.Yes)
		return nil
	}
	n := f.length(s)
	_, most := f.B.Bounds(f.pc, n, term.DepthOfBounds)
	sorted := term.Yes
	pc := f.pc
	for i := int(most) - 1; i > 0; i-- {
		f.pc = f.B.And(pc, sorted, f.B.Lt(f.B.Number(i), n))
		if f.pc == term.No {
			continue
		}
		v := f.known(f.enterCall(less.Alts[0].Fn, []sym.Val{f.B.Number(i), f.B.Number(i - 1)}, less.Alts[0].Binds))
		if v == nil {
			continue
		}
		outside := f.B.Le(n, f.B.Number(i))
		sorted = f.B.And(sorted, f.B.Or(outside, f.B.Not(v.(term.Term))))
	}
	f.pc = pc
	return sorted
}
