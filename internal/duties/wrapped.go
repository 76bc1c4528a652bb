package duties

import "golang.org/x/tools/go/ssa"

// listed returns the variadic argument that is the part of an input, if v is the slice made for a variadic
// parameter and the duty is about an element. It returns v otherwise.
func (d *duty) listed(v ssa.Value) ssa.Value {
	list, ok := v.(*ssa.Slice)
	if !ok || len(d.part.path) == 0 || d.part.path[0] != Element {
		return v
	}
	array, ok := list.X.(*ssa.Alloc)
	if !ok {
		return v
	}
	for _, r := range *array.Referrers() {
		at, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == at && partOf(s.Val) != nil {
				d.part.path = d.part.path[1:]
				return s.Val
			}
		}
	}
	return v
}

// unwrapped returns the value of the field that the duty is about, if v is a struct made for the call. It
// returns v otherwise.
func (d *duty) unwrapped(v ssa.Value) ssa.Value {
	if v == nil || len(d.part.path) == 0 || partOf(v) != nil {
		return v
	}
	made := v
	if i, ok := made.(*ssa.MakeInterface); ok {
		made = i.X
	}
	if load, ok := made.(*ssa.UnOp); ok {
		made = load.X
	}
	n := len(d.part.path)
	for ; n > 0; n-- {
		if kept := keptIn(made, d.part.path[:n]); len(kept) == 1 && partOf(kept[0]) != nil {
			d.part.path = d.part.path[n:]
			return kept[0]
		}
	}
	return v
}
