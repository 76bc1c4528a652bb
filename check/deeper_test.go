package check

import (
	"math"
	"strings"
	"testing"
)

// TestDeeperRoom checks how many deeper inputs there may be.
func TestDeeperRoom(t *testing.T) {
	for _, tt := range []struct {
		name               string
		nesting, recursive bool
		inputs, most       int64
		beyond             int64
		share, room        int
	}{
		{"numbers", false, false, 100, 200_000, 1000, 0, 0},
		{"slices", true, false, 7381, 200_000, 1000, 333, 333},
		{"small trees", true, true, 50, 200_000, 1000, 333, 4000},
		{"trees", true, true, 2000, 200_000, 1000, 333, 4000},
		{"many trees", true, true, 100_000, 200_000, 1000, 333, 4000},
		{"few asked for", true, true, 100_000, 200_000, 10, 3, 40},
		{"little left", true, true, 199_900, 200_000, 1000, 100, 100},
		{"nothing left", true, true, 200_000, 200_000, 1000, 0, 0},
		{"no limit", true, true, 100_000, 0, 1000, 333, 4000},
		{"a wide limit", true, true, math.MaxInt32, 0, math.MaxInt64, math.MaxInt32 / 3, math.MaxInt32},
	} {
		l := &loop{subject: &subject{nesting: tt.nesting, recursive: tt.recursive, limits: Limits{Inputs: tt.most, Beyond: tt.beyond}}}
		l.Inputs = tt.inputs
		g := &sampler{loop: l, left: int(min(tt.beyond, math.MaxInt32))}
		if share, room := g.deeperRoom(); share != tt.share || room != tt.room {
			t.Errorf("%s: %d of %d, want %d of %d", tt.name, share, room, tt.share, tt.room)
		}
	}
}

// TestIdle checks that it is said why nothing outside the bounds was tried.
func TestIdle(t *testing.T) {
	asked := &problem{}
	for _, tt := range []struct {
		name   string
		frames []*frame
		all    []far
		want   string
	}{
		{"none that could be", []*frame{{problem: asked, empty: true}}, nil, ""},
		{"too large", []*frame{{large: true}, {}}, nil, "too many parts"},
		{"not found", []*frame{{large: true}, {problem: asked}}, nil, "no input was found"},
		{"some", []*frame{{large: true}, {problem: asked}}, []far{{}}, ""},
		{"only aimed", []*frame{{large: true}, {problem: asked, aimed: true}}, nil, "too many parts"},
	} {
		g := &sampler{loop: &loop{subject: &subject{limits: Limits{Depth: 4}}}, frames: tt.frames, all: tt.all}
		got := g.idle()
		if !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if got != "" && !strings.Contains(got, "-depth 5") {
			t.Errorf("%s: %q says no way out", tt.name, got)
		}
	}
}
