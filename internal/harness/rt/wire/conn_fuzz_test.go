package wire

import (
	"bytes"
	"io"
	"slices"
	"testing"
)

// FuzzWire reads any bytes as frames, and the data of each as a batch of streams. Without an error, it
// is written and read again as the same.
func FuzzWire(f *testing.F) {
	var wire bytes.Buffer
	c := NewConn(nil, &wire)
	if err := c.Send(KindStreams, AppendStream(AppendStream(nil, []int64{1, -1 << 63, 1<<63 - 1}), nil)); err != nil {
		f.Fatal(err)
	}
	if err := c.SendJSON(KindJob, Job{Target: 3}); err != nil {
		f.Fatal(err)
	}
	f.Add(wire.Bytes())
	f.Add(wire.Bytes()[:wire.Len()-1])
	f.Add([]byte{'J', 0, 0, 0, 0x40, 1})
	f.Add([]byte{'S', 2, 0, 0, 0, 0x80, 0x80})
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		from, to := NewConn(bytes.NewReader(in), io.Discard), NewConn(nil, &out)
		for {
			kind, data, err := from.Receive()
			if err != nil {
				break
			}
			if err := to.Send(kind, data); err != nil {
				t.Fatal(err)
			}
			batchAgain(t, data)
		}
		if !bytes.HasPrefix(in, out.Bytes()) {
			t.Fatalf("%q became %q", in, out.Bytes())
		}
	})
}

func batchAgain(t *testing.T, data []byte) {
	var b, again Batch
	if b.Decode(data) != nil {
		return
	}
	var out []byte
	for i := range b.Len() {
		out = AppendStream(out, b.At(i))
	}
	if err := again.Decode(out); err != nil || !slices.Equal(b.rows.Flat, again.rows.Flat) || !slices.Equal(b.rows.List, again.rows.List) {
		t.Fatalf("%v, %v became %v, %v: %v", b.rows.Flat, b.rows.List, again.rows.Flat, again.rows.List, err)
	}
}
