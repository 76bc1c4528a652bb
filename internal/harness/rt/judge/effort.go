package judge

// afterWork is how much work a search may do behind the first failure, unless it took
// more to find that: some seconds.
const afterWork = 5_000_000

// An effort bounds the work of the search behind the first failure, in its own steps, so
// that every run ends at the same input. What is searched there is for counts and for
// what failing inputs have in common.
type effort struct {
	// at is the work with which each solution of the current batch was found, before that
	// of the searches that have ended.
	at     []int64
	before int64
	// most is the work with which the search ends, 0 before the first failure.
	most int64
}

// fails notes that a solution in the batch failed.
func (e *effort) fails(pos int) {
	if e.most == 0 && pos < len(e.at) {
		e.most = e.at[pos] + max(e.at[pos], afterWork)
	}
}

// beyond reports whether a solution in the batch is too far behind the first failure.
func (e *effort) beyond(pos int) bool { return e.most > 0 && pos < len(e.at) && e.at[pos] > e.most }

// ended reports whether the search, with so much work in its present turn, is at its end.
func (e *effort) ended(work int64) bool { return e.most > 0 && e.before+work > e.most }
