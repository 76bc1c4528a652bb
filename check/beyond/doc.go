// Package beyond chooses inputs outside the bounds: what is known of a function comes in, inputs
// come out in the order in which they are to be tried, each with the strategy that chose it. It
// does not know how inputs run, or what a failure is.
package beyond
