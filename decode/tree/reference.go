package tree

import "fmt"

// References returns operands for the values that are part of an earlier value, by index: l.Next
// for the very node to which l.Next points. names are the variables of the values. Values without a
// name are called arg and their index. If names is nil, no value is part of another.
func References(names []string, vs []*Value) map[int]string {
	if names == nil {
		return nil
	}
	var refs map[int]string
	for i, v := range vs {
		if v == nil || v.Kind != Shared {
			continue
		}
		for j, root := range vs[:i] {
			if root == nil {
				continue
			}
			path := pathTo(root, v.ID, variableName(names, j))
			if path == "" {
				continue
			}
			if refs == nil {
				refs = map[int]string{}
			}
			refs[i] = path
			break
		}
	}
	return refs
}

func variableName(names []string, i int) string {
	if i < len(names) && names[i] != "" && names[i] != "_" {
		return names[i]
	}
	return fmt.Sprint("arg", i)
}

// pathTo returns the operand by which the value with the ID is reached from v, whose own operand is
// path. It is "" if there is none.
func pathTo(v *Value, id int, path string) string {
	if v.Kind == Shared {
		return ""
	}
	if v.ID == id {
		return path
	}
	found := ""
	v.eachOperand(path, func(part *Value, path string) bool {
		found = pathTo(part, id, path)
		return found == ""
	})
	return found
}

// eachOperand calls visit with the parts of v that operands reach from its own, which is path, until
// visit returns false.
func (v *Value) eachOperand(path string, visit func(part *Value, path string) bool) {
	switch v.Kind {
	case Address:
		if e := v.Elems[0]; e.Kind != Compound && e.Kind != Shared {
			path = "(*" + path + ")"
		}
		visit(v.Elems[0], path)
	case Compound:
		for i, e := range v.Elems {
			if !visit(e, path+"."+v.Names[i]) {
				return
			}
		}
	case Sequence:
		for i, e := range v.Elems {
			if !visit(e, fmt.Sprintf("%s[%d]", path, i)) {
				return
			}
		}
	case Mapping:
		for i := 0; i+1 < len(v.Elems); i += 2 {
			if k := v.Elems[i]; k.Kind == Scalar && !visit(v.Elems[i+1], path+"["+Literal(k)+"]") {
				return
			}
		}
	}
}

// Operands returns the operand of each pointer, slice and map within values, by ID: l.Next for that to
// which l.Next refers. Of several it is the first. names are as those of References; nil values have
// no operands.
func Operands(names []string, vs []*Value) map[int]string {
	all := map[int]string{}
	for i, v := range vs {
		if v != nil {
			operands(v, variableName(names, i), all)
		}
	}
	return all
}

func operands(v *Value, path string, all map[int]string) {
	if v.isReference() && v.ID != 0 && all[v.ID] == "" {
		all[v.ID] = path
	}
	v.eachOperand(path, func(part *Value, path string) bool {
		operands(part, path, all)
		return true
	})
}

// isReference reports whether v is a pointer, a slice or a map with an ID.
func (v *Value) isReference() bool {
	return v.Kind == Address || v.Kind == Sequence || v.Kind == Mapping
}

// roots returns the indices of the values that contain others.
func roots(names []string, vs []*Value, refs map[int]string) map[int]bool {
	var found map[int]bool
	for i := range refs {
		for j := range vs[:i] {
			if vs[j] != nil && pathTo(vs[j], vs[i].ID, variableName(names, j)) == refs[i] {
				if found == nil {
					found = map[int]bool{}
				}
				found[j] = true
				break
			}
		}
	}
	return found
}

// Apart returns v without references to the values before it. It replaces such references by the values that
// they refer to.
func Apart(v *Value, before []*Value) *Value {
	known, own := map[int]*Value{}, map[int]bool{}
	for _, b := range before {
		referred(b, known)
	}
	return apart(v, known, own)
}

// referred collects the values that have an ID. Questions have IDs of their own.
func referred(v *Value, known map[int]*Value) {
	if v == nil || v.Kind == Shared || v.Kind == Asked {
		return
	}
	if v.ID != 0 && known[v.ID] == nil {
		known[v.ID] = v
	}
	for _, e := range v.Elems {
		referred(e, known)
	}
	for _, e := range v.Room {
		referred(e, known)
	}
}

func apart(v *Value, known map[int]*Value, own map[int]bool) *Value {
	if v == nil || v.Kind == Asked {
		return v
	}
	if first := known[v.ID]; v.Kind == Shared && first != nil && !own[v.ID] {
		v = first
	}
	if v.ID != 0 {
		own[v.ID] = true
	}
	c := *v
	c.Elems, c.Room = nil, nil
	for _, e := range v.Elems {
		c.Elems = append(c.Elems, apart(e, known, own))
	}
	for _, e := range v.Room {
		c.Room = append(c.Room, apart(e, known, own))
	}
	return &c
}
