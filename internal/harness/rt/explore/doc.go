// Package explore finds the states of values that are built by calls.
//
// In come forms for the arguments of constructors and steps; out go states, each with
// the calls that made it: all within a depth, breadth first, or some outside the depths,
// by walks and by rows of the same step. Calls are judged as those of a test are. States
// are told apart by what they reach.
package explore
