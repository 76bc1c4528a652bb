package mixed

import (
	"reflect"
	"slices"
	"sort"
	"strings"

	b "example.com/depths/brute"
)

// More are further cases of this package.
func More() []b.Case {
	return []b.Case{
		{Name: "Decoded", Pre: func(v any) bool { return weigh(v) == 3 }, Bad: func(v any) bool { _, is := v.([]any); return !is }, Opt: func(e *b.Env) {
			e.Impl[b.T[any]()] = []reflect.Type{b.T[int](), b.T[[]any](), b.T[map[string]any](), b.T[bool]()}
		}, Max: 2},
		{Name: "Union", Pre: func(s, t map[uint8]struct{}) bool {
			for x := range s {
				if _, is := t[x]; is {
					return false
				}
			}
			return true
		}, Bad: func(s, t map[uint8]struct{}) bool { return len(s)+len(t) > 2 }},
		{Name: "Styled", Pre: func(e Event) bool { return (e.Day == Wed) == (e.Style&Italic != 0) }, Bad: func(e Event) bool { return e.Style == Bold|Italic && e.After > 0 },
			Opt: func(e *b.Env) {
				e.Values[b.T[Weekday]()] = b.Vals(Mon, Tue, Wed)
				e.Values[b.T[Flags]()] = b.Vals(Flags(0), Bold, Italic, Bold|Italic)
				e.Zero["Event.note"] = true
			}},
		{Name: "Money.Plus", Pre: func(m, o Money) bool { return m.valid() && o.valid() }, Bad: func(m, o Money) bool { return !Money{m.Units + o.Units, m.Cents + o.Cents}.valid() }, Max: 3},
		{Name: "Sorted", Pre: func(x byLen) bool { return sort.IsSorted(x) && strings.Join(x, "") != "" }, Bad: func(x byLen) bool { return x[0] == "a" }},
		{Name: "Apply", Pre: func(op Op) bool { x, err := op.apply(1); return x == 0 && err == nil }, Bad: func(op Op) bool { _, is := op.(Dec); return !is }, Opt: func(e *b.Env) {
			e.Impl[b.T[Op]()] = []reflect.Type{b.T[Dec](), b.T[Inc](), b.T[Seq]()}
		}, Max: 3},
		{Name: "Rows", Pre: func(m Matrix3) bool { return m[0] == m[2] && m[1].Row[0] != m[0].Row[0] }, Bad: func(m Matrix3) bool { return m[1].Tag != 0 && m[0].Tag != 1 }, Opt: func(e *b.Env) {
			e.Ints = func(reflect.Type, int) []int64 { return []int64{0, 1} }
		}, Max: 2},
		{Name: "Digits", Pre: func(s string) bool { n, ok := digits(s); return ok && n == 1 || !ok && n == 2 }, Bad: func(s string) bool { return s == "001" }, Opt: func(e *b.Env) { e.Alpha = []rune("01a") }, Max: 4,
			Say: `Digits("001")`},
		{Name: "Overlap", Pre: func(all [2]Interval[string]) bool { return all[0].meets(all[1]) }, Bad: func(all [2]Interval[string]) bool { return all[0].Lo == "" }, Max: 2},
		{Name: "Counter.Hit", Pre: func(c *Counter, _ string) bool {
			if c.sum() <= 0 || c.last == nil {
				return c.sum() > 0
			}
			_, is := c.hits[*c.last]
			return is
		}, Bad: func(c *Counter, k string) bool { return c.last != nil && *c.last == k }, Opt: func(e *b.Env) { e.NotNil[b.T[*Counter]()] = true }, Max: 2, Fresh: true},
		{Name: "Filtered", Pre: func(up bool, xs []int8) bool {
			return !slices.ContainsFunc(xs, func(x int8) bool { return !(up && positive(x) || !up && even(x)) })
		}, Bad: func(up bool, xs []int8) bool { return !up && len(xs) > 1 && xs[0] == xs[1] }},
		{Name: "Either", Pre: func(p, q *Interval[int]) bool {
			return (p == nil) != (q == nil) && (p != nil && p.Lo == 1 || p == nil && q.Hi == 1)
		}, Bad: func(p, q *Interval[int]) bool { return q != nil && q.Lo < 0 }},
		{Name: "Quantified", Pre: func(m map[int]int) bool {
			for k, v := range m {
				for _, w := range m {
					if v == k && w == -k && k != 0 {
						return true
					}
				}
			}
			return false
		}, Bad: func(m map[int]int) bool { v, is := m[1]; return is && v == 1 }},
		{Name: "Conditional", Pre: func(xs []bool) bool { return len(xs) == 1 || len(xs) > 1 && xs[0] && xs[len(xs)-1] }, Bad: func(xs []bool) bool { return len(xs) > 1 && !xs[1] }, Max: 4,
			Say: "Conditional([]bool{true, false, true})"},
		{Name: "Unnamed", Pre: func(p struct{ x, y int8 }) bool { return true }, Bad: func(p struct{ x, y int8 }) bool { return larger(p) > 1 }},
		{Name: "Holding", Pre: func(h Held) bool { return true }, Bad: func(h Held) bool { return Holding(h) >= 2 }, Max: 2, Opt: func(e *b.Env) {
			e.Impl[b.T[Held]()] = []reflect.Type{b.T[struct {
				on   bool
				next *bool
			}](), b.T[[]struct{ n int8 }]()}
		}, Say: "Holding([]struct{ n int8 }{{n: 2}})"},
		{Name: "Filled", Pre: func(c *Cell[int8]) bool { return c == nil || bit(c.v) && (c.n == nil || bit(*c.n)) }},
	}
}

func bit(x int8) bool { return x == 0 || x == 1 }
