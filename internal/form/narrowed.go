package form

import "slices"

// Narrowed returns the form with its integers confined to so many bits, and whether some were
// wider. With 64 bits it is the form itself.
func (f *Form) Narrowed(bits int) (*Form, bool) {
	some := false
	if bits == 64 {
		return f, false
	}
	narrowed := *f
	narrowed.Vars = slices.Clone(f.Vars)
	for i := range narrowed.Vars {
		v := &narrowed.Vars[i]
		if len(v.Dom) == 1 && len(v.Choice) == 0 && v.Kind != Bool && v.narrow(1<<bits-1) {
			some = true
		}
	}
	return &narrowed, some
}

// narrow confines a variable whose domain is one span to magnitudes of at most most, if its default is one of
// them. It reports whether it had others.
func (v *Var) narrow(most int64) bool {
	d := v.Dom[0]
	unsigned := v.Kind == Uint64
	if d.Hi > most || unsigned && d.Hi < 0 {
		d.Hi = most
	}
	if !unsigned {
		d.Lo = max(d.Lo, -most)
	}
	if d == v.Dom[0] || v.Kind.Less(v.Default, d.Lo) || v.Kind.Less(d.Hi, v.Default) {
		return false
	}
	v.Dom = []Span{d}
	return true
}

// Shortened returns the form with its longer choices confined to the alternatives up to a number, as the lengths of
// texts and containers are, and whether some were longer.
func (f *Form) Shortened(most int64) (*Form, bool) {
	some := false
	shortened := *f
	shortened.Vars = slices.Clone(f.Vars)
	for i := range shortened.Vars {
		v := &shortened.Vars[i]
		if int64(len(v.Choice)) <= most+1 {
			continue
		}
		short := slices.DeleteFunc(slices.Clone(v.Choice), func(a Alt) bool { return a.Value > most })
		if len(short) > 0 && len(short) < len(v.Choice) {
			v.Choice, some = short, true
		}
	}
	return &shortened, some
}

// Between returns the form with a choice variable confined to the alternatives from least to most. If there are none, it is the form
// itself.
func (f *Form) Between(i int, least, most int64) *Form {
	left := slices.DeleteFunc(slices.Clone(f.Vars[i].Choice), func(a Alt) bool { return a.Value < least || a.Value > most })
	if len(left) == 0 {
		return f
	}
	between := *f
	between.Vars = slices.Clone(f.Vars)
	between.Vars[i].Choice, between.Vars[i].Default = left, left[0].Value
	return &between
}
