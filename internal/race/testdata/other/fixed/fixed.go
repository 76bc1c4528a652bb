// Package fixed stays as it is, because it has assembly, and starts goroutines.
package fixed

// Later calls a function some time.
func Later(f func()) { go f() }

// A Closer closes.
type Closer interface{ Close() error }
