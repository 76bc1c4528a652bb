package judge

// afterWork is how much work, in steps, a search may do after the first failure, unless finding
// that took more. It amounts to some seconds.
const afterWork = 5_000_000

// An effort bounds the work of the search after the first failure. It counts the search's own
// steps, so that every run ends at the same input. Searching on serves only counts, and finding
// what failing inputs have in common.
type effort struct {
	// at is the work after which each solution of the current batch was found, by the current
	// search. before is the work of the searches that have ended.
	at     []int64
	before int64
	// most is the work at which the search ends, or 0 before the first failure.
	most int64
}

// fails notes that the solution at pos in the batch failed.
func (e *effort) fails(pos int) {
	if e.most == 0 && pos < len(e.at) {
		e.most = e.before + e.at[pos] + max(e.before+e.at[pos], afterWork)
	}
}

// beyond reports whether the solution at pos in the batch was found too long after the first
// failure.
func (e *effort) beyond(pos int) bool { return e.most > 0 && pos < len(e.at) && e.ended(e.at[pos]) }

// ended reports whether the search is at its end after this much work in its current part.
func (e *effort) ended(work int64) bool { return e.most > 0 && e.before+work > e.most }
