package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// An Ending is how a conversation with a process ended: the process was done, ended itself, or was
// silent for too long. If it is none of these, the process is gone.
type Ending struct {
	Done   *wire.Done
	Killed *wire.Killed
	Silent bool
	// Stopped says that the process is silent because a signal stopped it.
	Stopped bool
	// Garbled says that the process sent a message that no harness sends.
	Garbled bool
}

// errGarbled reports a message that no harness sends: the code under test wrote to descriptors of
// the harness.
var errGarbled = errors.New("the message of the harness cannot be read")

// Unmarshal decodes the JSON of a message.
func Unmarshal(m Message, v any) error {
	if err := json.Unmarshal(m.data, v); err != nil {
		return fmt.Errorf("%w: %q: %w", errGarbled, m.Kind, err)
	}
	return nil
}

// patience is how long a process may give no sign of life, beyond the timeout of a call. Its own
// watch should end it before.
const patience = 10 * time.Second

// Converse handles the messages of a process until it is done or gone. It passes all messages but
// the last to handle, which reports whether it knows them.
func (p *Process) Converse(ctx context.Context, timeout time.Duration, handle func(Message) (bool, error)) (Ending, error) {
	const look = time.Second
	ticker := time.NewTicker(look)
	defer ticker.Stop()
	lag := time.NewTicker(look / 10)
	defer lag.Stop()
	beat, still := int64(-1), time.Duration(0)
	for {
		select {
		case <-ctx.Done():
			return Ending{}, ctx.Err()
		case m, ok := <-p.frames:
			if !ok {
				return Ending{}, nil
			}
			end, over, err := p.isLast(m)
			if over && err == nil {
				return end, nil
			}
			known := true
			if err == nil {
				known, err = handle(m)
			}
			if !known || errors.Is(err, errGarbled) {
				p.kill()
				return Ending{Garbled: true}, nil
			}
			if err != nil {
				return Ending{}, err
			}
		case <-lag.C:
			wire.SetLag(p.board.words, p.program.Clock.Lag())
		case <-ticker.C:
			if err := p.Refresh(); err != nil {
				return Ending{}, err
			}
			now := wire.Beat(p.board.words)
			if now != beat {
				beat, still = now, 0
			} else if stopped(p.child.cmd.Process.Pid) {
				p.kill()
				return Ending{Silent: true, Stopped: true}, nil
			} else if still += look; still > timeout+patience {
				p.kill()
				return Ending{Silent: true}, nil
			}
		}
	}
}

// isLast reports whether m is the last message of a conversation.
func (p *Process) isLast(m Message) (end Ending, over bool, err error) {
	switch m.Kind {
	case wire.KindDone:
		end.Done = new(wire.Done)
		return end, true, Unmarshal(m, end.Done)
	case wire.KindKilled:
		end.Killed = new(wire.Killed)
		return end, true, Unmarshal(m, end.Killed)
	}
	return end, false, nil
}
