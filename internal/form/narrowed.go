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
	most := int64(1)<<bits - 1
	for i := range narrowed.Vars {
		v := &narrowed.Vars[i]
		if len(v.Dom) != 1 || len(v.Choice) > 0 || v.Kind == Bool {
			continue
		}
		d := v.Dom[0]
		unsigned := v.Kind == Uint64
		if d.Hi > most || unsigned && d.Hi < 0 {
			d.Hi = most
		}
		if !unsigned {
			d.Lo = max(d.Lo, -most)
		}
		if d != v.Dom[0] && d.Lo <= d.Hi {
			v.Dom, some = []Span{d}, true
		}
	}
	return &narrowed, some
}
