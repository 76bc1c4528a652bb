package wire

import (
	"bytes"
	"math"
	"reflect"
	"testing"
)

func TestBatch(t *testing.T) {
	streams := [][]int64{{1, -1, math.MaxInt64}, {}, {math.MinInt64}, {0}}
	var data []byte
	for _, s := range streams {
		data = AppendStream(data, s)
	}
	var b Batch
	for range 2 {
		if err := b.Decode(data); err != nil {
			t.Fatal(err)
		}
		if len(b.rows.List) != len(streams) {
			t.Fatal(b)
		}
		for i, s := range streams {
			if got := b.At(i); len(got) != len(s) || len(s) > 0 && !reflect.DeepEqual(got, s) {
				t.Errorf("stream %d: %v, want %v", i, got, s)
			}
		}
	}
	if b.Decode(data[:4]) == nil {
		t.Error("a torn batch passes")
	}
}

func TestConn(t *testing.T) {
	var wire bytes.Buffer
	c := NewConn(&wire, &wire)
	if err := c.SendJSON(KindJob, Job{Target: 3}); err != nil {
		t.Fatal(err)
	}
	kind, data, err := c.Receive()
	if kind != KindJob || !bytes.Contains(data, []byte(`"Target":3`)) || err != nil {
		t.Errorf("%c %s %v", kind, data, err)
	}
	if err := c.SendAll(Frame{KindJob, []byte("{}")}, Frame{KindForm, nil}, Frame{KindEnd, []byte{7}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []Frame{{KindJob, []byte("{}")}, {KindForm, []byte{}}, {KindEnd, []byte{7}}} {
		if kind, data, err := c.Receive(); kind != want.Kind || !bytes.Equal(data, want.Data) || err != nil {
			t.Errorf("%c %q %v, want %c %q", kind, data, err, want.Kind, want.Data)
		}
	}
	wire.Write([]byte{'J', 200, 0, 0, 0, 1})
	if _, _, err := c.Receive(); err == nil {
		t.Error("a torn frame passes")
	}
}
