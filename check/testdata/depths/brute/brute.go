// Package brute enumerates Go values as the contract language says of each type
// and depth, by reflection and without any constraint.
package brute

import (
	"math"
	"reflect"
	"slices"
	"unsafe"
)

// An Env is a depth, and what a case says of its values.
type Env struct {
	D      int
	Alpha  []rune                              // the characters of strings; bytes that are part of none are raised by Raw
	Ints   func(t reflect.Type, d int) []int64 // nil, or its result, for those of the depth
	Impl   map[reflect.Type][]reflect.Type     // the inhabitants of interfaces
	NilI   map[reflect.Type]bool               // interfaces that may be nil
	Empty  map[reflect.Type]bool               // slices that are empty beside nil
	Values map[reflect.Type][]reflect.Value    // listed values
	Zero   map[string]bool                     // fields, as Type.Field, that are not read
	NotNil map[reflect.Type]bool               // pointers that are not nil
	cyc    map[reflect.Type]map[reflect.Type]bool
}

// A Case is a function with what its contract means.
type Case struct {
	Name   string
	Pre    any             // of the parameters: what its precondition says
	Bad    any             // of the parameters: whether its call fails; nil for never
	Opt    func(e *Env)    // changes the environment
	Count  func(d int) int // how many inputs there are up to a depth, instead of Pre
	Max    int             // the greatest depth, 3 for 0
	Say    string          // the call of the counterexample, where it is one only
	At     int             // with Count: the depth of the counterexample, -1 for none
	Solver bool            // only Z3 finds all inputs
	Fresh  bool            // copy inputs, so that the parts of one share no memory
}

// Raw is what a byte is raised by that is a character by itself.
const Raw rune = 0x110000

// T is the type X.
func T[X any]() reflect.Type { return reflect.TypeOf((*X)(nil)).Elem() }

// Vals are values to be listed.
func Vals(xs ...any) []reflect.Value {
	var r []reflect.Value
	for _, x := range xs {
		r = append(r, reflect.ValueOf(x))
	}
	return r
}

// reach returns the types that values of t reach.
func (e *Env) reach(t reflect.Type) map[reflect.Type]bool {
	if e.cyc == nil {
		e.cyc = map[reflect.Type]map[reflect.Type]bool{}
	}
	if m, ok := e.cyc[t]; ok {
		return m
	}
	m := map[reflect.Type]bool{}
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		step := func(u reflect.Type) {
			if !m[u] {
				m[u] = true
				walk(u)
			}
		}
		switch t.Kind() {
		case reflect.Slice, reflect.Array, reflect.Pointer:
			step(t.Elem())
		case reflect.Map:
			step(t.Key())
			step(t.Elem())
		case reflect.Struct:
			for i := 0; i < t.NumField(); i++ {
				step(t.Field(i).Type)
			}
		case reflect.Interface:
			for _, u := range e.Impl[t] {
				step(u)
			}
		}
	}
	walk(t)
	e.cyc[t] = m
	return m
}

func (e *Env) same(a, b reflect.Type) bool { return e.reach(a)[b] && e.reach(b)[a] }

func (e *Env) ints(t reflect.Type) []int64 {
	if e.Ints != nil {
		if r := e.Ints(t, e.D); r != nil {
			return r
		}
	}
	d := int64(e.D)
	var r []int64
	lo := int64(0)
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		lo = -d
	}
	for x := lo; x <= d; x++ {
		r = append(r, x)
	}
	return r
}

func (e *Env) floats() []float64 {
	var r []float64
	for k := -2 * e.D; k <= 2*e.D; k++ {
		r = append(r, float64(k)/2)
	}
	if e.D >= 3 {
		r = append(r, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.SmallestNonzeroFloat64, math.MaxFloat64)
	}
	return r
}

