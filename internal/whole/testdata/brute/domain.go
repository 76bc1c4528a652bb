// Package brute finds out by plain loops what a contract means: which inputs a
// depth has, which of them satisfy a precondition, and which smallest one fails.
// It is written from the text of the contract language alone and uses nothing of
// rtest, so that both can be compared.
package brute

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// An Env is what the contract and the code of a function say of the domains of
// its inputs. The zero value says nothing.
type Env struct {
	Chars    string                            // the alphabet, "ab" for none
	Kinds    map[reflect.Type][]reflect.Type   // the inhabitants of interfaces
	Values   map[reflect.Type][]any            // listed values
	Unread   map[string]bool                   // fields, as Type.Field, that nobody reads
	NilKinds map[reflect.Type][]reflect.Type   // inhabitants of interfaces that may be nil pointers
	NilToo   map[reflect.Type]bool             // interfaces and pointers that may be nil because they are compared so
	AllEmpty bool                              // slices are empty and not nil as well
	Ranges   string                            // integers, as in 0..2, 63; "" for those of the depth
	NotNil   map[reflect.Type]bool             // pointers that are never nil
	Holds    map[reflect.Type]func(v any) bool // invariants
	Stored   map[reflect.Type]any              // functions that set the fields of a structure which follow from the rest
	Via      map[reflect.Type]*Calls           // types whose values are built by calls
}

// A tree is a value that can be built many times. Its size is the number of its
// elements, entries, nodes and characters.
type tree struct {
	t    reflect.Type
	nil  bool
	x    reflect.Value // of a scalar or a text
	kids []*tree       // of all else, keys before values
	size int
	nth  int                  // of a drawn one
	make func() reflect.Value // of what is built by calls
	// state is make as a pointer.
	state func() reflect.Value
}

// A place is a type with what is left of the depth. Where it is paid, the step
// into an element leads here: then that into a recursive type is the same step.
type place struct {
	t    reflect.Type
	left int
	paid bool
}

// A domain gives the values of types at a depth.
type domain struct {
	*Env
	depth int
	known map[place][]*tree
	count map[place]float64
	cycle map[[2]reflect.Type]bool
}

func newDomain(e *Env, depth int) *domain {
	return &domain{Env: e, depth: depth, known: map[place][]*tree{}, count: map[place]float64{}, cycle: map[[2]reflect.Type]bool{}}
}

// steps are the types that values of t hold.
func (d *domain) steps(t reflect.Type) []reflect.Type {
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return []reflect.Type{t.Elem()}
	case reflect.Map:
		return []reflect.Type{t.Key(), t.Elem()}
	case reflect.Struct:
		var all []reflect.Type
		for f := range t.NumField() {
			all = append(all, t.Field(f).Type)
		}
		return all
	case reflect.Interface:
		return d.Kinds[t]
	}
	return nil
}

// reaches tells whether values of a hold values of b, at any distance.
func (d *domain) reaches(a, b reflect.Type) bool {
	if r, ok := d.cycle[[2]reflect.Type{a, b}]; ok {
		return r
	}
	seen, todo, found := map[reflect.Type]bool{}, []reflect.Type{a}, false
	for len(todo) > 0 && !found {
		next := todo[0]
		todo = todo[1:]
		for _, t := range d.steps(next) {
			found = found || t == b
			if !seen[t] {
				seen[t] = true
				todo = append(todo, t)
			}
		}
	}
	d.cycle[[2]reflect.Type{a, b}] = found
	return found
}

// within tells whether a step from a to b stays in a cycle.
func (d *domain) within(a, b reflect.Type) bool { return d.reaches(a, b) && d.reaches(b, a) }

// step is the place of a part of type b of a value of type a.
func (d *domain) step(a reflect.Type, from place, b reflect.Type) place {
	to := place{t: b, left: from.left, paid: from.paid && b.Kind() != reflect.Struct && b.Kind() != reflect.Slice && b.Kind() != reflect.Map}
	cost := 0
	switch a.Kind() {
	case reflect.Slice, reflect.Map:
		return place{t: b, left: from.left - 1, paid: b.Kind() != reflect.Struct && b.Kind() != reflect.Slice && b.Kind() != reflect.Map}
	case reflect.Pointer, reflect.Interface:
		// What a pointer points to, or an interface holds, is at height one
		// where it is recursive.
		if b.Kind() == reflect.Struct && d.reaches(b, b) && !from.paid {
			cost = 1
		}
	case reflect.Struct, reflect.Array:
		if b.Kind() == reflect.Struct && d.within(a, b) && !(from.paid && a.Kind() == reflect.Array) {
			cost = 1
		}
	}
	to.left -= cost
	return to
}

var (
	runes = reflect.TypeFor[[]rune]()
	bytes = reflect.TypeFor[[]byte]()
)

