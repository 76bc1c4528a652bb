package check

import (
	"slices"

	"github.com/rtest-dev/rtest/encode/interp"
)

// tallies is how far the test of a problem is.
func (p *question) tallies() []interp.Tally {
	if p.Test == nil {
		return nil
	}
	return slices.Clone(p.Test.Tallies)
}

// since returns what came of a test since it was at these tallies.
func since(t *interp.Test, before []interp.Tally) []interp.Tally {
	now := slices.Clone(t.Tallies)
	for i := range now {
		now[i].Answers -= before[i].Answers
		now[i].Failed -= before[i].Failed
		now[i].Unclear -= before[i].Unclear
		now[i].Alike -= before[i].Alike
	}
	return now
}

// seen adds up what the interpreter said in a job.
func (l *loop) seen(p *question, before []interp.Tally) {
	if p.Test == nil {
		return
	}
	for i, t := range since(p.Test, before) {
		l.interpreted[p.Tested[i]] = l.interpreted[p.Tested[i]] || t.Answers > 0 || t.Unclear > 0
		x := &l.partly[p.Tested[i]]
		x.Answers += t.Answers
		x.Failed += t.Failed
		x.Alike += t.Alike
		x.Unclear += t.Unclear
		if x.Why == "" {
			x.Why = t.Why
		}
	}
}
