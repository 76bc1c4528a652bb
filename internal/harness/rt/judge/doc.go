// Package judge runs inputs and judges them.
//
// In come solutions, from the search in this process or from the parent; a Worker takes
// each through its stages: it is built, its preconditions are evaluated, the function is
// called, the postconditions are evaluated. Out go failures, counters on the board, and
// what else a job asks for: cells, coverage, trails. A Crew keeps the worker on a
// goroutine of its own, which the code under test may end. The package knows clauses by
// stage and index, and nothing of what they say.
package judge
