package judge

// afterWork is how much work, in steps, a search may do after the first failure, unless finding
// that took more. It amounts to some seconds.
const afterWork = 5_000_000

// An effort bounds the work of the search after the first failure. It counts the search's own
// steps, so that every run ends at the same input. Searching on serves only counts, and finding
// what failing inputs have in common.
type effort struct {
	// at means that the rows of the current batch record the work after which the current search found them.
	// before is the work of earlier searches.
	at     bool
	before int64
	// most is the work at which the search ends, or 0 before the first failure.
	most int64
}

// fails notes that the solution at pos in the batch failed.
func (c *Crew) fails(pos int) {
	if e := &c.effort; e.most == 0 && e.at && pos < c.Cur.Len() {
		work := e.before + c.Cur.Row(pos).Work
		e.most = work + max(work, afterWork)
	}
}

// beyond reports whether the solution at pos in the batch was found too long after the first
// failure.
func (c *Crew) beyond(pos int) bool {
	e := &c.effort
	return e.most > 0 && e.at && pos < c.Cur.Len() && e.ended(c.Cur.Row(pos).Work)
}

// ended reports whether the search is at its end after this much work in its current part.
func (e *effort) ended(work int64) bool { return e.most > 0 && e.before+work > e.most }
