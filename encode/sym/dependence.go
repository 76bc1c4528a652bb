package sym

import "github.com/rtest-dev/rtest/encode/term"

// TermsOf returns the terms of values and of the memory that they refer to.
func TermsOf(values ...Val) []term.Term {
	d := &dependence{seen: map[*Object]bool{}}
	for _, v := range values {
		d.add(v)
	}
	return d.terms
}

// A dependence collects terms.
type dependence struct {
	terms []term.Term
	seen  map[*Object]bool
}

func (d *dependence) add(v Val) {
	switch v := v.(type) {
	case term.Term:
		d.terms = append(d.terms, v)
	case *Float:
		d.terms = append(d.terms, v.Bits)
	case *Numbers:
		for _, a := range v.Alts {
			d.terms = append(d.terms, a.Guard)
		}
	case *Text:
		d.terms = append(append(d.terms, v.Length), v.Bytes...)
	case Aggregate:
		for _, x := range v {
			d.add(x)
		}
	case *Boxed:
		for _, a := range v.Alts {
			d.terms = append(d.terms, a.Guard)
			d.add(a.Value)
		}
	case *Sequence:
		for _, a := range v.Alts {
			if d.terms = append(d.terms, a.Guard); a.Obj != nil {
				d.terms = append(d.terms, a.Off, a.Length)
				d.object(a.Obj)
			}
		}
	case *Pointer:
		for _, a := range v.Alts {
			d.terms = append(d.terms, a.Guard)
			d.object(a.Obj)
		}
	case *Mapping:
		for _, a := range v.Alts {
			if d.terms = append(d.terms, a.Guard); a.Table == nil {
				continue
			}
			for _, e := range a.Table.Entries {
				d.terms = append(d.terms, e.Has)
				d.add(e.Key)
				d.add(e.Val)
			}
		}
	}
}

func (d *dependence) object(o *Object) {
	if o != nil && !d.seen[o] {
		d.seen[o] = true
		d.add(Aggregate(o.Cells))
	}
}
