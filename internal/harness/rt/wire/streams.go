package wire

import (
	"encoding/binary"
	"fmt"
)

// AppendStream appends a stream to a batch: its length, then its numbers, as varints.
func AppendStream(batch []byte, stream []int64) []byte {
	batch = binary.AppendUvarint(batch, uint64(len(stream)))
	for _, v := range stream {
		batch = binary.AppendVarint(batch, v)
	}
	return batch
}

// ReadStreams decodes a batch that AppendStream made.
func ReadStreams(data []byte) ([][]int64, error) {
	var b Batch
	if err := b.Decode(data); err != nil {
		return nil, err
	}
	streams := make([][]int64, len(b.ends))
	for i := range streams {
		streams[i] = b.At(i)
	}
	return streams, nil
}

// A Batch is a list of streams on its way to the worker: the numbers of all streams, and where each
// stream ends.
type Batch struct {
	flat []int64
	ends []int
}

// BatchOf returns the batch of the streams that are one behind the other in flat, and end at ends.
func BatchOf(flat []int64, ends []int) Batch { return Batch{flat, ends} }

// Reset empties the batch.
func (b *Batch) Reset() { b.flat, b.ends = b.flat[:0], b.ends[:0] }

// Len is the number of streams.
func (b *Batch) Len() int { return len(b.ends) }

// Add appends a stream.
func (b *Batch) Add(stream []int64) {
	b.flat = append(b.flat, stream...)
	b.ends = append(b.ends, len(b.flat))
}

// At returns the i-th stream. It is valid until the batch is reset.
func (b *Batch) At(i int) []int64 {
	from := 0
	if i > 0 {
		from = b.ends[i-1]
	}
	return b.flat[from:b.ends[i]:b.ends[i]]
}

// Decode replaces the content of b by the batch in data.
func (b *Batch) Decode(data []byte) error {
	b.Reset()
	for len(data) > 0 {
		n, k := binary.Uvarint(data)
		if k <= 0 {
			return fmt.Errorf("a batch of streams is torn")
		}
		data = data[k:]
		for range n {
			v, k := binary.Varint(data)
			if k <= 0 {
				return fmt.Errorf("a stream is torn")
			}
			data = data[k:]
			b.flat = append(b.flat, v)
		}
		b.ends = append(b.ends, len(b.flat))
	}
	return nil
}
