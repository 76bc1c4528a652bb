// Package explore finds the states of values that are built by calls.
//
// In come forms for the arguments of constructors and steps. Out go states, each with the calls
// that built it: all within a depth, breadth first, or some outside the depths, by walks and by
// rows of the same step. The calls are judged as those of a test. States are distinguished by what
// they reach.
package explore
