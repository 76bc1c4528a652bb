package explain

import "strings"

// maxTrace is the greatest number of calls that a trace notes.
const maxTrace = 100_000

// A Trace notes the calls of predicates within one another.
type Trace struct {
	calls []traced
	open  []int
	// notes are those of a property, the first call: of the conditions that led to
	// its return. Its inputs, as they were before, are known already.
	notes   *Explanation
	inputs  map[string]string
	returns int
}

type traced struct {
	name   string
	args   []any
	at     string
	result bool
	// last is the last call that it made, -1 for none.
	last int
}

// Trace returns an empty trace.
func (x *Explanation) Trace() *Trace {
	return &Trace{notes: &Explanation{pkg: x.pkg, lettered: x.lettered}, inputs: map[string]string{}}
}

// Enter notes that a call begins. The name of a method has a dot before it, and
// its receiver is the first argument.
func (t *Trace) Enter(name string, args ...any) int {
	if len(t.calls) >= maxTrace {
		return -1
	}
	n := len(t.calls)
	if len(t.open) > 0 {
		t.calls[t.open[len(t.open)-1]].last = n
	}
	t.calls = append(t.calls, traced{name: name, args: args, last: -1})
	t.open = append(t.open, n)
	return n
}

// At notes where a call returns.
func (t *Trace) At(n int, place string) {
	if n >= 0 {
		t.calls[n].at = place
	}
}

// Leave notes what a call returned.
func (t *Trace) Leave(n int, result bool) {
	if n >= 0 {
		t.calls[n].result = result
		t.open = t.open[:len(t.open)-1]
	}
}

// Turned notes the innermost call that is to blame for a predicate that is
// false: as long as the last call that one made was false too, that is it.
func (x *Explanation) Turned(t *Trace) {
	if len(t.calls) == 0 || len(t.calls) >= maxTrace {
		return
	}
	x.turned(t, 0)
}

// turned is Turned of the calls within one.
func (x *Explanation) turned(t *Trace, at int) {
	for c := t.calls[at]; c.last >= 0 && !t.calls[c.last].result; c = t.calls[at] {
		at = c.last
	}
	c := t.calls[at]
	var args []string
	for _, a := range c.args {
		args = append(args, x.format(a))
	}
	value := "false"
	if c.at != "" {
		value += ", by the return at " + c.at
	}
	callee := c.name
	if method, ok := strings.CutPrefix(callee, "."); ok {
		callee, args = "("+args[0]+")."+method, args[1:]
	}
	x.note(callee+"("+strings.Join(args, ", ")+")", value)
}
