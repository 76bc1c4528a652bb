package wire

import (
	"encoding/binary"
	"fmt"

	"github.com/rtest-dev/rtest/internal/search"
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
	streams := make([][]int64, b.Len())
	for i := range streams {
		streams[i] = b.At(i)
	}
	return streams, nil
}

// A Batch is a list of streams on its way to the worker.
type Batch struct {
	rows search.Rows
	row  int // that of the last stream asked for
}

// BatchOf returns the batch of the streams in rows.
func BatchOf(rows search.Rows) Batch { return Batch{rows: rows} }

// Reset empties the batch.
func (b *Batch) Reset() {
	b.rows.Reset()
	b.row = 0
}

// Len returns the number of streams.
func (b *Batch) Len() int { return b.rows.N }

// Add appends a stream.
func (b *Batch) Add(stream []int64) { b.rows.Add(stream, 0, 0) }

// Row returns the row that has the i-th stream.
func (b *Batch) Row(i int) *search.Row {
	if i < int(b.rows.List[b.row].First) {
		b.row = 0
	}
	for {
		if r := &b.rows.List[b.row]; i < b.End(r) {
			return r
		}
		b.row++
	}
}

// At returns the i-th stream. It is valid until another one is asked for.
func (b *Batch) At(i int) []int64 {
	s := b.Span(b.Row(i), i)
	return s.Stream
}

// Span returns the i-th stream and others of its row.
func (b *Batch) Span(r *search.Row, i int) search.Span { return b.rows.Span(r, i-int(r.First)) }

// End returns the index of the stream after those of a row.
func (b *Batch) End(r *search.Row) int { return int(r.First) + b.rows.Count(r) }

// Decode replaces the content of b by the batch in data.
func (b *Batch) Decode(data []byte) error {
	b.Reset()
	s := &b.rows
	for len(data) > 0 {
		n, k := binary.Uvarint(data)
		if k <= 0 {
			return fmt.Errorf("a batch of streams is torn")
		}
		data = data[k:]
		from := len(s.Flat)
		for range n {
			v, k := binary.Varint(data)
			if k <= 0 {
				return fmt.Errorf("a stream is torn")
			}
			data = data[k:]
			s.Flat = append(s.Flat, v)
		}
		s.List = append(s.List, search.Row{From: int32(from), Length: int32(len(s.Flat) - from), End: int32(len(s.Flat)), Place: -1, First: int32(s.N)})
		s.N++
	}
	return nil
}
