package harness

import (
	"fmt"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A history keeps at least the last maxHistory streams. It keeps at most historyBytes bytes, not
// counting the last batch.
const (
	maxHistory   = 1 << 16
	historyBytes = 1 << 26
)

// A history is the last streams of a job, as they were sent. Spelled out they would take many times
// as much memory.
type history struct {
	batches []sentBatch
	// count and bytes are the totals of all batches.
	count int64
	bytes int
}

// A sentBatch is the first count streams of a batch that was sent.
type sentBatch struct {
	data  []byte
	count int64
}

// add appends a batch of count streams.
func (h *history) add(data []byte, count int64) {
	h.batches = append(h.batches, sentBatch{data, count})
	h.count, h.bytes = h.count+count, h.bytes+len(data)
	old := 0
	for ; old+1 < len(h.batches); old++ {
		b := h.batches[old]
		if h.count-b.count < maxHistory && h.bytes <= historyBytes {
			break
		}
		h.count, h.bytes = h.count-b.count, h.bytes-len(b.data)
		h.batches[old] = sentBatch{}
	}
	h.batches = h.batches[old:]
}

// takeLast removes the last n streams of the last batch, or all if it has fewer, and returns them.
func (h *history) takeLast(n int64) ([][]int64, error) {
	last := &h.batches[len(h.batches)-1]
	streams, err := last.streams()
	if err != nil {
		return nil, err
	}
	last.count, h.count = last.count-n, h.count-n
	return streams[last.count:], nil
}

// part returns the streams from lo up to hi, counted from the first that is kept.
func (h *history) part(lo, hi int64) ([][]int64, error) {
	var part [][]int64
	for _, b := range h.batches {
		if lo < b.count && hi > 0 {
			streams, err := b.streams()
			if err != nil {
				return nil, err
			}
			part = append(part, streams[max(lo, 0):min(hi, b.count)]...)
		}
		lo, hi = lo-b.count, hi-b.count
	}
	return part, nil
}

func (b *sentBatch) streams() ([][]int64, error) {
	streams, err := wire.ReadStreams(b.data)
	if err != nil {
		return nil, fmt.Errorf("reading again what was sent: %w", err)
	}
	return streams[:b.count], nil
}
