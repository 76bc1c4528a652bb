// Package memory compares, orders, copies and names values by all that they reach.
//
// In come values of any type, mostly as pointers to them; out go whether two are equal,
// texts that are the same for equal values, the blocks of memory that a value refers to,
// and copies that share none of them. It calls no method of the user's. What it knows of
// the input in flight is which of its functions are wrappers or numbered inputs, and
// which memory of a twin corresponds to which of the input.
package memory
