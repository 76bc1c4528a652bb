package rt

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestBatch(t *testing.T) {
	streams := [][]int64{{1, -1, math.MaxInt64}, {}, {math.MinInt64}, {0}}
	var data []byte
	for _, s := range streams {
		data = AppendStream(data, s)
	}
	var b batch
	for range 2 {
		if err := b.decode(data); err != nil {
			t.Fatal(err)
		}
		if len(b.ends) != len(streams) {
			t.Fatal(b)
		}
		for i, s := range streams {
			if got := b.at(i); len(got) != len(s) || len(s) > 0 && !reflect.DeepEqual(got, s) {
				t.Errorf("stream %d: %v, want %v", i, got, s)
			}
		}
	}
	if b.decode(data[:4]) == nil {
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
	wire.Write([]byte{'J', 200, 0, 0, 0, 1})
	if _, _, err := c.Receive(); err == nil {
		t.Error("a torn frame passes")
	}
}

func TestParseStacks(t *testing.T) {
	const dump = `panic: boom

goroutine 7 [running]:
example.com/m.(*T).M(0xc000012345, {0x1, 0x2})
	/home/u/m/a.go:12 +0x1d
example.com/m.(*rtestg_state3).Call.Each.func1(...)
	/home/u/m/a.go:30
example.com/m/internal/rtest_runtime/rt.(*worker).one(0xc0)
	/home/u/m/internal/rtest_runtime/rt/worker.go:9 +0x1d
created by example.com/m/internal/rtest_runtime/rt.newCrew in goroutine 1
	/home/u/m/internal/rtest_runtime/rt/batches.go:30 +0x1d

goroutine 9 [chan receive, 2 minutes]:
main.main()
	/home/u/m/main.go:3 +0x1d
`
	const inModule, inStandard = "example.com/m/internal/rtest_runtime/", "rtest_runtime/"
	for _, home := range []string{inModule, inStandard} {
		got := ParseStacks(strings.ReplaceAll(dump, inModule, home))
		if len(got) != 2 || !got[0].Worker || got[1].Worker || len(got[1].Frames) != 1 {
			t.Fatalf("%s: %+v", home, got)
		}
		u := &Unit{Module: "example.com/m", ModuleDir: "/home/u/m"}
		want := []string{"example.com/m.(*T).M /home/u/m/a.go:12", "example.com/m.Each.func1 /home/u/m/a.go:30"}
		if lines := Lines(u.UserFrames(got[0].Frames)); !reflect.DeepEqual(lines, want) {
			t.Errorf("%s: %q", home, lines)
		}
	}
}
