package concurrent

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A Subject is a type that promises to be safe for concurrent use.
type Subject struct {
	Name string
	// Makers make a value, Steps are the calls with one. Those with Concurrent set are made at the
	// same time as others.
	Makers, Steps []Call
	// Numbered are steps that take a number as argument.
	Numbered []Call
	// Invariant reports whether a value fulfils the invariants of its type; nil if there are none.
	Invariant func(v any) bool
}

// A Call is a function with arguments.
type Call struct {
	// Name is the function. Text is the call as Go source, with the variable c for the value. In the text of a numbered
	// one NumberMark and LabelMark stand for its number and its label.
	Name, Text string
	// Rank is the index of the arguments among those of the function.
	Rank int
	// Do makes the call. A maker sets r.Self; others find it there.
	Do func(r *Record)
	// Holds reports whether the precondition admits the call; nil admits all.
	Holds func(r *Record) bool
	// Concurrent says that the call may be made at the same time as others. Relaxed says that its
	// results may be those of any moment.
	Concurrent, Relaxed bool
	// number is that of a numbered call, or 0.
	number int
	// finalizes means that it stands for the finalizers of what is no longer used once the value is not.
	finalizes bool
	// passes means that it stands for time that passes.
	passes bool
}

// Finalizing is the text of what runs once the value of a case is no longer used. It is the call behind the steps.
const Finalizing = "the finalizers run: c is no longer used"

// Passing is the text of what stands at the end of a beginning whose calls look at the clock. It is the call behind Finalizing.
const Passing = "a day passes"

// Besides is how many calls there are between the steps and those of numbered steps.
const Besides = 2

// besides returns these calls.
func besides() []Call {
	return []Call{
		{Name: "finalizers", Text: Finalizing, finalizes: true},
		{Name: "passing", Text: Passing, passes: true, Do: func(*Record) { sched.Pass() }},
	}
}

// A Record has the value of a case, and takes down what a call returns.
type Record struct {
	Self any
	// Number is that of a numbered call.
	Number int
	// hash identifies the results; text shows them if wanted.
	hash uint64
	// told means that the call has results.
	told     bool
	text     string
	showing  bool
	panicked bool
	// broken is the postcondition that its results do not fulfil, or "".
	broken string
	// stack is the stack of its panic. It is known if results are shown.
	stack []uintptr
}

// Results takes down what a call returns.
func (r *Record) Results(values ...any) {
	r.told = true
	for i, v := range values {
		r.hash = combine(r.hash, Fingerprint(v))
		inspect(reflect.ValueOf(v), deepestInspected)
		if r.showing {
			if i > 0 {
				r.text += ", "
			}
			r.text += Show(v)
		}
	}
}

// Keeps takes down whether the results of a call fulfil a postcondition.
func (r *Record) Keeps(holds bool, text string) {
	if !holds && r.broken == "" {
		r.broken = text
	}
}

// deepestInspected is how deep the slices are nested that a caller is taken to read.
const deepestInspected = 3

// inspect records a read by the caller of the maps and the elements of slices that a call returns. Callers may
// use the targets of pointers in other ways.
func inspect(v reflect.Value, depth int) {
	if depth == 0 {
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		inspect(v.Elem(), depth)
	case reflect.Map:
		if !v.IsNil() {
			sched.Inspect(v.UnsafePointer(), 1)
		}
	case reflect.Slice:
		if hasLocks(v.Type().Elem()) {
			return
		}
		sched.Inspect(v.UnsafePointer(), uintptr(v.Len())*v.Type().Elem().Size())
		if k := v.Type().Elem().Kind(); k == reflect.Slice || k == reflect.Map || k == reflect.Struct {
			for i := range v.Len() {
				inspect(v.Index(i), depth-1)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				inspect(v.Field(i), depth)
			}
		}
	}
}

// hasLocks reports whether values of a type have locks or atomic variables in them, so that nobody reads them as a whole.
func hasLocks(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return hasLocks(t.Elem())
	case reflect.Struct:
		if strings.HasPrefix(t.PkgPath(), reflect.TypeFor[sched.Object]().PkgPath()) {
			return true
		}
		for i := range t.NumField() {
			if hasLocks(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// admits reports whether the precondition of a call holds. A panic counts as false.
func (r *Record) admits(c *Call) (ok bool) {
	if c.Holds == nil {
		return true
	}
	r.Number = c.number
	defer func() {
		if !sched.Unwinding() && recover() != nil {
			ok = false
		}
	}()
	return c.Holds(r)
}

// call makes a call; a panic is a result.
func (r *Record) call(c *Call) {
	r.hash, r.text, r.panicked, r.told, r.broken, r.Number = 1, "", false, false, "", c.number
	normal := false
	defer func() {
		if normal || sched.Unwinding() {
			return
		}
		p := recover()
		r.panicked = true
		if r.showing {
			r.stack = sched.CallerStack()
		}
		text := panicText(p)
		r.hash, r.text = combine(2, hashText(text)), "panics: "+text
	}()
	c.Do(r)
	normal = true
}

// panicText returns the first line of a panic's text; further lines may be a stack.
func panicText(p any) string {
	text, _, _ := strings.Cut(fmt.Sprint(p), "\n")
	return text
}

// names of the sequences.
var letters = []string{"A", "B", "C", "D"}
