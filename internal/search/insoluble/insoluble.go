// Package insoluble finds contradictions among several constraints of a net, which
// propagation does not see, as it looks at one of them at a time.
package insoluble
