package harness

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt"
	"github.com/rtest-dev/rtest/refine"
)

// An ending is how a conversation with a process ended: it was done, it ended
// itself, it was silent for too long, or, with none of these, it is gone.
type ending struct {
	done   *rt.Done
	killed *rt.Killed
	silent bool
	// stopped says that it is silent because a signal has stopped it.
	stopped bool
	// garbled says that it sent what a harness does not send.
	garbled bool
}

// errGarbled is of a message that no harness sends: the code under test has
// written to descriptors that are not its own.
var errGarbled = errors.New("the message of the harness cannot be read")

// unmarshal reads the JSON of a message.
func unmarshal(m message, v any) error {
	if err := json.Unmarshal(m.data, v); err != nil {
		return fmt.Errorf("%w: %q: %w", errGarbled, m.kind, err)
	}
	return nil
}

// patience is how long a process may give no sign of life beyond the timeout of
// a call: its own watch should have ended it.
const patience = 10 * time.Second

// converse handles the messages of a process until it is done or gone. Messages
// other than the last go to handle, which says whether it knows them.
func (p *process) converse(ctx context.Context, timeout time.Duration, handle func(message) (bool, error)) (ending, error) {
	const look = time.Second
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	lag := time.NewTicker(look / 10)
	defer lag.Stop()
	beat, still := int64(-1), time.Duration(0)
	for {
		select {
		case <-ctx.Done():
			return ending{}, ctx.Err()
		case m, ok := <-p.frames:
			if !ok {
				return ending{}, nil
			}
			end, over, err := p.last(m)
			if over && err == nil {
				return end, nil
			}
			known := true
			if err == nil {
				known, err = handle(m)
			}
			if !known || errors.Is(err, errGarbled) {
				p.kill()
				return ending{garbled: true}, nil
			}
			if err != nil {
				return ending{}, err
			}
		case <-lag.C:
			rt.SetLag(p.words, p.clock.Lag())
		case <-ticker.C:
			if err := p.refresh(); err != nil {
				return ending{}, err
			}
			now := rt.Beat(p.words)
			if now != beat {
				beat, still = now, 0
			} else if stopped(p.cmd.Process.Pid) {
				p.kill()
				return ending{silent: true, stopped: true}, nil
			} else if still += look; still > timeout+patience {
				p.kill()
				return ending{silent: true}, nil
			}
		}
	}
}

// last tells whether m is the last message of a conversation.
func (p *process) last(m message) (end ending, over bool, err error) {
	switch m.kind {
	case rt.KindDone:
		end.done = new(rt.Done)
		return end, true, unmarshal(m, end.done)
	case rt.KindKilled:
		end.killed = new(rt.Killed)
		return end, true, unmarshal(m, end.killed)
	}
	return end, false, nil
}

// finding says what a failure of the plan's target is to the user.
func (p *plan) finding(g *glue, f rt.Failure) finding {
	return finding{cause: Cause(f.Cause), clause: p.clause(g, f), site: f.Site, kind: g.kind(f.Site, f.Kind)}
}

// clause is that of a stage and an index; nil where there is none.
func (p *plan) clause(g *glue, f rt.Failure) *refine.Clause {
	c := p.target.Contract
	if f.Cause == rt.Callback {
		return p.demand(f)
	}
	switch f.Stage {
	case rt.Listing:
		return g.cons.Listing[f.Index]
	case rt.Pre:
		return p.target.Pre[f.Index].Clause
	case rt.Let:
		return p.lets[f.Index]
	case rt.Class:
		return c.Classes[f.Index]
	case rt.Promise:
		return c.Panics
	case rt.Checking:
		switch {
		case f.Clause >= 0:
			return g.f.Clauses()[f.Clause]
		case f.Index >= 0:
			return p.checks[f.Index].clause
		}
	}
	return nil
}
