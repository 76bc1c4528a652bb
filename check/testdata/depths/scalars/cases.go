package scalars

import (
	"bytes"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	b "example.com/depths/brute"
)

func ints(t reflect.Type, r ...[2]int64) func(*b.Env) {
	return func(e *b.Env) {
		old := e.Ints
		e.Ints = func(u reflect.Type, d int) (s []int64) {
			if u != t {
				if old != nil {
					return old(u, d)
				}
				return nil
			}
			for _, p := range r {
				for x := p[0]; x <= p[1]; x++ {
					s = append(s, x)
				}
			}
			return s
		}
	}
}

func alpha(chars ...rune) func(*b.Env) { return func(e *b.Env) { e.Alpha = chars } }

// Brute are the cases of this package.
func Brute() []b.Case {
	I := b.T[int]()
	return []b.Case{
		{Name: "Not", Pre: func(x bool) bool { return true }, Max: 2},
		{Name: "Half", Pre: func(x int) bool { return x%2 == 0 }, Max: 4},
		{Name: "U", Pre: func(x uint, y uint8) bool { return true }},
		{Name: "Mid", Pre: func(x, y float64) bool { return x <= y }, Bad: func(x, y float64) bool { return !((x+y)/2 >= x) }},
		{Name: "Conj", Pre: func(z complex128) bool { return real(z) >= imag(z) }},
		{Name: "Twice", Pre: func(d time.Duration) bool { return true }, Bad: func(d time.Duration) bool { return 2*d < d }},
		{Name: "Tail", Pre: func(s string) bool { return len(s) > 0 }},
		{Name: "Run", Pre: func(s []rune) bool { return len(s) != 1 }},
		{Name: "Byt", Pre: func(s []byte) bool { return len(s) < 2 || s[0] != s[1] }},
		{Name: "Num", Count: func(d int) int { // []uint8 is a slice of numbers
			n, k := 1, d+1
			if d >= 1 {
				n += k
			}
			for l := 2; l <= d; l++ {
				m := k * (k - 1)
				for i := 2; i < l; i++ {
					m *= k
				}
				n += m
			}
			return n
		}, At: -1},
		{Name: "Div", Pre: func(y, x int) bool { return x != 0 }, Opt: ints(I, [2]int64{-3, 4}), Max: 1},
		{Name: "Add8", Pre: func(x uint8, y int) bool { return true }, Bad: func(x uint8, y int) bool { return int(x+uint8(y)) != int(x)+y }, Opt: func(e *b.Env) {
			ints(b.T[uint8](), [2]int64{250, 255})(e)
			ints(I, [2]int64{0, 2}, [2]int64{63, 65})(e)
		}, Max: 1},
		{Name: "Abs8", Pre: func(x int8) bool { return true }, Bad: func(x int8) bool { return x == -128 }, Opt: ints(b.T[int8](), [2]int64{-128, 127}), Max: 1},
		{Name: "Neg32", Pre: func(x int32, f float32) bool { return true }, Bad: func(x int32, f float32) bool { return f > 1 }},
		{Name: "Maj", Pre: func(a, b, c bool) bool { return true }, Bad: func(a, b, c bool) bool { return (a && (b || c)) != (a && b || c) }, Max: 1},
		{Name: "Avg", Pre: func(a, b, c int) bool { return a < b && b < c }, Bad: func(a, b, c int) bool { r := (a + c) / 2; return !(a <= r && r <= b) }},
		{Name: "Imp", Pre: func(x, y int) bool { return (x <= 0 || y > x) && (x == 0) == (y == 0) }},
		{Name: "Dist", Pre: func(x, y int) bool { return x-y == 2 || y-x == 2 }},
		{Name: "Sq", Count: func(int) int { return 8 }, Max: 2, At: 0, Say: "Sq(-1234)", Solver: true},
		{Name: "Dur", Pre: func(d time.Duration, m time.Month) bool { return true }, Bad: func(d time.Duration, m time.Month) bool { return m == time.March }, Opt: func(e *b.Env) {
			var v []any
			for m := time.January; m <= time.December; m++ {
				v = append(v, m)
			}
			e.Values[b.T[time.Month]()] = b.Vals(v...)
		}},
		{Name: "Wrap", Pre: func(x, y uint8) bool { return true }, Bad: func(x, y uint8) bool { return int(x)+int(y) > 255 }, Opt: ints(b.T[uint8](), [2]int64{200, 255}), Max: 2},
		{Name: "QR", Pre: func(x, y int8) bool { return y != 0 && x/y == 5 && x%y == 3 }, Bad: func(x, y int8) bool { return x <= 0 }, Opt: ints(b.T[int8](), [2]int64{-128, 127}), Max: 1},
		{Name: "Shl", Pre: func(x int16) bool { return x<<1 == 4 || x>>1 == -2 }, Bad: func(x int16) bool { return x == -4 }, Max: 5},
		{Name: "Bits", Pre: func(x uint8) bool { return x&^0x0f == 0x30 && x^0x3f > 9 }, Bad: func(x uint8) bool { return x == 0x32 }, Opt: ints(b.T[uint8](), [2]int64{0, 255}), Max: 1},
		{Name: "Mend", Pre: func(s string) bool { return !strings.Contains(s, "é") }, Opt: alpha('a', b.Raw+0xa9, b.Raw+0xc3, 'é'), Max: 4},
		{Name: "Grow", Pre: func(s []byte) bool { return !utf8.Valid(s) }, Opt: alpha('a', b.Raw+0xa9, b.Raw+0xc3, 'é'), Bad: func(s []byte) bool { return len(bytes.ToValidUTF8(s, []byte("\uFFFD"))) <= len(s) }},
		{Name: "Thrice", Pre: func(s string) bool { return len(s) >= 3 && len([]rune(s)) == 3 }, Opt: alpha('a', b.Raw+0xa9, b.Raw+0xc3, 'é'), Bad: func(s string) bool { return string([]rune(s)) != s }},
		{Name: "OnlyRunes", Pre: func(s []rune) bool { return true }, Opt: alpha('a', b.Raw+0xa9, b.Raw+0xc3, 'é')},
		{Name: "Within", Pre: func(s string) bool { return strings.Contains(s, "é") }, Opt: alpha('a', b.Raw+0xa9, b.Raw+0xc3), Bad: func(s string) bool { return strings.HasSuffix(s, "é") }, Say: `Within("é")`},
		{Name: "Magic", Pre: func(s string) bool { return true }, Opt: alpha('a', 'b', b.Raw+0xff), Bad: func(s string) bool { return s == "a\xffb" }, Say: `Magic("a\xffb")`},
		{Name: "BOM", Pre: func(s []byte) bool { return true }, Opt: alpha('a', 'b', b.Raw+0xff, b.Raw+0xfe), Bad: func(s []byte) bool { return bytes.HasPrefix(s, []byte("\xff\xfe")) }},
		{Name: "Lost", Pre: func(s string) bool { return true }, Opt: alpha('a', 'b', 'é', 0xFFFD, b.Raw+0xff), Bad: func(s string) bool {
			return s != "" && !utf8.ValidString(s) && strings.Trim(s, "\uFFFD\xff") == ""
		}, Say: `Lost("\xff")`},
	}
}
