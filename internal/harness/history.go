package harness

import (
	"fmt"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// How many streams are remembered at least, and in how many bytes at most but for
// the last batch.
const (
	maxHistory   = 1 << 16
	historyBytes = 1 << 26
)

// A history is the last streams of a job, as they were sent: spelled out they would
// take many times as much.
type history struct {
	batches []sentBatch
	// count and bytes are those of all batches.
	count int64
	bytes int
}

// A sentBatch is the first streams of what was sent together.
type sentBatch struct {
	data  []byte
	count int64
}

// add remembers a batch of so many streams.
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

// cut forgets the last streams of the last batch, n at most all of it, and returns
// them.
func (h *history) cut(n int64) ([][]int64, error) {
	last := &h.batches[len(h.batches)-1]
	streams, err := last.streams()
	if err != nil {
		return nil, err
	}
	last.count, h.count = last.count-n, h.count-n
	return streams[last.count:], nil
}

// part are the streams from lo to hi, counted from the first that is remembered.
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
