// Package solve answers forms with Z3.
//
// It takes a form.Form. It returns its solutions in the order that internal/form defines, or whether
// there are any. An error names what Z3 cannot decide. The package translates a form once, into bit
// vectors whose widths come from an interval analysis (encode). From then on it only asks under
// assumptions: sizes, shapes and values are assumed, never asserted. So what Z3 learns for one of
// them serves the others.
//
//	interval.go  the values that a term can have
//	term.go      a node of a form as a bit vector
//	encode.go    variables, levels and sizes of a form; Script
//	domain.go    the values of a data variable by rank
//	engine.go    New, Solutions, Inhabited
//	walk.go      sizes and shapes in order
//	some.go      a single solution
//	shapes.go    all shapes of a size in one check
//	conflict.go  why shapes have no solution, remembered
//	data.go      data variables: evaluated, or in halves
//	within.go    the native search within a shape
//	leaf.go      the evaluation of a shape
//	residual.go  what the shape leaves to be evaluated
//
// It knows nothing of contracts, of Go's types, or of C.
package solve
