// Package interfaces: interfaces, sealed sums, enumerations and listed values.
package interfaces

import "io"

type Shape interface{ Area() int }
type Sq struct{ S int }
type Rect struct{ W, H int }

func (s Sq) Area() int    { return s.S * s.S }
func (r *Rect) Area() int { return r.W * r.H }

//rtest:requires s.Area() > 0
//rtest:ensures result != 2
func Grow(s Shape) int { return s.Area() }

//rtest:requires s == nil || s.Area() == 1
//rtest:ensures s != nil
func NilShape(s Shape) {}

//rtest:requires s is *Rect && t is Sq
//rtest:ensures s.(*Rect).W != t.(Sq).S || s.(*Rect).H == 0
func Is(s, t Shape) {}

//rtest:oneof Sq, *Rect, nil *Rect
type Maybe interface{ Area() int }

//rtest:requires m is *Rect
//rtest:ensures m.(*Rect) != nil
func NilPtr(m Maybe) {}

type Expr interface{ expr() }
type Num struct{ N int }
type Add struct{ L, R Expr }
type Neg struct{ E Expr }

func (Num) expr()  {}
func (*Add) expr() {}
func (Neg) expr()  {}

//rtest:depth 2
//rtest:ensures result >= 0
func Eval(e Expr) int {
	switch e := e.(type) {
	case Num:
		return e.N * e.N
	case *Add:
		return Eval(e.L) + Eval(e.R)
	case Neg:
		return -Eval(e.E)
	}
	panic("sealed")
}

//rtest:depth 2
//rtest:requires depthE(e) == 1 && e is *Add
//rtest:ensures e.(*Add).L == e.(*Add).R
func AddN(e Expr) {}

func depthE(e Expr) int {
	switch e := e.(type) {
	case *Add:
		return 1 + max(depthE(e.L), depthE(e.R))
	case Neg:
		return 1 + depthE(e.E)
	case Num:
		return e.N - e.N
	}
	return 0
}

//rtest:ensures result != "str"
func Any(v any) string {
	switch v.(type) {
	case string:
		if v.(string) != "" {
			return "str"
		}
		return ""
	case bool:
		return "bool"
	case []int:
		return "ints"
	}
	return "other"
}

// An any that is asserted to an interface holds what inhabits that.
//
//rtest:ensures result != 2
func AnyShape(v any) int {
	if s, ok := v.(Shape); ok {
		return s.Area()
	}
	return 0
}

//rtest:ensures result != "b"
func AnyError(v any) string {
	switch v := v.(type) {
	case error:
		return v.Error()
	}
	return ""
}

//rtest:oneof int, []bool, *Sq
type Mixed any

//rtest:requires !(m is int) || m.(int) > 0
//rtest:ensures !(m is []bool) || len(m.([]bool)) < 2
func Mix(m Mixed) int {
	if s, ok := m.(*Sq); ok {
		return s.S
	}
	return 0
}

type Color int

const (
	Red Color = iota
	Green
	Blue
)

// Default is another name for one of them.
const Default = Green

//rtest:requires c != d
//rtest:ensures c != Blue || d != Green
func Colors(c, d Color) {}

type Perm uint8

const (
	R Perm = 1 << iota
	W
	X
)

//rtest:requires p&R != 0 || p == 0
//rtest:ensures p != R|X
func Perms(p Perm) {}

type Mode string

const (
	Read  Mode = "r"
	Write Mode = "w"
)

//rtest:ensures m != Write
func Modes(m Mode) {}

//rtest:requires m != ""
//rtest:ensures m == Read
func ModesZ(m Mode) {}

type Grade int

const (
	Low  Grade = 10
	High Grade = 20
)

//rtest:ensures g != 2
func Grades(g Grade) {}

//rtest:values 2, 3, 5, 7
type Prime int

//rtest:requires p < q
//rtest:ensures int(p)+int(q) != 10
func Primes(p, q Prime) {}

//rtest:values s: "x", "yy"
//rtest:ensures len(s) + len(t) != 3
func ParamVals(s, t string) {}

//rtest:depth 2
//rtest:requires len(es) == 2 && es[0] != es[1]
//rtest:ensures !(es[0] is Sq)
func Slice(es []Shape) {}

type Level int

const (
	L1 Level = iota + 1
	L2
	L3
)

//rtest:ensures l != L3
func Levels(l Level) bool { return l == L1 }

//rtest:ensures l != L3
func LevelsZ(l Level) bool { return l == 0 }

type MyErr struct{ Code int }

func (e *MyErr) Error() string {
	if e.Code == 0 {
		return ""
	}
	return "bad"
}

//rtest:sig (s Sq) (int)
func GivenSq(s Shape) int { return s.Area() }

var _ io.Reader

// What a pointer to an interface, to a pointer, or of a named type points to has
// to be written out.

//rtest:requires p != nil ==> (*p).Area() > 0
//rtest:ensures p == nil || (*p).Area() < 4
func Behind(p *Shape) {}

// What is behind the pointer is compared with nil.
//
//rtest:requires p == nil || *p == nil || (*p).Area() == 1
//rtest:ensures p == nil || *p != nil
func BehindNil(p *Shape) {}

// The variable is nil at first: whether it is nil still is no question about elements.
//
//rtest:ensures result < 2
func Best(ss []Shape) int {
	var best Shape
	for _, s := range ss {
		if best == nil || s.Area() > best.Area() {
			best = s
		}
	}
	if best == nil {
		return 0
	}
	return best.Area()
}

// A Row is a slice with methods.
type Row []bool

// The receiver is not nil: the function compares what it points to.
//
//rtest:ensures len(*r) < 3
func (r *Row) Put(x bool) {
	if *r == nil {
		*r = Row{}
	}
	*r = append(*r, x)
}

type Cell struct{ V int }

func (c *Cell) Val() int { return c.V }
func (c Cell) Get() int  { return c.V }

//rtest:requires p != nil && *p != nil ==> (*p).V > 0 && (*p).Val() > 0 && (**p).Get() > 0
//rtest:ensures p == nil || *p == nil || (*p).Get() < 2 && (**p).V < 2
func Twice(p **Cell) {}

type CellRef *Cell

//rtest:requires p != nil ==> (*p).Get() > 0 && (*p).V > 0 && p.V > 0
//rtest:ensures p == nil || (*p).Get() < 2
func Named(p CellRef) {}

// A Coster costs something.
type Coster interface{ Cost() int }

type Flat struct{ N int }

func (f Flat) Cost() int { return f.N }

// A Noted costs what it embeds costs: a call by way of the interface reads that.
type Noted struct {
	Coster
	Note int
}

//rtest:requires c.Cost() != 0
//rtest:ensures result < 2
func Costs(c Coster) int { return c.Cost() }

// A Spot is one of three, two of which are no zero value; what is listed twice
// counts once.
//
//rtest:values Spot{1, 2}, Spot{2, 1}, Spot{}, Spot{1, 2}
type Spot struct{ X, Y int }

//rtest:requires forall s, n in m: s.X < n
//rtest:ensures len(m) < 2
func Spots(m map[Spot]int) {}
