package renaming

// A status says how far objects can be numbered in the order of the form.
type status uint8

const (
	whole status = iota // as far as was asked for
	open                // as far as what is decided says
	wrong               // the shape is that of another order
)

// walk numbers objects in the order of the form. It is wrong if an object that was met has other choices
// than the shape has for its number, or if a variable has another value than the one that is wanted.
func (n *Renaming) walk(value decided) status {
	for k := range n.kinds {
		clear(n.renamed[k])
		n.met[k], n.done[k] = n.met[k][:0], 0
	}
	s := whole
	for from, to := 0, 0; s == whole && from < len(n.kinds); from = to {
		to = from + 1
		for to < len(n.kinds) && n.kinds[to].With {
			to++
		}
		s = n.walkGroup(from, to, value)
	}
	if s != wrong && !n.hasWanted(value) {
		return wrong
	}
	return s
}

// walkGroup numbers the objects of the kinds of a group, which are those from one to before another.
func (n *Renaming) walkGroup(from, to int, value decided) status {
	for k := from; k < to; k++ {
		for _, v := range n.kinds[k].References {
			if v >= n.kinds[from].Count {
				break
			}
			// The objects before the group are numbered already.
			if of := n.ordered(v); of >= 0 {
				if s := n.meet(of, value); s != whole {
					return s
				}
			}
		}
	}
	for {
		// What a level meets is of the next one.
		level, some := n.level[:0], false
		for k := from; k < to; k++ {
			level = append(level, len(n.met[k]))
			some = some || n.done[k] < len(n.met[k])
		}
		n.level = level
		if !some {
			return whole
		}
		for k := from; k < to; k++ {
			for ; n.done[k] < level[k-from]; n.done[k]++ {
				if s := n.meetFrom(k, n.met[k][n.done[k]], from, to, value); s != whole {
					return s
				}
			}
		}
	}
}

// meetFrom numbers the objects of a group to which an object of it refers.
func (n *Renaming) meetFrom(kind int, x int64, from, to int, value decided) status {
	o := n.kinds[kind]
	begin := o.Count + 1 + int32(x-1)*o.Each
	for v := begin; v < begin+o.Each; v++ {
		if k := int(n.refers[v]); from <= k && k < to {
			if s := n.meet(v, value); s != whole {
				return s
			}
		}
	}
	return whole
}

// meet numbers the object to which a reference refers, unless it has a number.
func (n *Renaming) meet(v int32, value decided) status {
	if n.place[v] < 0 {
		return whole
	}
	x, known := value(v)
	if !known {
		return open
	}
	k := n.refers[v]
	if x <= 0 || n.renamed[k][x] != 0 {
		return whole
	}
	n.met[k] = append(n.met[k], x)
	number := int64(len(n.met[k]))
	n.renamed[k][x] = number
	if n.alike[k][number] != n.alike[k][x] {
		return wrong
	}
	return whole
}

// hasWanted reports whether no variable that is known in the order of the form has another value than
// the one that is wanted.
func (n *Renaming) hasWanted(value decided) bool {
	for v, want := range n.wanted {
		of := n.ordered(v)
		if of < 0 {
			continue
		}
		x, known := value(of)
		if k := n.refers[of]; !known || k >= 0 && x > 0 && n.renamed[k][x] == 0 {
			continue
		}
		if n.renumbered(of, x) != want {
			return false
		}
	}
	return true
}
