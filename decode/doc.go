// Package decode turns solutions into Go values and Go text.
//
// In come shapes and solution streams; out go the nodes of a solution. It knows
// nothing of engines, contracts of calls or processes.
//
// A kind of type is one implementation of the interface kind, in a file of its
// own. To add one, write that file and its line in kindOf.
package decode
