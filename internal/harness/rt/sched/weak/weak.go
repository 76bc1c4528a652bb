// Package weak replaces the standard package of that name. In a schedule nothing is ever collected.
package weak

// A Pointer is a pointer that the collector would not follow.
type Pointer[T any] struct{ p *T }

// Make returns a weak pointer to the target of p.
func Make[T any](p *T) Pointer[T] { return Pointer[T]{p} }

// Value returns the pointer that Make was given.
func (p Pointer[T]) Value() *T { return p.p }
