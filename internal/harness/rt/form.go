package rt

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/search"
)

// runForm runs the solutions of the form that the parent sends.
func runForm(p *host.Process, c *crew) (wire.Done, error) {
	form, err := p.ReceiveForm()
	if err != nil {
		return wire.Done{}, err
	}
	if c.w.job.Exact {
		c.w.unfold.form = form
	}
	s, err := search.New(form)
	if err != nil {
		return wire.Done{}, err
	}
	var done wire.Done
	j := &c.w.job
	s.Options = search.Options{Skip: j.Skip, Stall: j.Stall, Steady: true, Shard: j.Shard, Most: j.Limit}
	s.Options.Quit = func() bool {
		if c.w.watch.Hurry() {
			c.flush() // A failure among these bounds the search for more.
		}
		return c.over && !c.full() || c.effort.ended(s.Stats().Work)
	}
	for {
		for stream := range s.Solutions() {
			// Where the limit is reached one more look tells whether there
			// is more.
			if c.over || !c.find(stream, s.Stats().Work) && !c.full() {
				return done, nil
			}
		}
		c.flush()
		if c.over && !c.full() || c.effort.ended(s.Stats().Work) {
			return done, nil
		}
		c.effort.before += s.Stats().Work
		stall := s.Stalled()
		if stall == nil {
			break
		}
		// The part that stalled stays open; the search goes on behind it.
		done.Open = append(done.Open, *stall)
		if j.Handover {
			c.flush()
			return done, nil
		}
		s.Options.Skip = max(0, s.Options.Skip-s.Stats().Solutions)
		s.Options.Size, s.Options.After = stall.Size, stall.Shape
	}
	done.Exhausted = c.flush() || c.full()
	return done, nil
}
