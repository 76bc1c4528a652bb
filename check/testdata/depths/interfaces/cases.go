package interfaces

import (
	"reflect"
	"slices"

	b "example.com/depths/brute"
)

func shapes(e *b.Env) {
	e.Impl[b.T[Shape]()] = []reflect.Type{b.T[Sq](), b.T[*Rect]()}
}
func exprs(e *b.Env) {
	e.Impl[b.T[Expr]()] = []reflect.Type{b.T[Num](), b.T[*Add](), b.T[Neg]()}
}

func evalBad(e Expr) bool { return Eval(e) < 0 }

// Brute are the cases of this package.
func Brute() []b.Case {
	return []b.Case{
		{Name: "Grow", Pre: func(s Shape) bool { return s.Area() > 0 }, Bad: func(s Shape) bool { return s.Area() == 2 }, Opt: shapes},
		{Name: "NilShape", Pre: func(s Shape) bool { return s == nil || s.Area() == 1 }, Bad: func(s Shape) bool { return s == nil }, Opt: func(e *b.Env) { shapes(e); e.NilI[b.T[Shape]()] = true }},
		{Name: "Is", Pre: func(s, t Shape) bool { _, a := s.(*Rect); _, c := t.(Sq); return a && c }, Bad: func(s, t Shape) bool { r := s.(*Rect); return r.W == t.(Sq).S && r.H != 0 }, Opt: shapes},
		{Name: "Behind", Pre: func(p *Shape) bool { return p == nil || (*p).Area() > 0 }, Bad: func(p *Shape) bool { return p != nil && (*p).Area() >= 4 }, Opt: shapes},
		{Name: "BehindNil", Pre: func(p *Shape) bool { return p == nil || *p == nil || (*p).Area() == 1 }, Bad: func(p *Shape) bool { return p != nil && *p == nil }, Opt: func(e *b.Env) { shapes(e); e.NilI[b.T[Shape]()] = true }},
		{Name: "Best", Pre: func(ss []Shape) bool { return true }, Bad: func(ss []Shape) bool { return slices.ContainsFunc(ss, func(s Shape) bool { return s.Area() >= 2 }) }, Opt: shapes, Max: 2},
		{Name: "Row.Put", Pre: func(r *Row, x bool) bool { return true }, Bad: func(r *Row, x bool) bool { return len(*r) >= 2 }, Opt: func(e *b.Env) { e.NotNil[b.T[*Row]()], e.Empty[b.T[Row]()] = true, true }},
		{Name: "Twice", Pre: func(p **Cell) bool { return p == nil || *p == nil || (*p).V > 0 }, Bad: func(p **Cell) bool { return p != nil && *p != nil && (*p).V >= 2 }},
		{Name: "Named", Pre: func(p CellRef) bool { return p == nil || p.V > 0 }, Bad: func(p CellRef) bool { return p != nil && p.V >= 2 }},
		{Name: "NilPtr", Count: func(d int) int { return 1 + (2*d+1)*(2*d+1) }, At: 0, Say: "NilPtr((*Rect)(nil))"},
		{Name: "Eval", Pre: func(e Expr) bool { return true }, Bad: evalBad, Opt: exprs, Max: 2},
		{Name: "AddN", Pre: func(e Expr) bool { _, ok := e.(*Add); return ok && depthE(e) == 1 }, Bad: func(e Expr) bool { return e.(*Add).L != e.(*Add).R }, Opt: exprs, Max: 2},
		{Name: "Any", Pre: func(v any) bool { return true }, Bad: func(v any) bool { s, ok := v.(string); return ok && s != "" }, Opt: func(e *b.Env) {
			e.Impl[b.T[any]()] = []reflect.Type{b.T[int](), b.T[string](), b.T[bool](), b.T[[]int]()}
		}},
		{Name: "AnyShape", Pre: func(v any) bool { return true }, Bad: func(v any) bool { s, ok := v.(Shape); return ok && s.Area() == 2 }, Opt: func(e *b.Env) {
			e.Impl[b.T[any]()] = []reflect.Type{b.T[int](), b.T[Sq](), b.T[*Rect]()}
		}},
		{Name: "AnyError", Count: func(d int) int { return 2*d + 1 + 1<<((d+1)/2+1) - 1 + min(d, 1) }, At: 1, Say: `AnyError(errors.New("b"))`},
		{Name: "Mix", Pre: func(m Mixed) bool { i, ok := m.(int); return !ok || i > 0 }, Bad: func(m Mixed) bool { s, ok := m.([]bool); return ok && len(s) >= 2 }, Opt: func(e *b.Env) {
			e.Impl[b.T[Mixed]()] = []reflect.Type{b.T[int](), b.T[[]bool](), b.T[*Sq]()}
		}},
		{Name: "Colors", Pre: func(c, d Color) bool { return c != d }, Bad: func(c, d Color) bool { return c == Blue && d == Green }, Opt: func(e *b.Env) { e.Values[b.T[Color]()] = b.Vals(Red, Green, Blue) }},
		{Name: "Perms", Pre: func(p Perm) bool { return p&R != 0 || p == 0 }, Bad: func(p Perm) bool { return p == R|X }, Opt: func(e *b.Env) {
			e.Values[b.T[Perm]()] = b.Vals(Perm(0), Perm(1), Perm(2), Perm(3), Perm(4), Perm(5), Perm(6), Perm(7))
		}},
		{Name: "Modes", Pre: func(Mode) bool { return true }, Bad: func(m Mode) bool { return m == Write }, Opt: func(e *b.Env) { e.Values[b.T[Mode]()] = b.Vals(Read, Write) }},
		{Name: "ModesZ", Pre: func(m Mode) bool { return m != "" }, Bad: func(m Mode) bool { return m != Read }, Opt: func(e *b.Env) { e.Values[b.T[Mode]()] = b.Vals(Read, Write, Mode("")) }},
		{Name: "Grades", Pre: func(Grade) bool { return true }, Bad: func(g Grade) bool { return g == 2 }},
		{Name: "Primes", Pre: func(p, q Prime) bool { return p < q }, Bad: func(p, q Prime) bool { return p+q == 10 }, Opt: func(e *b.Env) { e.Values[b.T[Prime]()] = b.Vals(Prime(2), Prime(3), Prime(5), Prime(7)) }},
		{Name: "ParamVals", Count: func(d int) int { return 2 * (1<<(d+1) - 1) }, At: 1, Say: `ParamVals("yy", "a")`},
		{Name: "Slice", Fresh: true, Pre: func(es []Shape) bool { return len(es) == 2 && es[0] != es[1] }, Bad: func(es []Shape) bool { _, ok := es[0].(Sq); return ok }, Opt: func(e *b.Env) {
			shapes(e)
			// Pointers are compared, not what they point to.
			e.Zero["Rect.W"], e.Zero["Rect.H"] = true, true
		}, Max: 2},
		{Name: "Levels", Pre: func(Level) bool { return true }, Bad: func(l Level) bool { return l == L3 }, Opt: func(e *b.Env) { e.Values[b.T[Level]()] = b.Vals(L1, L2, L3) }},
		{Name: "LevelsZ", Pre: func(Level) bool { return true }, Bad: func(l Level) bool { return l == L3 }, Opt: func(e *b.Env) { e.Values[b.T[Level]()] = b.Vals(L1, L2, L3, Level(0)) }},
		{Name: "Costs", Pre: func(c Coster) bool { return c.Cost() != 0 }, Bad: func(c Coster) bool { return c.Cost() >= 2 }, Say: "Costs(Flat{N: 2})", Opt: func(e *b.Env) {
			e.Impl[b.T[Coster]()] = []reflect.Type{b.T[Flat](), b.T[Noted]()}
			e.Zero["Noted.Note"] = true
		}},
		{Name: "Spots", Pre: func(m map[Spot]int) bool {
			for s, n := range m {
				if s.X >= n {
					return false
				}
			}
			return true
		}, Bad: func(m map[Spot]int) bool { return len(m) >= 2 }, Opt: func(e *b.Env) {
			e.Values[b.T[Spot]()] = b.Vals(Spot{1, 2}, Spot{2, 1}, Spot{})
		}},
		{Name: "GivenSq", Count: func(d int) int { return 2*d + 1 }, At: -1},
	}
}
