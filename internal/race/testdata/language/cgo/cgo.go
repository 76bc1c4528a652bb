// Package cgo calls functions in C.
package cgo

// int one() { return 1; }
import "C"

// OutsideC calls one.
//
//rtest:via OutsideC{}, One
//rtest:concurrent
type OutsideC struct{ n int }

// One adds one.
func (c *OutsideC) One() int {
	c.n += int(C.one())
	return c.n
}
