// Package explore finds the states of values that are built by calls.
//
// It takes forms for the arguments of constructors and steps. It returns states, each with the calls that built
// it: all within a depth, breadth first, or some outside the depths, by walks and by rows of the same step. It
// judges the calls like those of a test, and distinguishes states by everything reachable from them.
package explore
