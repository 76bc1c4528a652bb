package brute

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
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
	// Panics is a function of the inputs; it tells whether the call must panic.
	Panics any
	// Pre is a function of the inputs; it tells whether they satisfy the
	// precondition.
	Pre any
	// Run is a function of the inputs and of copies of them; it makes the call and
	// returns the clauses that fail. Where it panics the call did.
	Run any
}

// A Truth is what is found of a case.
type Truth struct {
	Name   string
	Depth  int      // the greatest depth that was tried
	Counts []int    // the inputs up to each depth
	At     int      // the depth of the first failure, -1 for none
	Clause []string // the clauses that fail with the smallest inputs
	Fails  map[string]int
	Least  []string // the smallest inputs that fail, written by Dump
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
	t := Truth{Name: c.Name, Depth: -1, At: -1, Fails: map[string]int{}}
	for depth := range deepest + 1 {
		d := newDomain(&c.Env, depth)
		if c.raw(d) > limit {
			break
		}
		t.Depth = depth
		if t.At >= 0 {
			continue
		}
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
	for _, p := range c.params() {
		if p.Kind() != reflect.Func {
			n *= d.number(place{t: p, left: d.depth})
		}
	}
	return n
}

// try tries all inputs of a depth; false where these are too many.
func (c Case) try(d *domain, limit float64, t *Truth) bool {
	var lists [][]*tree
	for _, p := range c.params() {
		if p.Kind() == reflect.Func {
			lists = append(lists, []*tree{{t: p}})
			continue
		}
		values := d.values(place{t: p, left: d.depth})
		if c.Receiver && len(lists) == 0 {
			values = slices.DeleteFunc(slices.Clone(values), func(v *tree) bool { return v.nil && p.Kind() == reflect.Pointer })
		}
		lists = append(lists, values)
	}
	count, least := 0, -1
	ok := everyTuple(lists, func(in []*tree) bool {
		if !reflect.ValueOf(c.Pre).Call(d.built(in, nil))[0].Bool() {
			return true
		}
		size := sizes(in)
		for a := newAnswers(d, c.Answers); ; {
			failed := c.call(d, in, a)
			if !a.dropped {
				count++
			}
			for _, clause := range failed {
				t.Fails[clause]++
				t.note(d, in, clause, size, &least)
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
	if len(t.Fails) > 0 {
		t.At = d.depth
	}
	return true
}

// note remembers an input that fails when there is none of less size.
func (t *Truth) note(d *domain, in []*tree, clause string, size int, least *int) {
	if *least >= 0 && size > *least {
		return
	}
	if *least < 0 || size < *least {
		t.Least, t.Clause = nil, nil
		*least = size
	}
	text := ""
	for _, v := range d.built(in, nil) {
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
	given, twin := d.built(in, a), d.built(in, a)
	must := c.Panics != nil && reflect.ValueOf(c.Panics).Call(d.built(in, nil))[0].Bool()
	defer func() {
		switch r := recover(); {
		case r == nil && must:
			failed = []string{"no panic"}
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
func (d *domain) built(in []*tree, a *answers) []reflect.Value {
	var all []reflect.Value
	for i, v := range in {
		if v.t.Kind() == reflect.Func {
			all = append(all, a.function(v.t, i))
			continue
		}
		all = append(all, v.build())
	}
	return all
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

// Answers are what the functions of one input answer: the choices in the order in
// which they were made.
type answers struct {
	d       *domain
	picked  []int // the choice of each question
	among   []int // of how many
	asked   int
	given   map[string][]reflect.Value
	times   map[int]int
	allow   any  // Answers of the case
	dropped bool // there was no answer
}

func newAnswers(d *domain, allow any) *answers { return &answers{d: d, allow: allow} }

func (a *answers) begin() {
	a.asked, a.given, a.times = 0, map[string][]reflect.Value{}, map[int]int{}
	a.among, a.dropped = a.among[:0], false
}

// next changes the last choice that can be changed; false where all were made.
func (a *answers) next() bool {
	for n := min(len(a.among), a.asked) - 1; n >= 0; n-- {
		if a.picked[n]+1 < a.among[n] {
			a.picked = append(a.picked[:n], a.picked[n]+1)
			return true
		}
	}
	return false
}

func (a *answers) function(t reflect.Type, param int) reflect.Value {
	if a == nil {
		return reflect.Zero(t)
	}
	return reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		key := fmt.Sprint(param, " ")
		for _, x := range args {
			key += Dump(x.Interface()) + "; "
		}
		if len(args) == 0 {
			a.times[param]++
			key += fmt.Sprint(a.times[param])
		}
		if given, ok := a.given[key]; ok {
			return given
		}
		var given []reflect.Value
		for i := range t.NumOut() {
			if len(args) == 0 && a.times[param] > a.d.depth {
				given = append(given, reflect.Zero(t.Out(i)))
				continue
			}
			values := a.d.values(place{t: t.Out(i), left: a.d.depth})
			if a.allow != nil {
				values = slices.DeleteFunc(slices.Clone(values), func(v *tree) bool {
					return !reflect.ValueOf(a.allow).Call([]reflect.Value{args[0], v.build()})[0].Bool()
				})
			}
			if len(values) == 0 {
				a.dropped = true
				panic("no answer")
			}
			given = append(given, a.choose(values))
		}
		a.given[key] = given
		return given
	})
}

func (a *answers) choose(values []*tree) reflect.Value {
	if a.asked == len(a.picked) {
		a.picked = append(a.picked, 0)
	}
	n := a.picked[a.asked]
	a.among = append(a.among, len(values))
	a.asked++
	return values[n].build()
}
