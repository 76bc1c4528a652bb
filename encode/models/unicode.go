package models

import (
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// ofLatin returns the model of a function that reports whether a character is of a kind. For Latin-1,
// where the source uses a table, the kind is a set of ranges. For other characters the source is
// executed.
func ofLatin(fn *ssa.Function) lift.Model {
	is := map[string]func(rune) bool{
		"IsLetter": unicode.IsLetter, "IsUpper": unicode.IsUpper, "IsLower": unicode.IsLower, "IsPunct": unicode.IsPunct,
		"IsNumber": unicode.IsNumber, "IsPrint": unicode.IsPrint, "IsSymbol": unicode.IsSymbol,
	}[fn.Name()]
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		r := args[0].(term.Term)
		latin := f.B.And(f.B.Le(f.B.Constant(form.Int32, 0), r), f.B.Le(r, f.B.Constant(form.Int32, unicode.MaxLatin1)))
		return f.Split(2, func(i int) term.Term { return [...]term.Term{latin, f.B.Not(latin)}[i] }, func(i int) sym.Val {
			if i == 0 {
				return withinRanges(f, form.Int32, r, unicode.MaxLatin1, is)
			}
			return f.Execute(fn, args, nil)
		})
	}
}

// withinRanges returns the condition that a character is one of those up to last for which is returns
// true.
func withinRanges(f *lift.Frame, k form.Kind, r term.Term, last rune, is func(rune) bool) term.Term {
	var within []term.Term
	for c := rune(0); c <= last; c++ {
		if !is(c) {
			continue
		}
		first := c
		for c < last && is(c+1) {
			c++
		}
		within = append(within, f.B.And(f.B.Le(f.B.Constant(k, int64(first)), r), f.B.Le(r, f.B.Constant(k, int64(c)))))
	}
	return f.B.Or(within...)
}
