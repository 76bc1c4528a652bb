package brute

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
)

// A Case is a function with what its contract means, in plain Go.
type Case struct {
	Name string
	Env  Env
	// Receiver says that the first input is the receiver of a method, which is not
	// nil.
	Receiver bool
	// Pure says that the call must leave its inputs as they were.
	Pure bool
	// Answers is a function of an argument and an answer of a function that is an
	// input; it tells whether that is one. Without it all are.
	Answers any
	// Asked is a function of an argument; it tells whether a function that is an
	// input may be called with it. Without it all are.
	Asked any
	// Panics is a function of the inputs; it tells whether the call must panic.
	Panics any
	// Pre is a function of the inputs; it tells whether they satisfy the
	// precondition.
	Pre any
	// Own is what is said of single inputs, by their numbers.
	Own map[int]Own
	// Run is a function of the inputs and of copies of them; it makes the call and
	// returns the clauses that fail. Where it panics the call did.
	Run any
}

// An Own is what a contract says of one input. The zero value says nothing.
type Own struct {
	Ranges string // its integers
	Chars  string // its characters
	Depth  string // its greatest depth
	Values []any  // all its values
	Nil    bool   // an interface that is nil too
	Draw   any    // a function of the inputs that gives the slice of which the input is one element
}

// domain is that of an input that has bounds of its own.
func (o Own) domain(d *domain) *domain {
	env, depth := *d.Env, d.depth
	if o.Ranges != "" {
		env.Ranges = o.Ranges
	}
	if o.Chars != "" {
		env.Chars = o.Chars
	}
	if n, err := strconv.Atoi(o.Depth); err == nil {
		depth = min(depth, n)
	}
	return newDomain(&env, depth)
}

// values are those of the i-th input.
func (c Case) values(d *domain, i int, t reflect.Type) []*tree {
	own, ok := c.Own[i]
	if own.Values != nil {
		var all []*tree
		for _, v := range own.Values {
			all = append(all, &tree{t: t, x: reflect.ValueOf(v).Convert(t)})
		}
		return all
	}
	if ok {
		d = own.domain(d)
	}
	all := d.values(place{t: t, left: d.depth})
	if own.Nil {
		all = append([]*tree{{t: t, nil: true}}, all...)
	}
	return all
}

// A Truth is what is found of a case.
type Truth struct {
	Name   string
	Depth  int            // the greatest depth that was tried
	Counts []int          // the inputs up to each depth
	At     int            // the depth of the first failure, -1 for none
	Clause []string       // the clauses that fail with the smallest inputs
	Fails  map[string]int // how many inputs up to that depth fail in each clause
	First  map[string]int // the depth at which each clause that fails does so first
	Least  []string       // the smallest inputs that fail, written by Dump
}

// Main prints what is found of each case, as JSON: inputs up to the greatest depth
// that has not more than limit inputs before the precondition.
func Main(cases []Case, limit float64, deepest int) {
	var all []Truth
	for _, c := range cases {
		all = append(all, c.truth(limit, deepest))
	}
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (c Case) truth(limit float64, deepest int) Truth {
	t := Truth{Name: c.Name, Depth: -1, At: -1, Fails: map[string]int{}, First: map[string]int{}}
	for depth := range deepest + 1 {
		d := newDomain(&c.Env, depth)
		if c.raw(d) > limit {
			break
		}
		t.Depth = depth
		if !c.try(d, limit, &t) {
			t.Depth = depth - 1
			break
		}
	}
	return t
}

func (c Case) params() []reflect.Type {
	var all []reflect.Type
	f := reflect.TypeOf(c.Pre)
	for i := range f.NumIn() {
		all = append(all, f.In(i))
	}
	return all
}

// raw counts the inputs before the precondition, but for those of functions.
func (c Case) raw(d *domain) float64 {
	n := 1.0
	for i, p := range c.params() {
		own, ok := c.Own[i]
		switch {
		case asked(p):
		case own.Draw != nil:
			n *= 2
		case own.Values != nil:
			n *= float64(len(own.Values))
		case ok:
			e := own.domain(d)
			n *= e.number(place{t: p, left: e.depth})
		default:
			n *= d.number(place{t: p, left: d.depth})
		}
	}
	return n
}

// try tries all inputs of a depth; false where these are too many.
func (c Case) try(d *domain, limit float64, t *Truth) bool {
	var lists [][]*tree
	for i, p := range c.params() {
		if asked(p) || c.Own[i].Draw != nil {
			lists = append(lists, []*tree{{t: p}})
			continue
		}
		values := c.values(d, i, p)
		if c.Receiver && len(lists) == 0 {
			values = slices.DeleteFunc(slices.Clone(values), func(v *tree) bool { return v.nil && p.Kind() == reflect.Pointer })
		}
		lists = append(lists, values)
	}
	count, least := 0, -1
	first := map[string]int{}
	ok := c.everyInput(d, lists, func(in []*tree) bool {
		if !reflect.ValueOf(c.Pre).Call(c.built(d, in, nil))[0].Bool() {
			return true
		}
		size := sizes(in)
		for a := newAnswers(d, c.Answers, c.Asked); ; {
			failed := c.call(d, in, a)
			if !a.dropped {
				count++
			}
			for _, clause := range failed {
				first[clause]++
				if t.At < 0 {
					t.note(c, d, in, clause, size, &least)
				}
			}
			if float64(count) > 4*limit {
				return false
			}
			if !a.next() {
				return true
			}
		}
	})
	if !ok {
		return false
	}
	t.Counts = append(t.Counts, count)
	for clause, n := range first {
		if _, ok := t.First[clause]; !ok {
			t.First[clause], t.Fails[clause] = d.depth, n
		}
	}
	if len(t.Fails) > 0 && t.At < 0 {
		t.At = d.depth
	}
	return true
}

// note remembers an input that fails when there is none of less size.
func (t *Truth) note(c Case, d *domain, in []*tree, clause string, size int, least *int) {
	if *least >= 0 && size > *least {
		return
	}
	if *least < 0 || size < *least {
		t.Least, t.Clause = nil, nil
		*least = size
	}
	text := ""
	for _, v := range c.built(d, in, nil) {
		if v.Kind() != reflect.Func {
			text += Dump(v.Interface()) + "; "
		}
	}
	if !slices.Contains(t.Least, text) {
		t.Least = append(t.Least, text)
	}
	if !slices.Contains(t.Clause, clause) {
		t.Clause = append(t.Clause, clause)
	}
}

// call runs the function with an input and returns what fails.
func (c Case) call(d *domain, in []*tree, a *answers) (failed []string) {
	a.begin()
	given, twin := c.built(d, in, a), c.built(d, in, a)
	must := c.Panics != nil && reflect.ValueOf(c.Panics).Call(c.built(d, in, nil))[0].Bool()
	defer func() {
		switch r := recover(); {
		case a.broken:
			failed = []string{"callback"} // however the call ends
		case r == nil && must:
			failed = []string{"nopanic"}
		case r == nil || must || a.dropped:
		default:
			failed = []string{panicked()}
		}
	}()
	failed = reflect.ValueOf(c.Run).Call(append(given, twin...))[0].Interface().([]string)
	for i := range given {
		if c.Pure && in[i].t.Kind() != reflect.Func && dump(given[i], true) != dump(twin[i], true) {
			return append(failed, "mutation")
		}
	}
	return failed
}

// panicked is where in the package the panic came up that is being recovered from.
func panicked() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	for {
		f, more := frames.Next()
		if filepath.Base(f.File) == "p.go" {
			return fmt.Sprint("panic at line ", f.Line)
		}
		if !more {
			return "panic outside of the package"
		}
	}
}

