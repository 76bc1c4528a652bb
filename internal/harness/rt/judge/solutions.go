package judge

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/search"
)

// RunForm runs the solutions of the form that the parent sends.
func RunForm(p *host.Process, c *Crew) (wire.Done, error) {
	form, err := p.ReceiveForm()
	if err != nil {
		return wire.Done{}, err
	}
	if c.Worker.job.Exact {
		c.Worker.Unfold.Form = form
	}
	s, err := search.New(form)
	if err != nil {
		return wire.Done{}, err
	}
	var done wire.Done
	j := &c.Worker.job
	s.Options = search.Options{Skip: j.Skip, Stall: j.Stall, Steady: !j.Joint, Shard: j.Shard, Joint: j.Joint, Most: j.Limit}
	found := c.collector()
	s.Options.Into = found
	s.Options.Quit = func() bool {
		if c.Worker.watch.Hurry() {
			c.runFound(found) // A failure among these bounds the search for more.
		}
		return c.Over && !c.Full() || c.effort.ended(s.Stats().Work)
	}
	for {
		for range s.Solutions() {
			// At the limit, one more step shows whether there are more solutions.
			if !c.runFound(found) && !c.Full() {
				return done, nil
			}
		}
		c.runFound(found)
		if c.Over && !c.Full() || c.effort.ended(s.Stats().Work) {
			return done, nil
		}
		c.effort.before += s.Stats().Work
		stall := s.Stalled()
		if stall == nil {
			break
		}
		// The part that stalled stays open; the search continues after it.
		done.Open = append(done.Open, *stall)
		if j.Handover {
			return done, nil
		}
		s.Options.Skip = max(0, s.Options.Skip-s.Stats().Solutions)
		s.Options.Size, s.Options.After = stall.Size, stall.Shape
	}
	done.Exhausted = !c.Over || c.Full()
	return done, nil
}
