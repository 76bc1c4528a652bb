// Package decode turns solutions into Go values and Go text.
//
// In come shapes and solution streams. Out come the nodes of a solution, their literals, and the
// source of functions that read streams: the constructors of the harness and the decoders of fuzz
// tests. It knows nothing of engines, forms and processes.
//
// Each kind of type is one implementation of the interface kind, in a file of its own. To add one,
// write that file and its line in kindOf.
package decode
