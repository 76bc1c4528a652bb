// Package watch makes copies of functions that record what calls do: which comparisons reach their boundary,
// which path a call takes, and which values reach which uses.
//
// It takes a type-checked package with the functions to watch. It returns the copies, the package that they
// call, and the meaning of the numbers that this package reports after a call. It runs nothing, and knows
// nothing of contracts or inputs.
package watch