// built makes all values of an input; its functions ask for answers.
func (c Case) built(d *domain, in []*tree, a *answers) []reflect.Value {
	var all []reflect.Value
	for i, v := range in {
		switch {
		case asked(v.t):
			all = append(all, a.function(v.t, i))
		case c.Own[i].Draw != nil:
			all = append(all, reflect.Zero(v.t)) // as long as those behind it are not known
		default:
			all = append(all, v.build())
		}
	}
	for i, v := range in {
		if c.Own[i].Draw != nil && v.size >= 0 {
			all[i] = c.from(i, all)[v.nth]
		}
	}
	return all
}

// everyInput yields all inputs: the drawn ones are chosen when those before them
// are known.
func (c Case) everyInput(d *domain, lists [][]*tree, yield func(in []*tree) bool) bool {
	var drawn []int
	for i := range lists {
		if c.Own[i].Draw != nil {
			drawn = append(drawn, i)
		}
	}
	if len(drawn) == 0 {
		return everyTuple(lists, yield)
	}
	return everyTuple(lists, func(in []*tree) bool { return c.draw(d, slices.Clone(in), drawn, yield) })
}

// from are the values of which the i-th input is one: of an empty slice also nil
// and the other way round, where these are told apart.
func (c Case) from(i int, inputs []reflect.Value) []reflect.Value {
	values := reflect.ValueOf(c.Own[i].Draw).Call(inputs)[0]
	var all []reflect.Value
	for n := range values.Len() {
		v := values.Index(n)
		if v.Kind() == reflect.Slice && v.Len() == 0 && c.Env.AllEmpty {
			all = append(all, reflect.Zero(v.Type()), reflect.MakeSlice(v.Type(), 0, 0))
			continue
		}
		all = append(all, v)
	}
	return all
}

// identical tells whether two values are one: slices and maps that share memory.
func identical(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Slice:
		return a.IsNil() == b.IsNil() && a.Len() == b.Len() && (a.Len() == 0 || a.UnsafePointer() == b.UnsafePointer())
	case reflect.Map:
		return a.UnsafePointer() == b.UnsafePointer()
	case reflect.Array:
		for i := range a.Len() {
			if !identical(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !identical(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return eq(a, b)
}

func (c Case) draw(d *domain, in []*tree, drawn []int, yield func(in []*tree) bool) bool {
	if len(drawn) == 0 {
		return yield(in)
	}
	i := drawn[0]
	t := in[i].t
	for _, later := range drawn {
		in[later] = &tree{t: in[later].t, size: -1} // not known
	}
	from := c.from(i, c.built(d, in, nil))
	for n := range from {
		same := false
		for _, v := range from[:n] {
			same = same || identical(v, from[n])
		}
		if same {
			continue
		}
		in[i] = &tree{t: t, nth: n}
		if !c.draw(d, in, drawn[1:], yield) {
			return false
		}
	}
	return true
}

// everyTuple yields the product of lists until it is told to stop.
func everyTuple(lists [][]*tree, yield func(in []*tree) bool) bool {
	in := make([]*tree, len(lists))
	var walk func(i int) bool
	walk = func(i int) bool {
		if i == len(lists) {
			return yield(in)
		}
		for _, v := range lists[i] {
			in[i] = v
			if !walk(i + 1) {
				return false
			}
		}
		return true
	}
	return walk(0)
}
