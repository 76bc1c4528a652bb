package engine

// checksAfterFinding is how often the search may check whether to continue, each time after some
// hundred failures, before it ends after a finding.
const checksAfterFinding = 2_000

// A findingBudget limits the effort to find solutions after a finding. These affect only counts and
// the condition of failing inputs.
type findingBudget struct {
	active bool
	// checks counts how often the search checked whether to continue.
	checks int
	// ended means that the effort is spent.
	ended bool
}

// limitAfterFinding limits the effort from now on. The search and Z3 wait while the process runs
// inputs, so this happens at the same solution in every run.
func (p *partSolver) limitAfterFinding() {
	p.budget.active = true
	for _, eng := range p.opened {
		if err := eng.Confine(turnLimit, afterSolved); err != nil && p.err == nil {
			p.err = err
		}
	}
}

// spent counts a check and reports whether the effort is spent.
func (l *findingBudget) spent() bool {
	if l.active {
		l.checks++
		l.ended = l.ended || l.checks > checksAfterFinding
	}
	return l.ended
}
