package harness

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt"
)

// The greatest batch of streams, in streams and in numbers, and the greatest
// number of streams that is remembered.
const (
	batchStreams = 1024
	batchNumbers = 1 << 16
	maxHistory   = 1 << 16
)

// feed sends the next batch of streams, or that there are no more.
func (u *run) feed(p *process) error {
	// The process took the batch before wholly: it asks for the next.
	u.pending = u.pending[:0]
	var data []byte
	numbers := 0
	for len(u.pending) < batchStreams && numbers < batchNumbers {
		s, ok := u.take()
		if !ok {
			break
		}
		u.pending = append(u.pending, s)
		numbers += len(s)
		data = rt.AppendStream(data, s)
	}
	if len(u.pending) == 0 {
		return p.conn.Send(rt.KindEnd, nil)
	}
	u.sent += int64(len(u.pending))
	u.remember(u.pending)
	return p.conn.Send(rt.KindStreams, data)
}

// take returns the next stream: first those that a dead process left.
func (u *run) take() ([]int64, bool) {
	if len(u.left) > 0 {
		s := u.left[0]
		u.left = u.left[1:]
		return s, true
	}
	s, ok := u.next()
	return slices.Clone(s), ok
}

func (u *run) remember(streams [][]int64) {
	u.history = append(u.history, streams...)
	if extra := len(u.history) - 2*maxHistory; extra > 0 {
		u.history = slices.Clone(u.history[len(u.history)-maxHistory:])
	}
}

// giveBack keeps the streams that the process was sent and did not take.
func (u *run) giveBack(taken int64) {
	rest := int(u.sent - taken)
	if rest <= 0 || rest > len(u.pending) {
		return
	}
	u.left = append(slices.Clone(u.pending[len(u.pending)-rest:]), u.left...)
	u.history = u.history[:len(u.history)-rest]
	u.pending = u.pending[:0]
}
