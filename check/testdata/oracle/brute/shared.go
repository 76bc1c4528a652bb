package main

import (
	"fmt"
	"reflect"
	"strings"
)

// A sharing has the parameter q be the memory that p is: the same pointer or
// map, or a window of one array that begins offset elements behind p.
type sharing struct{ p, q, offset int }

// sharings lists how the parameters with these names, of one type each, may
// share memory. Pointers and maps are equal to the first that is the same; of
// slices two share an array.
func sharings(names []string, args []reflect.Value) (out [][]sharing) {
	var rec func(q int, s []sharing)
	rec = func(q int, s []sharing) {
		if q == len(args) {
			if len(s) > 0 {
				out = append(out, append([]sharing(nil), s...))
			}
			return
		}
		rec(q+1, s)
		for p := 0; p < q && names != nil; p++ {
			if names[p] == "" || names[q] == "" || used(s, p, args[p].Kind() == reflect.Slice) {
				continue
			}
			for _, offset := range offsets(args[p], args[q]) {
				rec(q+1, append(s, sharing{p, q, offset}))
			}
		}
	}
	rec(1, nil)
	return out
}

func used(s []sharing, p int, slice bool) bool {
	for _, x := range s {
		if x.q == p || slice && x.p == p {
			return true
		}
	}
	return false
}

// offsets lists where the memory of q may begin in that of p.
func offsets(p, q reflect.Value) (list []int) {
	if p.Kind() != reflect.Slice {
		if !p.IsNil() && reflect.DeepEqual(p.Interface(), q.Interface()) {
			return []int{0}
		}
		return nil
	}
	if bare && (p.IsNil() || q.IsNil()) {
		return nil
	}
	for o := -q.Len(); o <= p.Len(); o++ {
		size, fits := max(p.Len(), o+q.Len())-min(0, o), true
		for i := range q.Len() {
			if j := o + i; 0 <= j && j < p.Len() {
				fits = fits && reflect.DeepEqual(p.Index(j).Interface(), q.Index(i).Interface())
			}
		}
		if fits && max(o, -o) < size {
			list = append(list, o)
		}
	}
	return list
}

// shared copies the arguments into memory that is shared so.
func shared(args []reflect.Value, s []sharing) []reflect.Value {
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = clone(a)
	}
	for _, x := range s {
		if in[x.p].Kind() != reflect.Slice {
			in[x.q] = in[x.p]
			continue
		}
		array, from, begin := union(in, x)
		p, q := in[x.p].Len(), in[x.q].Len()
		in[x.p], in[x.q] = array.Slice(from, from+p), array.Slice(begin, begin+q)
	}
	return in
}

// union returns the array of two windows, and where they begin in it.
func union(in []reflect.Value, x sharing) (array reflect.Value, from, begin int) {
	from, begin = max(0, -x.offset), max(0, x.offset)
	size := max(from+in[x.p].Len(), begin+in[x.q].Len())
	array = reflect.MakeSlice(in[x.p].Type(), size, size)
	reflect.Copy(array.Slice(begin, size), in[x.q])
	reflect.Copy(array.Slice(from, size), in[x.p])
	return array, from, begin
}

// sharedLiterals prints the arguments, and the variables for what is shared.
func sharedLiterals(args []reflect.Value, s []sharing, names []string) (stmts string, lits []string) {
	for _, a := range args {
		lits = append(lits, literal(a, false))
	}
	arrays := 0
	for _, x := range s {
		p, q := args[x.p], args[x.q]
		if p.Kind() == reflect.Slice && (x.offset != 0 || p.Len() != q.Len()) {
			array, from, begin := union(args, x)
			name := string(rune('a' + arrays))
			arrays++
			stmts += name + " := " + literal(array, false) + "; "
			lits[x.p] = fmt.Sprintf("%s[%d:%d]", name, from, from+p.Len())
			lits[x.q] = fmt.Sprintf("%s[%d:%d]", name, begin, begin+q.Len())
			continue
		}
		if decl := names[x.p] + " := " + literal(p, false) + "; "; !strings.Contains(stmts, decl) {
			stmts += decl
		}
		lits[x.p], lits[x.q] = names[x.p], names[x.p]
	}
	return stmts, lits
}
