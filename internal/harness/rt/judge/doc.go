// Package judge runs inputs and judges them.
//
// In come solutions, from the search in this process or from the parent. A Worker takes each
// through its stages: it builds the input, evaluates the preconditions, calls the function, and
// evaluates the postconditions. Out go failures, counters on the board, and what else a job asks
// for: cells, coverage, trails. A Crew keeps the worker on a goroutine of its own, which the code
// under test may end. The package knows clauses only by stage and index.
package judge
