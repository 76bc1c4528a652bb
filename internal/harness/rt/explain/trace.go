package explain

import "strings"

// maxTrace is the greatest number of calls that a trace records.
const maxTrace = 100_000

// A Trace records nested calls of predicates.
type Trace struct {
	calls []tracedCall
	open  []int
	// notes explain the conditions that led to the return of a property, which is the first call. inputs are the
	// texts of the property's initial inputs, by name.
	notes   *Explanation
	inputs  map[string]string
	returns int
}

type tracedCall struct {
	name   string
	args   []any
	at     string
	result bool
	// last is the last call that it made, or -1.
	last int
}

// Trace returns an empty trace.
func (x *Explanation) Trace() *Trace {
	return &Trace{notes: &Explanation{pkg: x.pkg, runesAsCharacters: x.runesAsCharacters}, inputs: map[string]string{}}
}

// Enter records that a call begins, and returns its number. The name of a method begins with a dot,
// and its receiver is the first argument.
func (t *Trace) Enter(name string, args ...any) int {
	if len(t.calls) >= maxTrace {
		return -1
	}
	n := len(t.calls)
	if len(t.open) > 0 {
		t.calls[t.open[len(t.open)-1]].last = n
	}
	t.calls = append(t.calls, tracedCall{name: name, args: args, last: -1})
	t.open = append(t.open, n)
	return n
}

// At records where call n returns.
func (t *Trace) At(n int, place string) {
	if n >= 0 {
		t.calls[n].at = place
	}
}

// Leave records what call n returned.
func (t *Trace) Leave(n int, result bool) {
	if n >= 0 {
		t.calls[n].result = result
		t.open = t.open[:len(t.open)-1]
	}
}

// Turned notes the innermost call that makes a predicate false. It follows the last call of each
// call, as long as that was false, too.
func (x *Explanation) Turned(t *Trace) {
	if len(t.calls) == 0 || len(t.calls) >= maxTrace {
		return
	}
	x.noteInnermostFalse(t, 0)
}

// noteInnermostFalse is Turned for the calls within call at.
func (x *Explanation) noteInnermostFalse(t *Trace, at int) {
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