// values lists the values of a place.
func (d *domain) values(at place) []*tree {
	if at.left < 0 {
		return nil
	}
	all, ok := d.known[at]
	if !ok {
		all = d.compute(at)
		if set := d.Stored[at.t]; set != nil {
			for i, v := range all {
				all[i] = &tree{t: v.t, size: v.size, make: func() reflect.Value {
					return reflect.ValueOf(set).Call([]reflect.Value{v.build()})[0]
				}}
			}
		}
		if holds := d.Holds[at.t]; holds != nil {
			all = slices.DeleteFunc(all, func(v *tree) bool { return !holds(v.build().Interface()) })
		}
		d.known[at] = all
	}
	return all
}

func (d *domain) compute(at place) []*tree {
	t, left := at.t, at.left
	if listed, ok := d.Values[t]; ok {
		var all []*tree
		for _, v := range listed {
			all = append(all, &tree{t: t, x: reflect.ValueOf(v).Convert(t)})
		}
		return all
	}
	if d.calls(t) != nil {
		return d.states(at)
	}
	switch t.Kind() {
	case reflect.Func:
		return d.iterators(at)
	case reflect.String:
		return d.texts(t, left)
	case reflect.Slice:
		if t == runes || t == bytes {
			return d.texts(t, left)
		}
		return d.slices(at)
	case reflect.Map:
		return d.maps(at)
	case reflect.Pointer:
		return d.pointers(at)
	case reflect.Interface:
		return d.interfaces(at)
	case reflect.Struct:
		return d.products(at, t.NumField(), func(i int) reflect.Type { return t.Field(i).Type })
	case reflect.Array:
		return d.products(at, t.Len(), func(int) reflect.Type { return t.Elem() })
	}
	return d.scalars(t)
}

// scalars are the numbers and truths of the depth.
func (d *domain) scalars(t reflect.Type) []*tree {
	var all []*tree
	add := func(v any) { all = append(all, &tree{t: t, x: reflect.ValueOf(v).Convert(t)}) }
	switch {
	case t.Kind() == reflect.Bool:
		add(false)
		add(true)
	case t.Kind() == reflect.Float64 || t.Kind() == reflect.Float32:
		for _, x := range d.floats(t.Kind() == reflect.Float32) {
			add(x)
		}
	case t.Kind() == reflect.Complex128:
		for _, x := range d.floats(false) {
			for _, y := range d.floats(false) {
				add(complex(x, y))
			}
		}
	case d.Ranges != "":
		for r := range strings.SplitSeq(d.Ranges, ", ") {
			var from, to int64
			if n, _ := fmt.Sscanf(r, "%d..%d", &from, &to); n < 2 {
				to = from
			}
			for x := from; x <= to; x++ {
				if fits(t, x) {
					add(x)
				}
			}
		}
	case t.Kind() >= reflect.Uint && t.Kind() <= reflect.Uintptr:
		for x := range d.depth + 1 {
			add(x)
		}
	default:
		for x := -d.depth; x <= d.depth; x++ {
			add(x)
		}
	}
	return all
}

// floats are the halves of the depth, and from depth 3 on those that are special.
func (d *domain) floats(single bool) []float64 {
	var all []float64
	for h := -2 * d.depth; h <= 2*d.depth; h++ {
		all = append(all, float64(h)/2)
	}
	if d.depth < 3 {
		return all
	}
	least, most := math.SmallestNonzeroFloat64, math.MaxFloat64
	if single {
		least, most = math.SmallestNonzeroFloat32, math.MaxFloat32
	}
	return append(all, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), least, most)
}

// fits tells whether an integer type has the number x.
func fits(t reflect.Type, x int64) bool {
	if t.Kind() >= reflect.Uint {
		return x >= 0 && !t.OverflowUint(uint64(x))
	}
	return !t.OverflowInt(x)
}

// texts are the strings, or slices of characters, of a length of at most left.
func (d *domain) texts(t reflect.Type, left int) []*tree {
	chars := []rune(d.Chars)
	if d.Chars == "" {
		chars = []rune("ab")
	}
	words, all := []string{""}, []*tree{}
	for n := 0; n <= left; n++ {
		var longer []string
		for _, w := range words {
			x := reflect.New(t).Elem()
			if w != "" || t.Kind() == reflect.String {
				x = reflect.ValueOf(w).Convert(t)
			}
			all = append(all, &tree{t: t, x: x, nil: w == "" && t.Kind() == reflect.Slice, size: n})
			if d.AllEmpty && w == "" && t.Kind() == reflect.Slice {
				all = append(all, &tree{t: t, x: reflect.MakeSlice(t, 0, 0)})
			}
			for _, c := range chars {
				longer = append(longer, w+string(c))
			}
		}
		words = longer
	}
	return all
}
