package duties

import "golang.org/x/tools/go/ssa"

// listed is, of the slice that a call with a variadic parameter makes of its arguments,
// the argument that is the part of an input, where an element is asked for; else v.
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

// unwrapped is what a struct was given for the field that is asked for, where the struct is
// made for the call; else v.
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
