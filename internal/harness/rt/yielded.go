package rt

import "reflect"

// mostYielded is how many values of an iterator are shown.
const mostYielded = 8

// listen has each iterator among the results note what it yields when it is first
// run, by a clause: nothing is run for that.
func (v *view) listen() {
	v.yielded = make([]*Value, len(v.out.Results))
	for i, p := range v.w.c.Results() {
		f := reflect.ValueOf(p).Elem()
		if v.out.Results[i].Kind == Function && iterates(f.Type()) {
			f.Set(noting(f, func(heard *Value) { v.yielded[i] = heard }))
		}
	}
}

// heard has the iterators that were run shown by what they yielded.
func (v *view) heard() {
	for i, y := range v.yielded {
		if y != nil {
			y.Type = v.out.Results[i].Type
			v.out.Results[i] = y
		}
	}
}

// iterates tells whether functions of a type are iterators over values.
func iterates(t reflect.Type) bool {
	if t.Kind() != reflect.Func || t.NumIn() != 1 || t.NumOut() != 0 || t.IsVariadic() || t.In(0).Kind() != reflect.Func {
		return false
	}
	yield := t.In(0)
	return yield.NumOut() == 1 && yield.Out(0).Kind() == reflect.Bool && 1 <= yield.NumIn() && yield.NumIn() <= 2 && !yield.IsVariadic()
}

// noting returns an iterator like f that, the first time it is run, calls begun
// with what will hold the first values that it yields.
func noting(f reflect.Value, begun func(*Value)) reflect.Value {
	inner := reflect.New(f.Type()).Elem()
	inner.Set(f)
	first := true
	return reflect.MakeFunc(f.Type(), func(in []reflect.Value) []reflect.Value {
		if !first {
			return inner.Call(in)
		}
		first = false
		heard := &Value{Kind: Yielded, Text: "…"}
		begun(heard)
		yield, more := in[0], true
		inner.Call([]reflect.Value{reflect.MakeFunc(yield.Type(), func(args []reflect.Value) []reflect.Value {
			if len(heard.Elems) < mostYielded {
				row := &Value{Kind: Sequence}
				for _, a := range args {
					row.Elems = append(row.Elems, newDescriber().one(a.Interface()))
				}
				heard.Elems = append(heard.Elems, row)
			} else {
				more = false
			}
			out := yield.Call(args)
			more = more && out[0].Bool()
			return out
		})})
		if more {
			heard.Text = ""
		}
		return nil
	}).Convert(f.Type())
}
