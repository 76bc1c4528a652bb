package explain

// Anew reports whether the inputs have their values from before the call. If not, the explanation is requested
// again with such inputs.
func (x *Explanation) Anew() bool {
	x.needsInputs = !x.inputsRestored
	return x.inputsRestored
}

// Returns notes how many return statements the property has.
func (t *Trace) Returns(n int) { t.returns = n }

// Given notes an input of the property.
func (t *Trace) Given(name string, v any) { t.inputs[name] = t.notes.format(v) }

// Part begins a part of a condition.
func (t *Trace) Part() { t.calls[0].last = -1 }

// Mark returns the number of notes.
func (t *Trace) Mark() int { return len(t.notes.parts) }

// Kept returns v. It drops the notes after the mark unless v is want.
func (t *Trace) Kept(mark int, want, v bool) bool {
	if v != want {
		t.notes.parts = t.notes.parts[:mark]
	}
	return v
}

// Value notes the value of an expression, unless it is an input with its original value.
func (t *Trace) Value(text string, v any) {
	if given, ok := t.inputs[text]; !ok || given != t.notes.format(v) {
		t.notes.Value(text, v)
	}
}

// Compare notes both sides of a comparison.
func (t *Trace) Compare(text string, a any, op string, b any) { t.notes.Compare(text, a, op, b) }

// Characters is Compare for numbers one of which is written as a character.
func (t *Trace) Characters(text string, a any, op string, b any) { t.notes.Characters(text, a, op, b) }

// Property records why a property is false: the decisive parts of the conditions that led to its return, which
// return that is if there are several, and the innermost false call of a predicate.
func (x *Explanation) Property(t *Trace) {
	if len(t.calls) == 0 || len(t.calls) >= maxTrace || t.calls[0].result {
		return
	}
	for _, p := range t.notes.parts {
		x.note(p.Text, p.Value)
	}
	c := t.calls[0]
	if t.returns > 1 && c.at != "" {
		x.note("the result", "false, by the return at "+c.at)
	}
	if c.last >= 0 && !t.calls[c.last].result {
		x.noteInnermostFalse(t, c.last)
	}
}
