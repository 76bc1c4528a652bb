package explain

// Anew tells whether the inputs are as they were before the call. Otherwise the
// explanation is asked for again with inputs that are.
func (x *Explanation) Anew() bool {
	x.again = !x.fresh
	return x.fresh
}

// Returns notes how many return statements the property has.
func (t *Trace) Returns(n int) { t.returns = n }

// Given notes an input of the property.
func (t *Trace) Given(name string, v any) { t.inputs[name] = t.notes.format(v) }

// Part begins to evaluate a part of a condition.
func (t *Trace) Part() { t.calls[0].last = -1 }

// Mark returns how many notes there are.
func (t *Trace) Mark() int { return len(t.notes.parts) }

// Kept returns v. It drops the notes since the mark unless v is as wanted.
func (t *Trace) Kept(mark int, want, v bool) bool {
	if v != want {
		t.notes.parts = t.notes.parts[:mark]
	}
	return v
}

// Value notes the value of an expression. An input that is as it was is not noted.
func (t *Trace) Value(text string, v any) {
	if given, ok := t.inputs[text]; !ok || given != t.notes.format(v) {
		t.notes.Value(text, v)
	}
}

// Compare notes both sides of a comparison.
func (t *Trace) Compare(text string, a any, op string, b any) { t.notes.Compare(text, a, op, b) }

// Characters is Compare where a side is written as a character.
func (t *Trace) Characters(text string, a any, op string, b any) { t.notes.Characters(text, a, op, b) }

// Property notes why a property is false: what decided the conditions that led to
// its return, which return that is where there are several, and which call of a
// predicate was the innermost to be false.
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
		x.turned(t, c.last)
	}
}
