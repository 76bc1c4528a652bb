// Package solve answers search forms with Z3.
//
// In comes a form.Form, out go its solutions in the very order that
// internal/search defines, or the answer whether there are any; what Z3 could
// not decide is an error that names it. The package translates a form once
// (encode) into bit vectors whose widths come from an interval analysis, and
// then asks under assumptions only: sizes, shapes and values are assumed,
// never asserted, so that what Z3 has learnt for one of them serves the others.
//
//	interval.go  what values a term can have
//	term.go      a node of a form as a bit vector of that width
//	encode.go    variables, levels and sizes of a form; Script
//	domain.go    the values of a data variable by their rank
//	engine.go    New, Solutions, Inhabited
//	walk.go      sizes and shapes in order
//	shapes.go    all shapes of a size in one check
//	conflict.go  why shapes have no solution, remembered
//	data.go      data variables: evaluated, or in halves
//	within.go    the native search within a shape
//	leaf.go      the evaluation of a shape
//	residual.go  what the shape leaves to be evaluated
//
// It knows nothing of contracts, of Go's types, or of C.
package solve
