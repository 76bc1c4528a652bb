package read

// A relation says how the input that is built shares the memory of an earlier one. The numbers are
// those of value.Relation.
type relation struct{ number int64 }

// Relate reads the relation of the input that is built.
func (r *Reader) Relate() { r.building.relation.number = r.Next() }

// RelatedTo reports whether the relation is to the i-th of the n inputs to which there may be one.
func (r *Reader) RelatedTo(i, n int) bool {
	return r.building.relation.number > 0 && (r.building.relation.number-1)%int64(n) == int64(i)
}

// offset returns the place of a window's first element in the window of the earlier slice, given
// the number of inputs to which there may be a relation.
func (r relation) offset(n int) int {
	steps := int((r.number - 1) / int64(n))
	if steps%2 == 1 {
		return (steps + 1) / 2
	}
	return -(steps / 2)
}

// SharePointer makes q point to the target of p.
func SharePointer[S ~*E, T ~*E, E any](_ *Reader, p *S, q *T, _ int) {
	if *p != nil {
		*q = T(*p)
	}
}

// ShareMap has q be the map that p is.
func ShareMap[S ~map[K]V, T ~map[K]V, K comparable, V any](_ *Reader, p *S, q *T, _ int) {
	if *p != nil {
		*q = T(*p)
	}
}

// ShareArray makes p and q windows of one array, as the relation requires. Both may grow up to the array's end.
// Where they overlap, the elements are those of p. Slices are unchanged if the windows would have no part of the
// array in common, or leave a gap. n is the number of inputs to which there may be a relation.
func ShareArray[S ~[]E, T ~[]E, E any](r *Reader, p *S, q *T, n int) {
	from, begin := 0, r.building.relation.offset(n)
	if begin < 0 {
		from, begin = -begin, 0
	}
	to, end := from+len(*p), begin+len(*q)
	size := max(to, end)
	if first := max(from, begin); first > min(to, end) || first >= size {
		return
	}
	array := MakeSlice[E](r, -1, int64(size), 0)
	copy(array[begin:], *q)
	copy(array[from:], *p)
	*p, *q = S(array[from:to]), T(array[begin:end])
}
