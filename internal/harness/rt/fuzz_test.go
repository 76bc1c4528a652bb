package rt

import (
	"bytes"
	"io"
	"slices"
	"testing"
)

// FuzzWire reads any bytes as frames, and the data of each as a batch of streams;
// what is no error is written and read again as the same.
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
	var b, again batch
	if b.decode(data) != nil {
		return
	}
	var out []byte
	for i := range b.ends {
		out = AppendStream(out, b.at(i))
	}
	if err := again.decode(out); err != nil || !slices.Equal(b.flat, again.flat) || !slices.Equal(b.ends, again.ends) {
		t.Fatalf("%v, %v became %v, %v: %v", b.flat, b.ends, again.flat, again.ends, err)
	}
}

// FuzzDump reads what the code under test wrote, which may look like the last
// words of the runtime, as stacks.
func FuzzDump(f *testing.F) {
	f.Add("panic: boom\n\ngoroutine 7 [running]:\nexample.com/m.(*T).M(0xc000012345, {0x1, 0x2})\n\t/home/u/m/a.go:12 +0x1d\ncreated by main.f in goroutine 1\n\t/x.go:1\n")
	f.Add(RaceWarning + "\nWrite at 0x1 by goroutine 7:\n  example.com/m.F()\n      /home/u/m/a.go:12 +0x1d\n\nPrevious")
	f.Add("goroutine 1 [x]:\n\t\n(\n\tx:\n")
	u := &Unit{Module: "example.com/m", ModuleDir: "/home/u/m", Package: "example.com/m"}
	f.Fuzz(func(t *testing.T, dump string) {
		frames := ParseRace(dump)
		for _, g := range ParseStacks(dump) {
			frames = append(frames, u.Inner(g.Frames)...)
			Strange(g.Frames, "example.com/m.F")
		}
		for _, frame := range u.UserFrames(frames) {
			if frame.Line < 0 {
				t.Errorf("%+v", frame)
			}
		}
		Lines(u.UserFrames(frames))
	})
}
