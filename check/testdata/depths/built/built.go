// Package built: values built by calls.
package built

import (
	"container/list"
	"errors"
	"maps"
	"math/big"
	"slices"
	"strings"
	"time"
)

//rtest:via Set{}, Add, Remove
type Set struct{ m map[int]bool }

//rtest:let before = maps.Clone(s.m)
//rtest:ensures s.Has(x)
//rtest:ensures len(s.m) == len(before) + (x in before ? 0 : 1)
func (s *Set) Add(x int) {
	if s.m == nil {
		s.m = map[int]bool{}
	}
	s.m[x] = true
}

//rtest:ensures !s.Has(x)
//rtest:ensures old(s.Has(x)) ==> len(s.m) == old(len(s.m)) - 1
func (s *Set) Remove(x int) {
	if len(s.m) > 1 {
		delete(s.m, x)
	} else {
		s.m[x] = false
		_ = maps.Clone(s.m)
	}
}

func (s *Set) Has(x int) bool { return s.m[x] }

// A Pile is as high as calls were made.
//
//rtest:via Pile{}, Lay
type Pile struct{ xs []bool }

func (p *Pile) Lay(x bool) { p.xs = append(p.xs, x) }

// The range ends where the form of the inputs does not see.
//
//rtest:requires i in 0..<len(p.xs)
//rtest:ensures i < 2
func (p *Pile) At(i int) bool { return p.xs[i] }

//rtest:via NewRing, (*Ring).Put, Get
//rtest:invariant 0 <= self.n && self.n <= len(self.buf)
type Ring struct {
	buf  []int
	h, n int
}

//rtest:requires k > 0
func NewRing(k int) *Ring { return &Ring{buf: make([]int, k)} }

//rtest:ensures result == (old(r.n) < len(r.buf))
//rtest:ensures result ==> contents(r) == append(old(contents(r)), x)
func (r *Ring) Put(x int) bool {
	if r.n == len(r.buf) {
		return false
	}
	r.buf[(r.h+r.n)%len(r.buf)] = x
	r.n++
	return true
}

//rtest:ensures err == nil ==> contents(r) == old(contents(r)[1:]) && result == old(contents(r)[0])
//rtest:ensures (err != nil) == old(r.n == 0)
func (r *Ring) Get() (int, error) {
	if r.n == 0 {
		return 0, errors.New("empty")
	}
	x := r.buf[r.h]
	r.h = (r.h + 1) % len(r.buf)
	r.n--
	return x, nil
}

func contents(r *Ring) (c []int) {
	for i := range r.n {
		c = append(c, r.buf[(r.h+i)%len(r.buf)])
	}
	return
}

// persistent
//
//rtest:via Empty, Push, Pop
type Stack struct {
	top   int
	below *Stack
}

func Empty() *Stack { return &Stack{} }

func (s *Stack) Push(x int) *Stack { return &Stack{x, s} }

func (s *Stack) Pop() (*Stack, error) {
	if s.below == nil {
		return nil, errors.New("empty")
	}
	return s.below, nil
}

func (s *Stack) size() int {
	n := 0
	for ; s.below != nil; s = s.below {
		n++
	}
	return n
}

//rtest:requires s.size() >= 1
//rtest:ensures s.top == 0 || s.size() < 2
func UseStack(s *Stack) {}

//rtest:requires s.size() == t.size()
//rtest:ensures s.size() < 2 || s.top == t.top
func TwoStacks(s, t *Stack) {}

//rtest:via NewAcct, Deposit, Withdraw
type Acct struct{ bal uint }

//rtest:requires b < 3
func NewAcct(b uint) (*Acct, error) {
	if b == 1 {
		return nil, errors.New("no")
	}
	return &Acct{b}, nil
}

//rtest:requires x > 0
//rtest:ensures a.bal > old(a.bal)
func (a *Acct) Deposit(x uint) { a.bal += x }

//rtest:requires x <= a.bal
//rtest:ensures a.bal + x == old(a.bal)
func (a *Acct) Withdraw(x uint) {
	a.bal -= x
	if a.bal == 3 {
		a.bal = 0
	}
}

//rtest:ensures a == nil || a.bal < 3
func Bal(a *Acct) {}

// Counted has a field that a precondition fixes as a function of the rest.
type Counted struct {
	n  int
	xs []bool
}

//rtest:requires c.n == 3*len(c.xs)
//rtest:ensures a.bal < 3 || c.n < 6
func Fixed(a *Acct, c Counted) {}

//rtest:via NewG, Ins
type G[T comparable] struct{ xs []T }

func NewG[T comparable]() *G[T] { return &G[T]{} }

//rtest:with [string]
//rtest:ensures slices.Contains(g.xs, x)
func (g *G[T]) Ins(x T) {
	if !slices.Contains(g.xs, x) && len(g.xs) < 2 {
		g.xs = append(g.xs, x)
	}
}

//rtest:ensures len(sets) < 2 || !sets[0].Has(1) || sets[1].Has(1)
func Sets(sets []Set) {}

type Holder struct {
	S *Set
	B bool
}

//rtest:ensures !h.B || h.S.Has(0) || len(h.S.m) == 0
func Hold(h Holder) {}

//rtest:requires l.Len() < 3
//rtest:ensures l.Len() < 2 || l.Front().Value == l.Back().Value
func StdList(l *list.List) {}

//rtest:requires b.Sign() >= 0
//rtest:ensures b.Cmp(big.NewInt(1)) != 0
func Big(b *big.Int) {}

//rtest:ensures sb.Len() < 2
func SB(sb *strings.Builder) {}

//rtest:ensures !t.Before(time.Time{})
func Tm(t time.Time) {}

// depth n on the type is the greatest number of steps
//
//rtest:via Ctr{}, Inc
//rtest:depth 1
type Ctr struct{ n int }

func (c *Ctr) Inc() { c.n++ }

//rtest:ensures c.n < 2
func UseCtr(c Ctr) {}

//rtest:via Tog{}, Flip
//rtest:state on
type Tog struct {
	b bool
	n int
}

func (t *Tog) Flip() { t.b = !t.b; t.n++ }
func on(t *Tog) bool { return t.b }

//rtest:ensures true
func UseTog(t *Tog, x bool) bool { return on(t) == x || t.n > 0 }

//rtest:via NewP, Boom
type P struct{ n int }

func NewP(n int) P { return P{n} }
func (p *P) Boom(x bool) {
	if x {
		panic("boom")
	}
	p.n += 10
}

//rtest:ensures p.n < 20
func UseP(p P) {}

// Of the ways to a state with as many steps that with the fewest calls is shown,
// those that make arguments counted too: -1 is One().Neg(), not Zero().Minus(One()).
//
//rtest:via Zero, One, Minus, Neg
type Diff struct{ v int }

func Zero() Diff { return Diff{0} }
func One() Diff  { return Diff{1} }

func (d *Diff) Minus(e *Diff) { d.v -= e.v }
func (d *Diff) Neg()          { d.v = -d.v }

//rtest:ensures d.v != -1
func UseDiff(d *Diff) {}
