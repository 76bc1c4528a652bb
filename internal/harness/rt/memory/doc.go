// Package memory compares, orders, copies and names values by all that they reach.
//
// In come values of any type, mostly as pointers to them. Out go answers whether two values are
// equal, and texts that are the same for equal values. So do the blocks of memory that a value
// refers to, and copies that share none of them. No method of the user is called. About the input
// in flight the package knows which of its functions are wrappers or numbered inputs, and how the
// memory of its twin corresponds to its own.
package memory
