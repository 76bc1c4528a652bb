package brute

import (
	"fmt"
	"reflect"
	"strings"
)

// Calls are what builds the values of a type T.
type Calls struct {
	New   []any // functions that give a T or *T, perhaps with an error; nil for a call that is none
	Steps []any // functions whose first parameter is a T or *T, or Bounded ones
	Depth int   // the greatest number of steps, 0 where that is the depth
	State any   // a function of a *T that tells states apart, nil for all that they reach
}

// Bounded is a function whose own contract says how deep its arguments are.
type Bounded struct {
	F     any
	Depth int
}

// state writes what tells the state behind a pointer apart.
func (c *Calls) state(v reflect.Value) string {
	if c.State != nil {
		return Dump(reflect.ValueOf(c.State).Call([]reflect.Value{v})[0].Interface())
	}
	return state(v)
}

// calls are those that build t or what it points to, nil for none.
func (d *domain) calls(t reflect.Type) *Calls {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return d.Via[t]
}

// states are the values of a type that at most left steps reach, those of fewer
// steps first.
func (d *domain) states(at place) []*tree {
	c, t := d.calls(at.t), at.t
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	// What the function under test says of integers and texts does not reach the calls.
	own := *d.Env
	own.Ranges, own.Chars, own.AllEmpty = "", "", false
	usual := newDomain(&own, (at.left+1)/2)
	seen := map[string]bool{}
	var all []*tree
	// make is how a state comes about, as a pointer to t.
	add := func(steps int, make func() reflect.Value) {
		v := quietly(make)
		if !v.IsValid() || v.IsNil() || seen[c.state(v)] {
			return
		}
		seen[c.state(v)] = true
		all = append(all, &tree{t: at.t, size: steps, make: func() reflect.Value {
			if v := make(); at.t.Kind() == reflect.Pointer {
				return v
			} else {
				return v.Elem()
			}
		}, state: make})
	}
	for _, f := range c.New {
		usual.tuples(f, 0, func(in []*tree) {
			add(0, func() reflect.Value { return made(t, call(f, nil, in)) })
		})
	}
	most := at.left
	if c.Depth > 0 {
		most = min(most, c.Depth)
	}
	begin := 0
	for n := 1; n <= most; n++ {
		end := len(all)
		for _, from := range all[begin:end] {
			for _, f := range c.Steps {
				args := usual
				if b, ok := f.(Bounded); ok {
					f, args = b.F, newDomain(&own, b.Depth)
				}
				args.tuples(f, 1, func(in []*tree) {
					add(n, func() reflect.Value {
						v := from.state()
						call(f, &v, in)
						return v
					})
					add(n, func() reflect.Value {
						v := from.state()
						return made(t, call(f, &v, in))
					})
				})
			}
		}
		begin = end
	}
	return all
}

// tuples yields all arguments of f but for the first few.
func (d *domain) tuples(f any, but int, yield func(in []*tree)) {
	var lists [][]*tree
	for i := but; i < reflect.TypeOf(f).NumIn(); i++ {
		at := place{t: reflect.TypeOf(f).In(i), left: d.depth}
		if d.calls(at.t) != nil {
			at.left-- // the step to a value of the type itself
		}
		lists = append(lists, d.values(at))
	}
	everyTuple(lists, func(in []*tree) bool {
		yield(append([]*tree(nil), in...))
		return true
	})
}

// call calls f; recv is a pointer to its first argument, nil for none.
func call(f any, recv *reflect.Value, in []*tree) []reflect.Value {
	var args []reflect.Value
	if recv != nil {
		if reflect.TypeOf(f).In(0).Kind() == reflect.Pointer {
			args = append(args, *recv)
		} else {
			args = append(args, recv.Elem())
		}
	}
	for _, v := range in {
		args = append(args, v.build())
	}
	return reflect.ValueOf(f).Call(args)
}

// made is the result of type t or *t, as a pointer; invalid where there is none or
// an error.
func made(t reflect.Type, results []reflect.Value) reflect.Value {
	if n := len(results); n > 0 && results[n-1].Kind() == reflect.Interface && !results[n-1].IsNil() {
		return reflect.Value{}
	}
	for _, r := range results {
		switch r.Type() {
		case reflect.PointerTo(t):
			return r
		case t:
			p := reflect.New(t)
			p.Elem().Set(r)
			return p
		}
	}
	return reflect.Value{}
}

// quietly is what make gives, invalid where it panics.
func quietly(make func() reflect.Value) (v reflect.Value) {
	defer func() {
		if recover() != nil {
			v = reflect.Value{}
		}
	}()
	return make()
}

// state writes a value with capacities and what is behind lengths.
func state(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		return "&" + state(v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return "nil"
		}
		var all []string
		for i := range v.Cap() {
			all = append(all, state(v.Slice(0, v.Cap()).Index(i)))
		}
		return fmt.Sprintf("[%d %s]", v.Len(), strings.Join(all, ","))
	case reflect.Struct:
		var all []string
		for i := range v.NumField() {
			all = append(all, state(v.Field(i)))
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	return fmt.Sprint(v)
}
