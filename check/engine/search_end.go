package engine

// afterLooks is how often the search may check whether to continue, each time after some hundred
// failures, before it ends after a finding.
const afterLooks = 2_000

// A lean limits the effort to find solutions after a finding. These affect only counts and the
// condition of failing inputs.
type lean struct {
	is bool
	// looks counts how often the search checked whether to continue.
	looks int
	// ended means that the effort is spent.
	ended bool
}

// confine limits the effort from now on. The search and Z3 wait while the process runs inputs, so
// this happens at the same solution in every run.
func (p *parts) confine() {
	p.lean.is = true
	for _, eng := range p.opened {
		if err := eng.Confine(turnLimit, afterSolved); err != nil && p.err == nil {
			p.err = err
		}
	}
}

// spent counts a check and reports whether the effort is spent.
func (l *lean) spent() bool {
	if l.is {
		l.looks++
		l.ended = l.ended || l.looks > afterLooks
	}
	return l.ended
}
