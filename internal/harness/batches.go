package harness

import (
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// The limits of a batch: how many streams, and how many numbers in all.
const (
	batchStreams = 1024
	batchNumbers = 1 << 16
)

// sendBatch sends the next batch of streams, or a message that there are no more.
func (u *run) sendBatch(p *process.Process) error {
	// The process asks for the next batch, so it has taken the whole previous one.
	u.pending = 0
	var data []byte
	// Batches grow, because each input may take long to find and a failure is known only after its
	// batch ran. So at most as many inputs are found in vain as it took to find the failure.
	most := min(batchStreams, max(1, u.sent))
	for numbers := 0; u.pending < most && numbers < batchNumbers; u.pending++ {
		s, ok := u.take()
		if !ok {
			break
		}
		numbers += len(s)
		data = wire.AppendStream(data, s)
	}
	if u.pending == 0 {
		return p.Send(wire.KindEnd, nil)
	}
	u.sent += u.pending
	u.history.add(data, u.pending)
	return p.Send(wire.KindStreams, data)
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
