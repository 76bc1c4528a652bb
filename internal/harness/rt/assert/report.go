package assert

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// A failure describes a call that breaks its contract.
type failure struct {
	// check is the index of the check, or atPromise.
	check int
	// returned means that the call has returned, panics that it ends by a panic.
	returned, panics bool
	// evaluation is the panic of the clause itself, or empty.
	evaluation string
}

// mostShown is how many bytes of a value are shown.
const mostShown = 600

// report makes a finding of a failure, for the test that runs.
func report(c *Contract, s Case, f failure) {
	defer func() { _ = recover() }() // A value that cannot be shown must not end the program under test.
	found := &Finding{Function: c.Name, Package: c.Package.Path}
	var clause *Clause
	if f.check >= 0 {
		clause = &c.Checks[f.check].Clause
		if c.Checks[f.check].Cause == causeInvariant && f.evaluation == "" {
			if n := s.Broken(); n >= 0 && n < len(c.Package.Invariants) {
				clause = &c.Package.Invariants[n]
			}
		}
	} else {
		clause = c.Promise
	}
	found.Pos = c.Pos
	if clause != nil {
		found.Pos = clause.Pos
	}
	site := caller(c)
	found.Headline = headline(c, f, clause)
	switch {
	case f.evaluation == "" && f.check >= 0 && f.check < c.Before:
		// The caller is at fault.
		found.Clause, found.Pos = clause.Pos, site
	case !f.panics:
		found.Caller = site
	}
	found.Details = append(found.Details, call(c, s, f))
	found.Details = append(found.Details, after(c, s, f)...)
	if f.panics {
		found.Panic = panicSite(c)
	}
	if f.evaluation == "" && f.check >= 0 {
		x := explain.NewExplanation(c.Package.Path)
		explained(s, f.check, x)
		for _, p := range x.Parts() {
			found.Details = append(found.Details, cut(c.Package.named(p.Text+" is "+p.Value)))
		}
	}
	deliver(found)
}

// explained adds to x what decided a check. A part that cannot be evaluated any more ends it.
func explained(s Case, check int, x *explain.Explanation) {
	defer func() { _ = recover() }()
	s.Explain(check, x)
}

// headline says what failed.
func headline(c *Contract, f failure, clause *Clause) string {
	name, unfolded := "", ""
	if clause != nil {
		name = clause.name()
		if clause.Unfolded != "" {
			unfolded = ": " + clause.Unfolded
		}
	}
	switch {
	case f.evaluation != "":
		return name + " cannot be evaluated: " + firstLine(f.evaluation)
	case f.panics:
		return "panics"
	case f.check == atPromise:
		return name + ": does not panic" + unfolded
	case c.Checks[f.check].Cause == causeMutation:
		return "pure: changes its input"
	case f.check < c.Before && c.Checks[f.check].Of != "":
		return "is called against " + name + " of " + c.Checks[f.check].Of + unfolded
	case f.check < c.Before:
		return "is called against " + name + unfolded
	case clause.Kind == "returns":
		return "returns false"
	}
	return name + " fails" + unfolded
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// after describes the inputs after the call.
func after(c *Contract, s Case, f failure) (lines []string) {
	if !f.returned {
		return nil
	}
	inputs, twins := s.Inputs(), s.Twins()
	if twins == nil && slices.ContainsFunc(inputs, refers) {
		return []string{"(its arguments are shown as the call left them)"}
	}
	for i, p := range twins {
		if was, is := literal(c, p), literal(c, inputs[i]); was != is {
			lines = append(lines, cut("after the call: "+c.Inputs[i]+" = "+is))
		}
	}
	return lines
}

// refers reports whether the variable at p refers to something that a call may change.
func refers(p any) bool {
	v := reflect.ValueOf(p).Elem()
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Interface:
		return !v.IsNil()
	case reflect.Slice:
		return v.Len() > 0
	}
	return false
}

// literal returns the variable at p as Go source.
func literal(c *Contract, p any) string {
	return c.Package.named(explain.Source(c.Package.Path, reflect.ValueOf(p).Elem().Interface()))
}

// call returns the call as Go source, with its results.
func call(c *Contract, s Case, f failure) string {
	inputs := s.Inputs()
	if twins := s.Twins(); f.returned && twins != nil {
		inputs = twins
	}
	var args []string
	for _, p := range inputs {
		args = append(args, literal(c, p))
	}
	if last := len(args) - 1; c.Variadic && last >= 0 {
		args = append(args[:last], elements(c, inputs[last], args[last])...)
	}
	name := c.Func
	if c.Method && len(args) > 0 {
		name, args = receiver(c, inputs[0], args[0])+"."+name, args[1:]
	}
	text := name + "(" + strings.Join(args, ", ") + ")"
	switch {
	case f.panics:
		text += " panics"
	case f.returned:
		var results []string
		for _, p := range s.Results() {
			results = append(results, literal(c, p))
		}
		if len(results) > 0 {
			text += " = " + strings.Join(results, ", ")
		}
	}
	return cut(text)
}

// receiver returns the literal of the receiver at p such that a method can be selected from it.
func receiver(c *Contract, p any, literal string) string {
	t := typeName(c, p)
	switch kind := reflect.TypeOf(p).Elem().Kind(); {
	case literal == "nil" && kind == reflect.Pointer:
		return "(" + t + ")(nil)"
	case literal == "nil", kind <= reflect.Complex128, kind == reflect.String:
		return t + "(" + literal + ")"
	case strings.ContainsAny(literal[:1], "&*"):
		return "(" + literal + ")"
	}
	return literal
}

// typeName returns the type of the variable at p, a receiver, as the package of the contract writes it.
func typeName(c *Contract, p any) string {
	name := reflect.TypeOf(p).Elem().String()
	star := strings.HasPrefix(name, "*")
	name = strings.TrimPrefix(name, "*")
	if _, own, ok := strings.Cut(name, "."); ok && c.Home == "" {
		name = own
	}
	if star {
		name = "*" + name
	}
	return name
}

// mostElements bounds the variadic arguments that are shown one by one.
const mostElements = 16

// elements returns the arguments of a variadic parameter, or the whole slice with dots.
func elements(c *Contract, p any, whole string) (list []string) {
	v := reflect.ValueOf(p).Elem()
	if v.Len() > mostElements {
		return []string{whole + "..."}
	}
	for i := range v.Len() {
		list = append(list, literal(c, v.Index(i).Addr().Interface()))
	}
	return list
}

// cut shortens a text on one line.
func cut(s string) string {
	if len(s) <= mostShown {
		return s
	}
	return s[:mostShown] + fmt.Sprintf("… (%d bytes)", len(s))
}

// caller returns where the function was called.
func caller(c *Contract) Pos {
	own := stack.Module{Path: c.Package.Module, Dir: c.Package.ModuleDir}
	// The innermost frame of the user is the function under the contract.
	users := own.UserFrames(currentFrames())
	if len(users) < 2 {
		return c.Pos
	}
	return Pos{File: users[1].File, Line: users[1].Line}
}

// panicSite returns where the panic arose.
func panicSite(c *Contract) Pos {
	own := stack.Module{Path: c.Package.Module, Dir: c.Package.ModuleDir}
	users := own.UserFrames(stack.Panicking())
	if len(users) == 0 {
		return Pos{}
	}
	return Pos{File: users[0].File, Line: users[0].Line}
}

// currentFrames returns the stack of this goroutine, innermost first.
func currentFrames() (list []stack.Frame) {
	pcs := make([]uintptr, 512)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		list = append(list, stack.Frame{Func: f.Function, File: f.File, Line: f.Line})
		if !more {
			return list
		}
	}
}