// Gen returns the values of t with what is left of the depth.
func (e *Env) Gen(t reflect.Type, left int) []reflect.Value {
	if v, ok := e.Values[t]; ok {
		return v
	}
	if left < 0 {
		return nil
	}
	var r []reflect.Value
	add := func(v any) { r = append(r, reflect.ValueOf(v).Convert(t)) }
	switch t.Kind() {
	case reflect.Bool:
		add(false)
		add(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		for _, x := range e.ints(t) {
			add(x)
		}
	case reflect.Float64, reflect.Float32:
		for _, x := range e.floats() {
			if t.Kind() == reflect.Float32 && x == math.MaxFloat64 {
				add(float32(math.MaxFloat32))
				continue
			}
			if t.Kind() == reflect.Float32 && x == math.SmallestNonzeroFloat64 {
				add(float32(math.SmallestNonzeroFloat32))
				continue
			}
			add(x)
		}
	case reflect.Complex128, reflect.Complex64:
		for _, x := range e.floats() {
			for _, y := range e.floats() {
				add(complex(x, y))
			}
		}
	case reflect.String:
		for _, s := range texts(e.words(left)) {
			add(s)
		}
	case reflect.Slice:
		if t.Elem() == T[rune]() || t.Elem() == T[byte]() {
			words := e.words(left)
			if t.Elem() == T[rune]() {
				words = slices.DeleteFunc(words, func(w []rune) bool {
					return slices.ContainsFunc(w, func(c rune) bool { return c >= Raw })
				})
			}
			for _, s := range texts(words) {
				if s == "" {
					r = append(r, reflect.Zero(t))
				} else {
					add(s)
				}
			}
			break
		}
		r = append(r, reflect.Zero(t))
		if e.Empty[t] {
			r = append(r, reflect.MakeSlice(t, 0, 0))
		}
		el := e.elem(t, left)
		last := []reflect.Value{reflect.MakeSlice(t, 0, 0)}
		for n := 1; n <= left; n++ {
			var next []reflect.Value
			for _, s := range last {
				for _, x := range el {
					c := reflect.MakeSlice(t, 0, n)
					c = reflect.AppendSlice(c, s)
					next = append(next, reflect.Append(c, x))
				}
			}
			r = append(r, next...)
			last = next
		}
	case reflect.Array:
		last := []reflect.Value{reflect.New(t).Elem()}
		el := e.Gen(t.Elem(), left)
		for i := 0; i < t.Len(); i++ {
			var next []reflect.Value
			for _, a := range last {
				for _, x := range el {
					c := reflect.New(t).Elem()
					c.Set(a)
					c.Index(i).Set(x)
					next = append(next, c)
				}
			}
			last = next
		}
		r = last
	case reflect.Map:
		r = append(r, reflect.Zero(t), reflect.MakeMap(t))
		if left == 0 {
			break
		}
		ks, vs := e.Gen(t.Key(), left-1), e.elem(t, left)
		type part struct {
			m    reflect.Value
			from int
		}
		last := []part{{reflect.MakeMap(t), 0}}
		for n := 1; n <= left; n++ {
			var next []part
			for _, p := range last {
				for i := p.from; i < len(ks); i++ {
					if p.m.MapIndex(ks[i]).IsValid() {
						continue
					}
					for _, v := range vs {
						c := reflect.MakeMap(t)
						for _, k := range p.m.MapKeys() {
							c.SetMapIndex(k, p.m.MapIndex(k))
						}
						c.SetMapIndex(ks[i], v)
						next = append(next, part{c, i + 1})
					}
				}
			}
			for _, p := range next {
				r = append(r, p.m)
			}
			last = next
		}
	case reflect.Pointer:
		if !e.NotNil[t] {
			r = append(r, reflect.Zero(t))
		}
		l := left
		if e.same(t, t.Elem()) {
			l-- // a step within a cycle
		}
		for _, x := range e.Gen(t.Elem(), l) {
			p := reflect.New(t.Elem())
			p.Elem().Set(x)
			r = append(r, p)
		}
	case reflect.Interface:
		if e.NilI[t] {
			r = append(r, reflect.Zero(t))
		}
		for _, u := range e.Impl[t] {
			l := left
			if e.same(t, u) && u.Kind() != reflect.Pointer && u.Kind() != reflect.Slice && u.Kind() != reflect.Map {
				l--
			}
			for _, x := range e.Gen(u, l) {
				if u.Kind() == reflect.Pointer && x.IsNil() {
					continue
				}
				i := reflect.New(t).Elem()
				i.Set(x)
				r = append(r, i)
			}
		}
	case reflect.Struct:
		last := []reflect.Value{reflect.New(t).Elem()}
		for i := 0; i < t.NumField(); i++ {
			f := t.Field(i)
			if f.Name == "_" || e.Zero[t.Name()+"."+f.Name] {
				continue
			}
			l := left
			if f.Type.Kind() == reflect.Struct && e.same(t, f.Type) {
				l--
			}
			xs := e.Gen(f.Type, l)
			var next []reflect.Value
			for _, s := range last {
				for _, x := range xs {
					c := reflect.New(t).Elem()
					c.Set(s)
					g := c.Field(i)
					reflect.NewAt(g.Type(), unsafe.Pointer(g.UnsafeAddr())).Elem().Set(x)
					next = append(next, c)
				}
			}
			last = next
		}
		r = last
	default:
		panic("kind " + t.String())
	}
	return r
}

// elem returns what a container holds with what is left for it: the step costs one, also where the element is a pointer of the same cycle.
func (e *Env) elem(t reflect.Type, left int) []reflect.Value {
	if left == 0 {
		return nil
	}
	u := t.Elem()
	if u.Kind() == reflect.Pointer && e.same(u, u.Elem()) {
		var r []reflect.Value
		if !e.NotNil[u] {
			r = append(r, reflect.Zero(u))
		}
		for _, x := range e.Gen(u.Elem(), left-1) {
			p := reflect.New(u.Elem())
			p.Elem().Set(x)
			r = append(r, p)
		}
		return r
	}
	return e.Gen(u, left-1)
}

// NewEnv is the environment of a depth.
func NewEnv(d int) *Env {
	return &Env{D: d, Alpha: []rune("ab"), Impl: map[reflect.Type][]reflect.Type{}, NilI: map[reflect.Type]bool{},
		Empty: map[reflect.Type]bool{}, Values: map[reflect.Type][]reflect.Value{}, Zero: map[string]bool{}, NotNil: map[reflect.Type]bool{}}
}

func call(f any, args []reflect.Value) (ok bool) {
	return reflect.ValueOf(f).Call(args)[0].Bool()
}

func (c Case) tuples(d int, yield func(args []reflect.Value)) {
	e := NewEnv(d)
	if c.Opt != nil {
		c.Opt(e)
	}
	ft := reflect.TypeOf(c.Pre)
	var dom [][]reflect.Value
	for i := 0; i < ft.NumIn(); i++ {
		dom = append(dom, e.Gen(ft.In(i), d))
	}
	args := make([]reflect.Value, len(dom))
	var rec func(i int)
	rec = func(i int) {
		if i == len(dom) {
			fresh := make([]reflect.Value, len(args))
			for i, a := range args {
				fresh[i] = a
				if c.Fresh {
					fresh[i] = Clone(a)
				}
			}
			if call(c.Pre, fresh) {
				yield(fresh)
			}
			return
		}
		for _, v := range dom[i] {
			args[i] = v
			rec(i + 1)
		}
	}
	rec(0)
}
