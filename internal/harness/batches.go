package harness

import (
	"encoding/json"

	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// The limits of a batch: how many streams, of the first one, and how many numbers in all.
const (
	batchStreams = 1024
	firstStreams = 128
	batchNumbers = 1 << 16
)

// send sends a job with its form and its first batch.
func (u *run) send(p *process.Process, j wire.Job) error {
	// Domains may refer to states.
	if err := u.r.b.sendStates(p, &u.r.sent, u.plan.Target.Shapes); err != nil {
		return err
	}
	if err := u.r.sendDomains(p); err != nil {
		return err
	}
	job, err := json.Marshal(j)
	if err != nil {
		return err
	}
	form := u.job.Form
	if form == nil && j.Exact {
		form = u.job.Measure
	}
	frames := []wire.Frame{{Kind: wire.KindJob, Data: job}}
	if form != nil {
		frames = append(frames, wire.Frame{Kind: wire.KindForm, Data: form.AppendBinary(nil)})
	}
	if j.Streams {
		frames = append(frames, u.batch())
	}
	return p.SendAll(frames...)
}

// sendBatch sends the next batch of streams.
func (u *run) sendBatch(p *process.Process) error { return p.SendAll(u.batch()) }

// batch returns the next batch of streams.
func (u *run) batch() wire.Frame {
	// The process asks for the next batch, so it has taken the whole previous one.
	u.pending = 0
	kind, data, first := wire.KindStreams, []byte(nil), int64(firstStreams)
	if u.job.Measure != nil {
		first = 1
	}
	// Batches grow, because a failure is known only after its batch ran. So of solutions, each of which may take
	// long to find, at most as many are found in vain as it took to find the failure.
	most := min(batchStreams, max(first, u.sent))
	for numbers := 0; u.pending < most && numbers < batchNumbers; u.pending++ {
		s, ok := u.take()
		if !ok {
			kind = wire.KindEnd
			break
		}
		numbers += len(s)
		data = wire.AppendStream(data, s)
	}
	if u.pending > 0 {
		u.sent += u.pending
		u.history.add(data, u.pending)
	}
	return wire.Frame{Kind: kind, Data: data}
}

// take returns the next stream, which is valid until the next call. Streams that a dead process
// left come first.
func (u *run) take() ([]int64, bool) {
	if len(u.returned) > 0 {
		s := u.returned[0]
		u.returned = u.returned[1:]
		return s, true
	}
	return u.next()
}

// giveBack keeps the streams that the process was sent and did not take.
func (u *run) giveBack(taken int64) error {
	rest := u.sent - taken
	if rest <= 0 || rest > u.pending {
		return nil
	}
	streams, err := u.history.takeLast(rest)
	u.returned = append(streams, u.returned...)
	u.pending = 0
	return err
}
