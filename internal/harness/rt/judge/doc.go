// Package judge runs inputs and judges them.
//
// It takes solutions, from the search in this process or from the parent. A Worker runs each through its stages:
// it builds the input, evaluates the preconditions, calls the function, and evaluates the postconditions. It
// reports failures, counters on the board, and other data that a job asks for: cells, coverage, trails. A Crew
// keeps the worker on a goroutine of its own, which the code under test may end. The package knows clauses only
// by stage and index.
package judge
