package mixed

import (
	"cmp"
	"errors"
	"strconv"
	"time"
	"unicode"
)

// weigh goes through what decoders of JSON make.
func weigh(v any) int {
	switch v := v.(type) {
	case []any:
		n := 1
		for _, x := range v {
			n += weigh(x)
		}
		return n
	case map[string]any:
		n := 2
		for k, x := range v {
			n += len(k) + weigh(x)
		}
		return n
	case bool:
		if v {
			return 1
		}
	}
	return 0
}

//rtest:depth 2
//rtest:requires weigh(v) == 3
//rtest:ensures v is []any
func Decoded(v any) { _ = weigh(v) }

// Set is a generic alias of a map.
type Set[T comparable] = map[T]struct{}

//rtest:with [uint8]
//rtest:requires forall x in s: !(x in t)
//rtest:ensures len(result) == len(s) + len(t) && len(result) < 3
func Union[T ~uint8](s, t Set[T]) Set[T] {
	u := Set[T]{}
	for x := range s {
		u[x] = struct{}{}
	}
	for x := range t {
		u[x] = struct{}{}
	}
	return u
}

type Weekday uint

const (
	Mon Weekday = iota
	Tue
	Wed
)

type Flags uint8

const (
	Bold Flags = 1 << iota
	Italic
)

type Event struct {
	Day   Weekday
	Style Flags
	After time.Duration
	note  string
}

//rtest:requires e.Day == Wed <==> e.Style&Italic != 0
//rtest:ensures e.Style != Bold|Italic || e.After <= 0
func Styled(e Event) {}

type Money struct {
	Units int64
	Cents int8
}

func (m Money) valid() bool {
	return -99 <= m.Cents && m.Cents <= 99 && (m.Units == 0 || m.Cents == 0 || (m.Units < 0) == (m.Cents < 0))
}

func (m Money) cents() int64 { return 100*m.Units + int64(m.Cents) }

//rtest:requires m.valid() && o.valid()
//rtest:ensures result.valid()
//rtest:ensures result.cents() == m.cents() + o.cents()
func (m Money) Plus(o Money) Money { return Money{m.Units + o.Units, m.Cents + o.Cents} }

type byLen []string

func (b byLen) Len() int           { return len(b) }
func (b byLen) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byLen) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

//rtest:requires sort.IsSorted(b) && strings.Join(b, "") != ""
//rtest:ensures b[0] != "a"
func Sorted(b byLen) {}

type Op interface{ apply(x int) (int, error) }
type Inc struct{ By uint8 }
type Dec struct{ By *uint8 }
type Seq struct{ Ops []Op }

var errNone = errors.New("none")

func (i Inc) apply(x int) (int, error) { return x + int(i.By), nil }
func (d Dec) apply(x int) (int, error) {
	if d.By == nil {
		return x, errNone
	}
	return x - int(*d.By), nil
}
func (s Seq) apply(x int) (y int, err error) {
	for y = x; len(s.Ops) > 0 && err == nil; s.Ops = s.Ops[1:] {
		y, err = s.Ops[0].apply(y)
	}
	return y, err
}

//rtest:requires op.apply(1) == (0, nil)
//rtest:ensures op is Dec
func Apply(op Op) {}

type Matrix3 [3]struct {
	Row [1]bool
	Tag rune
}

//rtest:depth 2
//rtest:chars "x"
//rtest:ints 0..1
//rtest:requires m[0] == m[2] && m[1].Row[0] != m[0].Row[0]
//rtest:ensures m[1].Tag == 0 || m[0].Tag == 1
func Rows(m Matrix3) {}

func digits(s string) (n int, ok bool) {
	for i, r := range s {
		if !unicode.IsDigit(r) {
			return i, false
		}
		n = 10*n + int(r-'0')
	}
	return n, s != ""
}

//rtest:chars "01a"
//rtest:requires digits(s) == (1, true) || digits(s) == (2, false)
//rtest:ensures result == nil || s != "001"
func Digits(s string) error {
	_, err := strconv.Atoi(s)
	if len(s) == 3 && err == nil {
		return errNone
	}
	return err
}

type Interval[T cmp.Ordered] struct{ Lo, Hi T }

func (i Interval[T]) Has(x T) bool             { return i.Lo <= x && x < i.Hi }
func (i Interval[T]) meets(o Interval[T]) bool { return i.Has(o.Lo) || o.Has(i.Lo) }

//rtest:depth 2
//rtest:with [string]
//rtest:requires !(forall i, x in all: forall j, y in all: i == j || !x.meets(y))
//rtest:ensures len(all) < 2 || all[0].Lo != ""
func Overlap[T cmp.Ordered](all [2]Interval[T]) {}

type Counter struct {
	hits map[string]int
	last *string
}

func (c *Counter) sum() (n int) {
	for _, v := range c.hits {
		n += v
	}
	return n
}

//rtest:depth 2
//rtest:requires c.sum() > 0 && (c.last == nil || *c.last in c.hits)
//rtest:ensures c.sum() == old(c.sum()) + 1
//rtest:ensures c.last == old(c.last) || old(c.last) == nil
func (c *Counter) Hit(k string) {
	c.hits[k]++
	if c.last == nil || *c.last == k {
		c.last = &k
	}
}

// An Acc is a function with a name.
type Acc func(int8) bool

//rtest:values f: positive, even
//rtest:requires forall x in xs: f(x)
//rtest:ensures len(xs) < 2 || xs[0] != xs[1] || f(1)
func Filtered(f Acc, xs []int8) {}

func positive(x int8) bool { return x > 0 }
func even(x int8) bool     { return x%2 == 0 }

//rtest:requires (p == nil) != (q == nil) && (p != nil ? p.Lo : q.Hi) == 1
//rtest:ensures q == nil || q.Lo >= 0
func Either(p, q *Interval[int]) {}

//rtest:requires exists k, v in m: v == k && exists w in m: m[w] == -k && k != 0
//rtest:ensures !(1 in m) || m[1] != 1
func Quantified(m map[int]int) {}

//rtest:requires len(xs) > 1 ? xs[:1] == xs[len(xs)-1:] && xs[0] : len(xs) == 1
//rtest:ensures len(xs) == 1 || xs[1]
func Conditional(xs []bool) {}

// Unnamed reads a field of its input where the same type is written once more.
//
//rtest:ensures result <= 1
func Unnamed(p struct{ x, y int8 }) int8 { return larger(p) }

func larger(p struct{ x, y int8 }) int8 { return max(p.x, p.y) }

// A Held is of types that only the directive and a type switch write.
//
//rtest:oneof struct{ on bool; next *bool }, []struct{ n int8 }
type Held any

//rtest:ensures result < 2
func Holding(h Held) int8 {
	switch h := h.(type) {
	case struct {
		on   bool
		next *bool
	}:
		if h.on && h.next != nil && *h.next {
			return 1
		}
	case []struct{ n int8 }:
		if len(h) > 0 {
			return h[0].n
		}
	}
	return 0
}

// A Cell is another name for a type that has none.
type Cell[T any] = struct {
	v T
	n *T
}

//rtest:type Bit = {v int8 | v == 0 || v == 1}

//rtest:sig (c *Cell[Bit]) (Cell[Bit])
func Filled(c *struct {
	v int8
	n *int8
}) Cell[int8] {
	if c == nil {
		return Cell[int8]{}
	}
	return *c
}
