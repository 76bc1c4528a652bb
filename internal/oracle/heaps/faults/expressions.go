package faults

import "reflect"

// An Expr is an expression whose parts may be shared.
//
//rtest:oneof *Bit, *Plus
type Expr interface{ Value(most int) int }

// A Bit is 0 or 1.
//
//rtest:shared
type Bit struct{ One bool }

// A Plus is a sum.
//
//rtest:shared
type Plus struct{ L, R Expr }

// Value returns 0 or 1.
func (b *Bit) Value(int) int {
	if b.One {
		return 1
	}
	return 0
}

// Value returns the sum. It is negative if the expression is deeper than most levels.
func (p *Plus) Value(most int) int {
	if most == 0 {
		return -1 << 20
	}
	return p.L.Value(most-1) + p.R.Value(most-1)
}

// IsExpr reports whether an expression has at most so many levels below it.
func IsExpr(e Expr, most int) bool {
	switch e := e.(type) {
	case *Bit:
		return e != nil
	case *Plus:
		return e != nil && most > 0 && IsExpr(e.L, most-1) && IsExpr(e.R, most-1)
	}
	return false
}

// Bits returns how many bits an expression adds.
func Bits(e Expr) int {
	if p, ok := e.(*Plus); ok {
		return Bits(p.L) + Bits(p.R)
	}
	return 1
}

// Flip negates each bit. It forgets that a bit may be met twice.
//
//rtest:requires IsExpr(e, 2)
//rtest:ensures e.Value(2) == Bits(e) - old(e.Value(2))
//rtest:depth 2
func Flip(e Expr) {
	switch e := e.(type) {
	case *Bit:
		e.One = !e.One
	case *Plus:
		Flip(e.L)
		Flip(e.R)
	}
}

// All counts the expressions.
//
//rtest:requires IsExpr(e, 2)
//rtest:ensures result >= 0
//rtest:depth 2
func All(e Expr) int { return e.Value(2) }

// Inhabitants returns the types in interfaces.
func Inhabitants() map[reflect.Type][]reflect.Type {
	return map[reflect.Type][]reflect.Type{reflect.TypeFor[Expr](): {reflect.TypeFor[*Bit](), reflect.TypeFor[*Plus]()}}
}
