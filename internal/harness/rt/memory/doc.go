// Package memory compares, orders, copies and names values by all that they reach.
//
// It takes values of any type, mostly as pointers to them. It finds out whether two values are
// equal, and returns texts that are the same for equal values, the blocks of memory that a value
// refers to, and copies that share none of them. It calls no method of the user. For the input in
// flight, it knows which of its functions are wrappers or numbered inputs, and how the memory of its
// twin corresponds to its own.
package memory
