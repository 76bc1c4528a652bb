package rt

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"

	"github.com/rtest-dev/rtest/internal/harness/rt/evaluate"
	"github.com/rtest-dev/rtest/internal/harness/rt/explore"
	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/judge"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/single"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// Main serves the jobs of the parent until the parent hangs up. Then it ends the process.
func Main(u *read.Unit) {
	p, err := host.Open(u)
	if err == nil {
		err = (&server{p: p}).serve()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, wire.FaultPrefix+err.Error())
		os.Exit(wire.FaultCode)
	}
	os.Exit(0)
}

// A server serves the requests of the parent.
type server struct {
	p     *host.Process
	trail judge.LastTrail
	// universe is what terms are evaluated over, nil before there is one.
	universe *evaluate.Universe
}

func (s *server) serve() error {
	p := s.p
	if err := p.Ready(); err != nil {
		return err
	}
	for {
		f := p.Next()
		var err error
		switch f.Kind {
		case wire.KindJob:
			err = s.job(f.Data)
		case wire.KindSingle:
			err = single.Describe(p, f.Data)
		case wire.KindDomains:
			var all []wire.Range
			if err = json.Unmarshal(f.Data, &all); err == nil {
				read.SetDomains(p.Unit.Domains, all)
			}
		case wire.KindTable:
			err = p.TakeTable(f.Data)
		case wire.KindExplore:
			err = explore.States(p, f.Data)
		case wire.KindUniverse:
			s.universe, err = evaluate.NewUniverse(p, f.Data)
		case wire.KindConstants, wire.KindTerms, wire.KindSeen, wire.KindCompare, wire.KindTrial:
			err = s.universe.Answer(f.Kind, f.Data)
		default:
			err = fmt.Errorf("message %q is not expected here", f.Kind)
		}
		if err != nil {
			return err
		}
	}
}

// job serves one job.
func (s *server) job(data []byte) error {
	p := s.p
	var j wire.Job
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	t := &p.Unit.Targets[j.Target]
	b := p.BoardOf(t)
	wt := p.Watch(b, j.Timeout, j.Memory)
	if j.Until != 0 {
		wt.EndAt(j.Until, j.Lag)
	}
	wt.Overdue = func() {
		p.Conn.SendJSON(wire.KindDone, wire.Done{Cut: true, Leaving: true})
		os.Exit(0)
	}
	w := judge.NewWorker(p.Unit, t, b, j, wt)
	if j.Settle {
		w.On.Severed = p.Severed
	}
	found := judge.NewFinder(p, w)
	judge.CoverCalls(p, w)
	s.trail.Follow(p, w)
	judge.Mutate(p, w)
	judge.Observe(p, w)
	var done wire.Done
	var err error
	if j.Streams && j.Exact {
		if w.Unfold.Form, err = p.ReceiveForm(); err != nil {
			return err
		}
	}
	before := runtime.NumGoroutine()
	wt.Start()
	c := judge.NewCrew(w)
	if j.Streams {
		done, err = runStreams(p, c)
	} else {
		done, err = judge.RunForm(p, c)
	}
	if err != nil {
		return err
	}
	c.Close()
	if j.Finalize {
		p.Finalize(wt.Timeout)
	}
	wt.End()
	done.Left = p.Settle(wt.Timeout, before, j.Settle)
	b.KeepAll(p.Unit.Profile)
	done.Cut = wt.Ended() && !done.Exhausted
	done.Fault = found.Fault
	return p.Conn.SendJSON(wire.KindDone, done)
}

// runStreams runs the inputs that the parent sends.
func runStreams(p *host.Process, c *judge.Crew) (wire.Done, error) {
	for {
		f := p.Next()
		if f.Kind != wire.KindStreams && f.Kind != wire.KindEnd {
			return wire.Done{}, fmt.Errorf("message %q where streams are expected", f.Kind)
		}
		if len(f.Data) > 0 {
			if c.Over {
				return wire.Done{}, nil
			}
			if err := c.Cur.Decode(f.Data); err != nil {
				return wire.Done{}, err
			}
			if !c.Flush() && !c.Full() {
				return wire.Done{}, nil
			}
		}
		if f.Kind == wire.KindEnd {
			return wire.Done{Exhausted: true}, nil
		}
		if err := p.Conn.Send(wire.KindNeed, nil); err != nil {
			return wire.Done{}, err
		}
	}
}
