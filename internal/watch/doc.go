// Package watch makes copies of functions that note what calls do: which comparisons are at
// their boundary, which way through the code a call takes, and which values come to which uses.
//
// In comes a type-checked package with the functions to watch; out go the copies, the
// package that they call, and what the numbers mean that it gives behind a call. The
// package runs nothing, and knows nothing of contracts or inputs.
package watch
