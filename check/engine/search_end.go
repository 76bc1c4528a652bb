package engine

// afterLooks is how often a search looks whether to go on, each time after some hundred
// failures, before it ends behind a finding.
const afterLooks = 2_000

// A lean bounds the effort to find solutions behind a finding: they are of use for counts
// and for what failing inputs have in common only.
type lean struct {
	is bool
	// looks counts how often a search looked whether to go on.
	looks int
	// ended says that the effort was spent.
	ended bool
}

// confine bounds what is still done to find solutions. The search and Z3 wait while the
// process runs inputs, so that this is at the same solution in every run.
func (p *parts) confine() {
	p.lean.is = true
	for _, eng := range p.opened {
		if err := eng.Confine(turnLimit, afterSolved); err != nil && p.err == nil {
			p.err = err
		}
	}
}

// spent counts a look, and reports whether the effort is spent.
func (l *lean) spent() bool {
	if l.is {
		l.looks++
		l.ended = l.ended || l.looks > afterLooks
	}
	return l.ended
}
