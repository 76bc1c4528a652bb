// Package models has replacements for functions of the standard library that are not executed: because
// their source is assembly or unsafe, or because a term expresses them better.
//
// A model takes the arguments without their unknown parts and returns the result. With the methods of
// [lift.Frame] it may call functions, read and write memory, panic, and give up. To add a model, write
// its file and its line in the table.
package models

import (
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/internal/form"
)

// New returns the models of the standard library.
func New() *Table {
	t := &Table{byName: map[string]maker{}}
	for _, r := range rows() {
		for _, name := range r.names {
			t.byName[name] = r.model
		}
	}
	return t
}

// A Table finds the models of functions.
type Table struct{ byName map[string]maker }

// A maker returns the model of a function, or nil if it has none, as a generic function may for some
// type arguments.
type maker func(fn *ssa.Function) lift.Model

// model returns a maker whose model is the same for each function of its row.
func model(do lift.Model) maker { return func(*ssa.Function) lift.Model { return do } }

// A row assigns a model to functions. Names are those of package ssa, such as "(*sync.Mutex).Lock".
// All instances of a generic function have its name.
type row struct {
	model maker
	names []string
}

// rows returns the table of the models.
func rows() []row { return slices.Concat(ofTexts(), ofOthers()) }

// ofTexts returns the models of functions of texts and characters.
func ofTexts() []row {
	return []row{
		{model(indexText), []string{"strings.Index", "internal/stringslite.Index", "internal/bytealg.IndexString"}},
		{model(onBytes(indexText, 2)), []string{"internal/bytealg.Index"}},
		{model(indexByte), []string{"strings.IndexByte", "internal/stringslite.IndexByte", "internal/bytealg.IndexByteString"}},
		{model(onBytes(indexByte, 1)), []string{"internal/bytealg.IndexByte"}},
		{model(lastIndexByte), []string{"internal/bytealg.LastIndexByteString"}},
		{model(onBytes(lastIndexByte, 1)), []string{"internal/bytealg.LastIndexByte"}},
		{model(countByte), []string{"internal/bytealg.CountString"}},
		{model(onBytes(countByte, 1)), []string{"internal/bytealg.Count"}},
		{model(compareText), []string{"internal/bytealg.CompareString"}},
		{model(onBytes(compareText, 2)), []string{"internal/bytealg.Compare"}},
		{model(onBytes(equal, 2)), []string{"bytes.Equal"}},
		{changingCase('A', 'Z'), []string{"strings.ToLower"}},
		{changingCase('a', 'z'), []string{"strings.ToUpper"}},
		{model(trimSpace), []string{"strings.TrimSpace"}},
		{model(fold), []string{"strings.EqualFold"}},
		{ofASCII(fields), []string{"strings.Fields"}},
		{replacing, []string{"strings.Replace"}},
		{splitting, []string{"strings.genSplit"}},
		{ofLatin, []string{"unicode.IsLetter", "unicode.IsUpper", "unicode.IsLower", "unicode.IsPunct", "unicode.IsNumber", "unicode.IsPrint", "unicode.IsSymbol", "strconv.IsPrint"}},
		{scanningText, []string{"fmt.Sscanf", "fmt.Sscan"}},
		{compiling, []string{"regexp.MustCompile"}},
		{matching(matches), []string{"(*regexp.Regexp).MatchString"}},
		{matching(matchedText), []string{"(*regexp.Regexp).FindString"}},
		{matching(matchedPlace), []string{"(*regexp.Regexp).FindStringIndex"}},
		{matching(matchedGroups), []string{"(*regexp.Regexp).FindStringSubmatch"}},
		{printing, []string{"fmt.Sprintf", "fmt.Sprint", "fmt.Sprintln"}},
	}
}

// ofOthers returns the models of all other functions.
func ofOthers() []row {
	return []row{
		{model(onesCount), []string{
			"math/bits.OnesCount", "math/bits.OnesCount8", "math/bits.OnesCount16", "math/bits.OnesCount32", "math/bits.OnesCount64",
			"internal/runtime/sys.OnesCount64",
		}},
		{model(bitLen), []string{"math/bits.Len", "math/bits.Len8", "math/bits.Len16", "math/bits.Len32", "math/bits.Len64"}},
		{model(leadingZeros), []string{"math/bits.LeadingZeros64"}},
		{model(trailingZeros), []string{
			"math/bits.TrailingZeros", "math/bits.TrailingZeros8", "math/bits.TrailingZeros16", "math/bits.TrailingZeros32", "math/bits.TrailingZeros64",
		}},
		{model(makeBytes), []string{"internal/bytealg.MakeNoZero"}},
		{model(argument), []string{"strings.Clone", "internal/stringslite.Clone"}},
		{model(copyCheck), []string{"(*strings.Builder).copyCheck"}},
		{model(lock(0)), []string{"(*sync.Mutex).Lock"}},
		{model(lock(0, readers)), []string{"(*sync.RWMutex).Lock"}},
		{model(unlock(0)), []string{"(*sync.Mutex).Unlock", "(*sync.RWMutex).Unlock"}},
		{model(lock(readers, 0)), []string{"(*sync.RWMutex).RLock"}},
		{model(unlock(readers)), []string{"(*sync.RWMutex).RUnlock"}},
		{model(floatBits), []string{"math.Float64bits"}},
		{model(floatBits32), []string{"math.Float32bits"}},
		{model(fromBits), []string{"math.Float64frombits", "math.Float32frombits"}},
		{absolute, []string{"math.Abs"}},
		{rounding(form.FFloor, math.Floor), []string{"math.Floor"}},
		{rounding(form.FCeil, math.Ceil), []string{"math.Ceil"}},
		{rounding(form.FTrunc, math.Trunc), []string{"math.Trunc"}},
		{rounding(form.FAway, math.Round), []string{"math.Round"}},
		{rounding(form.FEven, math.RoundToEven), []string{"math.RoundToEven"}},
		{rounding(form.FSqrt, math.Sqrt), []string{"math.Sqrt"}},
		{mathExtreme("Max", 1), []string{"math.Max"}},
		{mathExtreme("Min", -1), []string{"math.Min"}},
		{inexact(onFloat(math.Exp)), []string{"math.Exp"}},
		{inexact(onFloat(math.Log)), []string{"math.Log"}},
		{compacting, []string{"slices.Compact"}},
		{model(sliceIsSorted), []string{"sort.SliceIsSorted"}},
		{sorting("pdqsort_func"), []string{"sort.Slice"}},
		{sorting("stable_func"), []string{"sort.SliceStable"}},
		{model(isError), []string{"errors.Is"}},
		{model(asError), []string{"errors.As"}},
		{model(formatted), []string{"fmt.Errorf"}},
	}
}

// Of returns the model of a function, or nil.
func (t *Table) Of(fn *ssa.Function) lift.Model {
	declared := fn
	if o := fn.Origin(); o != nil {
		declared = o
	}
	if declared.Pkg == nil || declared.Pkg.Pkg.Path() == "main" {
		return nil
	}
	if do := t.byName[declared.String()]; do != nil {
		return do(fn)
	}
	if do := ofMutants(declared); do != nil {
		return do
	}
	return ofWatched(declared, fn)
}

// Method returns the model of a method, or nil, for a type whose values only models make.
func (t *Table) Method(of types.Type, name string) lift.Model { return methodOfFmt(of, name) }

// argument is the model of a function that returns its argument.
func argument(f *lift.Frame, args []sym.Val) sym.Val { return args[0] }

// equal is the model of a function that returns x == y.
func equal(f *lift.Frame, args []sym.Val) sym.Val { return f.Equal(args[0], args[1]) }
