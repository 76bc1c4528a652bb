package read

// Again sets *p to the value that it had when the same answer was given before:
// what Go compares by its address is one value, however often it is asked for.
// Errors are so in the twin of the input as well.
func Again[A, R any](q *Asked[A], r *Reader, result int, p *R, isError bool) {
	e := r.answer
	if e == nil {
		return
	}
	defer q.table.asking.lock()()
	if isError {
		if old, ok := e.errors[result]; ok {
			*p, _ = old.(R)
			return
		}
		if e.errors == nil {
			e.errors = map[int]any{}
		}
		e.errors[result] = *p
		return
	}
	if old, ok := q.given[part{e, result}]; ok {
		*p, _ = old.(R)
		return
	}
	if q.given == nil {
		q.given = map[part]any{}
	}
	q.given[part{e, result}] = *p
}

// A part is one result of an answer.
type part struct {
	of     *answered
	result int
}
