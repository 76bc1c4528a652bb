package brute

import (
	"iter"
	"reflect"
	"slices"
)

// iterator tells whether t is an iter.Seq.
func iterator(t reflect.Type) bool {
	return t.Kind() == reflect.Func && t.NumIn() == 1 && t.NumOut() == 0 && t.In(0).Kind() == reflect.Func
}

// elements is the slice of what an iterator yields.
func elements(t reflect.Type) reflect.Type { return reflect.SliceOf(t.In(0).In(0)) }

// iterators go over the elements of slices of the same depth, of which what the
// function under test says binds the elements. Each is one call.
func (d *domain) iterators(at place) []*tree {
	own := *d.Env
	own.AllEmpty = false
	var all []*tree
	of := newDomain(&own, d.depth)
	for _, s := range of.values(place{t: elements(at.t), left: at.left}) {
		all = append(all, &tree{t: at.t, make: func() reflect.Value {
			xs := s.build()
			return reflect.MakeFunc(at.t, func(args []reflect.Value) []reflect.Value {
				for i := range xs.Len() {
					if !args[0].Call([]reflect.Value{xs.Index(i)})[0].Bool() {
						break
					}
				}
				return nil
			})
		}})
	}
	return all
}

// Collect is what an iterator yields.
func Collect[T any](s iter.Seq[T]) []T { return slices.Collect(s) }
